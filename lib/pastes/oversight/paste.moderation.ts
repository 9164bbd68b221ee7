/**
 * What operators do about pastes that were reported.
 *
 * Guarantees: from the request after a hold on, nobody is given a held paste, by any process: no reader, no one who
 * claimed it before, nor its owner, until it is released. A removed paste is gone, its owner gets `paste.deleted`, and
 * for 90 days its page says that the operator removed it. Each act stands in the trail. Of removal, reading and expiry at once, one takes place.
 * Not protected: a response that is under way when the hold comes is finished; a held paste expires like any other; and a
 * claimed one that is held is gone with its lease.
 */
import type { Actor } from '../../audit/audit.rules';
import { NotFoundError } from '../../http/errors';
import type { Moderated, ModeratedPaste, ModerationRepository, PasteName } from './paste.moderation.repository';

export type PasteModeration = ReturnType<typeof createModeration>;

export function createModeration(repository: ModerationRepository) {
  async function change(name: PasteName, by: Actor, act: (paste: ModeratedPaste, by: Actor) => Promise<boolean>): Promise<void> {
    const paste = await repository.find(name);
    if (!paste || !(await act(paste, by))) throw new NotFoundError();
  }

  return {
    /** @throws NotFoundError when there is no such paste that isn't held */
    hold: (name: PasteName, by: Actor) => change(name, by, repository.hold),

    /** @throws NotFoundError when there is no such held paste */
    release: (name: PasteName, by: Actor) => change(name, by, repository.release),

    /** Also a held one, or one that a reader has claimed. @throws NotFoundError */
    remove: (name: PasteName, by: Actor) => change(name, by, repository.remove),

    /** What an operator has done about a paste that readers can't find; null: nothing. */
    stateOf: (publicId: string): Promise<Moderated | null> => repository.stateOf(publicId),

    prune: () => repository.prune(),
  };
}

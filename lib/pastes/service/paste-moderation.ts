/**
 * Operators' holds and removals of reported pastes.
 *
 * Guarantees: from the next request on, no process gives a held paste to anybody until it is released: not to readers, nor
 * to a claimant, nor to its owner. A removed paste is gone, its owner gets `paste.deleted`, and for 90 days its page says
 * that the operator removed it. Each act is audited. Among simultaneous removal, reading and expiry, one takes place.
 * Not protected: a response under way when the hold comes is finished; a held paste expires like any other; a claimed paste
 * that is held is gone when its lease ends.
 */
import type { Actor } from '../../audit/audit.rules';
import { NotFoundError } from '../../http/errors';
import type { Moderated, ModeratedPaste, ModerationRepository, PasteName } from './paste-moderation.repository';

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

    /** Removes a paste, also a held or claimed one. @throws NotFoundError */
    remove: (name: PasteName, by: Actor) => change(name, by, repository.remove),

    /** The operator's act on a paste that readers can't find; null: none. */
    stateOf: (publicId: string): Promise<Moderated | null> => repository.stateOf(publicId),

    prune: () => repository.prune(),
  };
}

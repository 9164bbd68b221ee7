/** Makes a paste of a draft, by the operator's rules and for the account of whoever is signed in. */

import { lostCode } from '#components/client/page.client';
import { CALLED_PLAIN, PLAIN_TEXT } from '#lib/languages/language.rules';
import type { OfferedExpiries } from '#lib/pastes/expiry.rules';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { chosenOptions, NO_OPTIONS, setOptions, withoutRuledOut } from '#lib/pastes/paste-options.rules';
import { type CreatedPaste, toCreated } from './created-paste';
import { type HouseRules, ruleProblem, sealedContent } from './editor-draft';
import { EditorError } from './editor-problem';
import { resolveExpiry } from './expiry';
import type { sendPaste } from './paste.client';
import type { Sealer } from './seal.client';
import type { Target } from './submission';

export interface PasteTargetDeps {
  sealer: Sealer;
  send: typeof sendPaste;
  /** Loads what shows the link. */
  loadCreated(): Promise<unknown>;
  /** The operator's offers and rules, and whether the page is a signed-in user's. */
  host(): { expiries: OfferedExpiries; rules: HouseRules; isSignedIn: boolean };
  /** @param isOwned whether the paste belongs to the account */
  onCreated(paste: CreatedPaste, title: string, isOwned: boolean): void;
}

export function createPasteTarget({ sealer, send, loadCreated, host, onCreated }: PasteTargetDeps) {
  /** Whether somebody chose to create the paste without the account. */
  let leavesAccount = false;
  const needsAccount = () => host().isSignedIn && !leavesAccount;

  const target: Target<CreatedPasteJson> = {
    problemOf: (draft) => ruleProblem(draft, host().rules),
    async seal(draft, onProgress) {
      const { title, expiry, encrypt, attachment, chosenSyntax } = draft;
      const input = {
        ...sealedContent(draft),
        title,
        chosenSyntax: chosenSyntax === PLAIN_TEXT ? CALLED_PLAIN : chosenSyntax,
        fileSyntax: attachment ? draft.guessedSyntax : null,
        expiry: resolveExpiry(expiry, host().expiries),
        options: setOptions(withoutRuledOut({ ...NO_OPTIONS, ...chosenOptions(draft) })),
        encrypt,
        password: encrypt ? draft.password : '',
      };
      const shown = loadCreated().catch(() => {
        throw new EditorError({ code: lostCode() });
      });
      const [sealed] = await Promise.all([sealer.call('seal', input, onProgress), shown]);
      return sealed;
    },
    send: (body, idempotencyKey, upload) => send(body, idempotencyKey, upload, needsAccount()),
    stop: () => sealer.stop(),
    onMade: (made, draft, key) => onCreated(toCreated(made, draft, key), draft.title, needsAccount()),
  };

  return {
    target,
    leaveAccount(): void {
      leavesAccount = true;
    },
  };
}

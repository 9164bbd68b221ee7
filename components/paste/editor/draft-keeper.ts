/** Keeps the draft in the tab's storage, and its file in the browser's store, as they are now. */
import type { KeptFile } from './draft-files';
import { keepDraft } from './draft-storage';
import { type Attachment, type Draft, hasContent, withoutFile } from './editor.draft';
import type { StateStore } from './editor.state';
import type { Sealer } from './seal.client';

/** Typing pauses this long before the draft is kept. */
const PAUSE_MS = 400;

interface StoredFile {
  attachment: Attachment;
  /** undefined while the worker writes the file, null when that failed. */
  kept: KeptFile | null | undefined;
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param storage returns null where the browser forbids it */
export function createDraftKeeper({ getState, emit }: StateStore, sealer: Sealer, storage: () => Storage | null) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let stored: StoredFile | null = null;
  /** A file on its way out of the store: a reload meanwhile must find it again. */
  let restoring: KeptFile | null = null;

  function keep(): void {
    stopWaiting();
    const { draft } = getState();
    storeFile(draft);
    const tab = storage();
    const file = stored?.kept ?? restoring;
    const own = draft.attachment && file === null ? withoutFile(draft) : draft;
    const hasPassword = draft.password !== '' || draft.isPasswordLost;
    const isKept = tab ? keepDraft(tab, { ...own, file, hasPassword }) : !hasContent(draft);
    emit({ type: 'kept', isKept: isKept && stored?.kept !== null });
  }

  /** Brings the browser's store to what the draft has: its file, or none. */
  function storeFile({ attachment, guessedSyntax }: Draft): void {
    if (stored && stored.attachment !== attachment) {
      if (stored.kept) forget(stored.kept);
      stored = null;
    }
    if (!attachment || stored) return;
    const own: StoredFile = { attachment, kept: undefined };
    stored = own;
    void sealer
      .call('keepFile', { attachment, syntax: guessedSyntax })
      .catch(() => null)
      .then((kept) => {
        own.kept = kept;
        if (stored === own) keep();
        else if (kept) forget(kept);
      });
  }

  const stopWaiting = () => clearTimeout(pause);

  /** Where that fails, the worker removes the file after a day. */
  const forget = (kept: KeptFile) => void sealer.call('forgetFile', kept).catch(() => undefined);

  return {
    keep,
    stopWaiting,
    keepAfterPause(thenDo: () => void): void {
      stopWaiting();
      pause = setTimeout(() => {
        keep();
        thenDo();
      }, PAUSE_MS);
    },
    forget,
    /** @returns null when the browser no longer has the file */
    async fetchFile(kept: KeptFile): Promise<Attachment | null> {
      restoring = kept;
      const attachment = await sealer.call('restoreFile', kept).catch(() => null);
      restoring = null;
      return attachment;
    },
    /** The draft has this file again, which is still in the store. */
    adopt(attachment: Attachment, kept: KeptFile): void {
      stored = { attachment, kept };
    },
  };
}

/** Stores the current draft in the tab's storage, and its files in IndexedDB. */
import type { KeptFile } from './draft-files';
import { keepDraft } from './draft-storage';
import { type Attachment, type Draft, hasContent, withoutFile } from './editor-draft';
import type { EditorScreenState } from './editor-state';
import type { Sealer } from './seal.client';

/** Typing pauses this long before the draft is kept. */
const PAUSE_MS = 400;

/** Stored files by their content: undefined while the worker writes one, null when that failed. */
type Stored = Map<Blob, KeptFile | null | undefined>;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param storage returns null where the browser forbids it */
export function createDraftKeeper({ getState, noteKept }: EditorScreenState, sealer: Sealer, storage: () => Storage | null) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  const stored: Stored = new Map();
  /** Files being restored: a reload meanwhile must find them again. */
  const restoring = new Set<KeptFile>();

  function keep(): void {
    stopWaiting();
    const { draft } = getState();
    storeFiles(draft);
    const tab = storage();
    const { attachment } = draft;
    const waiting = [...restoring];
    const file = (attachment && stored.get(attachment.content)) ?? waiting.find(({ isText }) => isText === undefined) ?? null;
    const listed = draft.files.flatMap((item) => {
      const kept = stored.get(item.content);
      return kept ? [{ ...kept, name: item.name, syntax: item.syntax, isText: item.isText }] : [];
    });
    const files = [...listed, ...waiting.filter(({ isText }) => isText !== undefined)];
    const own = attachment && file === null ? withoutFile(draft) : draft;
    const hasPassword = draft.password !== '' || draft.isPasswordLost;
    const isKept = tab ? keepDraft(tab, { ...own, file, files, hasPassword }) : !hasContent(draft);
    noteKept(isKept && ![...stored.values()].includes(null));
  }

  /** Stores new files of the draft and removes those it no longer has. */
  function storeFiles({ attachment, guessedSyntax, files }: Draft): void {
    const wanted = new Map(files.map(({ content, name, syntax }) => [content, { name, content, beginning: '', syntax }]));
    if (attachment) wanted.set(attachment.content, { ...attachment, syntax: guessedSyntax });
    for (const [content, kept] of stored) {
      if (wanted.has(content)) continue;
      if (kept) forget(kept);
      stored.delete(content);
    }
    for (const [content, { syntax, ...own }] of wanted) {
      if (stored.has(content)) continue;
      stored.set(content, undefined);
      void sealer
        .call('keepFile', { attachment: own, syntax })
        .catch(() => null)
        .then((kept) => {
          if (stored.has(content)) {
            stored.set(content, kept);
            keep();
          } else if (kept) forget(kept);
        });
    }
  }

  const stopWaiting = () => clearTimeout(pause);

  /** Removes a stored file. If that fails, the worker removes it after a day. */
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
    /** Marks files as being restored. */
    expect(kept: readonly KeptFile[]): void {
      for (const file of kept) restoring.add(file);
    },
    /** @returns null when the browser no longer has the file */
    async fetchFile(kept: KeptFile): Promise<Attachment | null> {
      restoring.add(kept);
      const attachment = await sealer.call('restoreFile', kept).catch(() => null);
      if (attachment === null) restoring.delete(kept);
      return attachment;
    },
    /** Notes that the draft has a restored file, which is still in the store. */
    adopt(content: Blob, kept: KeptFile): void {
      restoring.delete(kept);
      stored.set(content, kept);
    },
    /** Forgets the files being restored, because their draft is gone. */
    dropExpected(): void {
      restoring.clear();
    },
  };
}

/** Stores the current draft in the tab's storage, and its files in IndexedDB. */
import type { StoredFile } from './draft-files';
import { type KeptFile, keepDraft } from './draft-storage';
import { type Draft, hasContent, withoutFile } from './editor-draft';
import type { EditorScreenState } from './editor-state';
import type { Sealer } from './seal.client';

/** Typing pauses this long before the draft is kept. */
const PAUSE_MS = 400;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param storage returns null where the browser forbids it */
export function createDraftKeeper({ getState, noteKept }: EditorScreenState, sealer: Sealer, storage: () => Storage | null) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Undefined while the worker writes a content, null when that failed. */
  const stored = new Map<Blob, StoredFile | null | undefined>();
  /** Files being restored: a reload meanwhile must find them again. */
  const restoring = new Set<KeptFile>();

  function keep(): void {
    stopWaiting();
    const { draft } = getState();
    const wanted = filesOf(draft);
    storeContents(new Set(wanted.map(({ content }) => content)));
    const known = wanted.flatMap(({ content, ...about }) => {
      const place = stored.get(content);
      return place ? [{ ...place, ...about }] : [];
    });
    const files = [...known, ...restoring];
    const own = files.some(({ kind }) => kind === 'attachment') ? draft : withoutFile(draft);
    const hasPassword = draft.password !== '' || draft.isPasswordLost;
    const tab = storage();
    const isKept = tab ? keepDraft(tab, { ...own, files, hasPassword }) : !hasContent(draft);
    noteKept(isKept && ![...stored.values()].includes(null));
  }

  /** Stores new contents of the draft and removes those it no longer has. */
  function storeContents(wanted: ReadonlySet<Blob>): void {
    for (const [content, place] of stored) {
      if (wanted.has(content)) continue;
      if (place) forget(place);
      stored.delete(content);
    }
    for (const content of wanted) {
      if (stored.has(content)) continue;
      stored.set(content, undefined);
      void sealer
        .call('keepFile', content)
        .catch(() => null)
        .then((place) => {
          if (stored.has(content)) {
            stored.set(content, place);
            keep();
          } else if (place) forget(place);
        });
    }
  }

  const stopWaiting = () => clearTimeout(pause);

  /** Removes a stored file. If that fails, the worker removes it after a day. */
  const forget = (place: StoredFile) => void sealer.call('forgetFile', place).catch(() => undefined);

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
    async fetchFile(kept: KeptFile): Promise<Blob | null> {
      const content = await sealer.call('restoreFile', kept).catch(() => null);
      if (content === null) restoring.delete(kept);
      return content;
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

/** The files of a draft, as they are kept. */
function filesOf({ attachment, guessedSyntax: syntax, files }: Draft) {
  const listed = files.map(({ content, name, syntax, isText }) => {
    const kind: KeptFile['kind'] = isText ? 'text' : 'other';
    return { content, name, syntax, beginning: '', kind };
  });
  return attachment ? [{ ...attachment, syntax, kind: 'attachment' as const }, ...listed] : listed;
}

/** Stores the current draft in the tab's storage, and its files in IndexedDB. */
import { editorMessages as messages } from '#components/messages/editor';
import type { StoredFile } from './draft-files';
import { type KeptFile, keepDraft } from './draft-storage';
import { attach, type Draft, hasContent, withFile, withoutFile } from './editor-draft';
import type { EditorScreenState } from './editor-state';
import type { Sealer } from './seal.client';

/** Typing pauses this long before the draft is kept. */
const PAUSE_MS = 400;

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param storage returns null where the browser forbids it */
export function createDraftKeeper(editor: EditorScreenState, sealer: Sealer, storage: () => Storage | null) {
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** Undefined while the worker writes a content, null when that failed. */
  const stored = new Map<Blob, StoredFile | null | undefined>();
  /** Files being restored: a reload meanwhile must find them again. */
  const restoring = new Set<KeptFile>();

  function keep(): void {
    stopWaiting();
    const { draft } = editor.getState();
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
    const isUnkept = !isKept || [...stored.values()].includes(null);
    if (isUnkept !== draft.isUnkept) editor.change({ isUnkept });
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
    /** Restores the draft's files after a reload. */
    async restoreFiles(all: readonly KeptFile[]): Promise<void> {
      for (const kept of all) restoring.add(kept);
      for (const kept of all) {
        const { name, beginning, syntax, kind } = kept;
        editor.beginReading(name);
        const content = await sealer.call('restoreFile', kept).catch(() => null);
        const isPhoto = content !== null && kind === 'other';
        const photo = isPhoto ? await sealer.call('clean', { content, name }).catch(() => 'uncleaned' as const) : null;
        // The draft that has the files is gone.
        if (!restoring.delete(kept)) return;
        if (content === null) {
          editor.fail({ code: 'file-lost', name });
          continue;
        }
        const { draft } = editor.getState();
        const isText = kind === 'text';
        const put =
          kind === 'attachment'
            ? attach(draft, { content, name, beginning }, syntax)
            : withFile(draft, { content, name, isText, syntax, photo });
        editor.putBack(put, messages.draftRestored);
        stored.set(content, kept);
      }
    },
    /** Forgets the files that are still being restored. */
    dropFiles(): void {
      for (const kept of restoring) forget(kept);
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

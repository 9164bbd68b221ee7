/** Takes files, and pasted texts too large for the text area. Of several offered at once, the last one counts. */
import { editorMessages } from '#components/messages/editor';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import type { KeptFile } from './draft-files';
import type { DraftKeeper } from './draft-keeper';
import { MAX_DRAFT_BYTES } from './draft-storage';
import { byteLength } from './editor.draft';
import { EditorError, problemOf } from './editor.problem';
import type { EditorEvent, StateStore } from './editor.state';
import type { Sealer } from './seal.client';

export function createFileIntake({ getState, emit }: StateStore, sealer: Sealer, keeper: DraftKeeper) {
  let offers = 0;

  const isOpen = () => getState().phase === 'writing' || getState().phase === 'reading';

  async function take(name: string, inspect: () => Promise<EditorEvent>): Promise<void> {
    const offer = ++offers;
    emit({ type: 'file-offered', name });
    const event = await inspect().catch((error: unknown): EditorEvent => ({ type: 'failed', problem: problemOf(error) }));
    if (offer !== offers) return;
    emit(event);
    keeper.keep();
  }

  async function takeFile(file: File): Promise<void> {
    const { name, size } = file;
    if (size > MAX_CONTENT_BYTES) return emit({ type: 'failed', problem: { code: 'too-large', bytes: size, name } });
    if (size === 0) return emit({ type: 'failed', problem: { code: 'empty-file', name } });
    await take(name, async () => {
      const { content, beginning, syntax, convertedFrom, text } = await sealer.call('inspect', { content: file, name });
      // An editor in use keeps what is in it: the file is held beside it.
      const { phase, draft } = getState();
      const isEmpty = phase !== 'created' && draft.text === '' && !draft.attachment;
      if (text !== null && isEmpty) return { type: 'file-inserted', name, text, textBytes: content.size, syntax, convertedFrom };
      if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name });
      const own = convertedFrom === null ? file : new File([content], name);
      return { type: 'file-taken', attachment: { name, content: own, beginning }, syntax, convertedFrom };
    });
  }

  async function holdPasted(pieces: readonly string[]): Promise<EditorEvent> {
    const { syntax, ...attachment } = await sealer.call('hold', { pieces });
    const bytes = attachment.content.size;
    if (bytes > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes, name: null });
    return { type: 'file-taken', attachment: { name: editorMessages.pastedText, ...attachment }, syntax };
  }

  return {
    async offerFiles(files: readonly File[]): Promise<void> {
      const [file] = files;
      if (!isOpen()) return;
      if (files.length > 1) return emit({ type: 'failed', problem: { code: 'several-files' } });
      if (file) await takeFile(file);
    },

    /**
     * Before a text is pasted into the text area: holds the whole as an attachment when it would be too large for it.
     * Removing that leaves the text as it was before.
     * @returns whether it did
     */
    holdsPaste(pieces: readonly [before: string, pasted: string, after: string]): boolean {
      if (!isTooLargeToType(pieces)) return false;
      if (isOpen()) void take(editorMessages.pastedText, () => holdPasted(pieces));
      return true;
    },

    /** After a reload: the draft's file out of the browser's store. */
    async restoreFile(kept: KeptFile): Promise<void> {
      const offer = ++offers;
      emit({ type: 'file-offered', name: kept.name });
      const attachment = await keeper.fetchFile(kept);
      if (offer !== offers) return keeper.forget(kept);
      if (attachment === null) return emit({ type: 'failed', problem: { code: 'file-lost', name: kept.name } });
      keeper.adopt(attachment, kept);
      emit({ type: 'file-taken', attachment, syntax: kept.syntax, isRestored: true });
    },

    /** A file that is still being read is not taken any more. */
    dropOffers(): void {
      offers += 1;
    },
  };
}

/** Counts bytes only where the number of UTF-16 units, of one to three bytes each, doesn't say it. */
function isTooLargeToType(pieces: readonly string[]): boolean {
  const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (units > MAX_DRAFT_BYTES) return true;
  return units * 3 > MAX_DRAFT_BYTES && byteLength(pieces.join('')) > MAX_DRAFT_BYTES;
}

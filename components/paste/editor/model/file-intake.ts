/** Takes files and large pasted texts into the draft. */
import { editorMessages } from '#components/messages/editor';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import type { DraftKeeper } from './draft-keeper';
import { isTooLargeToType, type KeptFile } from './draft-storage';
import { EditorError, type Problem, problemOf } from './editor-problem';
import type { EditorScreenState } from './editor-state';
import type { Sealer } from './seal.client';

export function createFileIntake(editor: EditorScreenState, sealer: Sealer, keeper: DraftKeeper) {
  const { getState, fail } = editor;
  let offers = 0;
  let queue = Promise.resolve();

  const isOpen = () => getState().phase === 'writing' || getState().phase === 'reading';

  /** @param inspect returns what puts the file into the draft */
  async function take(name: string, inspect: () => Promise<() => void>, offer = ++offers): Promise<void> {
    editor.beginReading(name);
    const put = await inspect().catch((error: unknown) => () => fail(problemOf(error)));
    if (offer !== offers) return;
    put();
    keeper.keep();
  }

  /** @param isListed puts the file beside the text, even if it could be the text */
  async function takeFile(file: File, isListed: boolean, offer: number): Promise<void> {
    const { name, size } = file;
    if (size > MAX_CONTENT_BYTES) return fail({ code: 'too-large', bytes: size, name });
    if (size === 0) return fail({ code: 'empty-file', name });
    await take(name, () => inspect(file, isListed), offer);
  }

  async function takeAll(files: readonly File[], offer: number): Promise<void> {
    const { draft } = getState();
    let problem: Problem | null = null;
    for (const file of files) {
      if (offer !== offers || !isOpen()) return;
      if (getState().draft.files.length >= MAX_FILES) {
        problem ??= { code: 'too-many-files' };
        break;
      }
      await takeFile(file, files.length > 1, offer);
      const state = getState();
      problem ??= state.phase === 'writing' ? state.problem : null;
    }
    const count = getState().draft.files.length - draft.files.length;
    if (offer === offers && (files.length > 1 || problem)) editor.addedSeveral(count, !draft.encrypt, problem);
  }

  async function inspect(file: File, isListed: boolean): Promise<() => void> {
    const { name } = file;
    const inspected = await sealer.call('inspect', { content: file, name });
    if (inspected === null) {
      const photo = await sealer.call('clean', { content: file, name });
      return () => editor.addFile({ name, content: file, isText: false, syntax: PLAIN_TEXT, photo });
    }
    const { content, beginning, syntax, convertedFrom, text } = inspected;
    if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name });
    const own = convertedFrom === null ? file : new File([content], name);
    // A single text file becomes the text of an empty editor; otherwise it goes beside what is there.
    const { phase, draft } = getState();
    const isBeside = isListed || phase === 'created' || draft.text !== '' || draft.attachment !== null || draft.files.length > 0;
    if (isBeside) return () => editor.addFile({ name, content: own, isText: true, syntax, photo: null }, convertedFrom);
    if (text !== null) return () => editor.insert(name, { text, textBytes: content.size, guessedSyntax: syntax }, convertedFrom);
    return () => editor.attach({ name, content: own, beginning }, syntax, convertedFrom);
  }

  async function holdPasted(pieces: readonly string[]): Promise<() => void> {
    const { content, beginning, syntax } = await sealer.call('hold', { pieces });
    if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name: null });
    return () => editor.attach({ name: editorMessages.pastedText, content, beginning }, syntax);
  }

  return {
    /** Takes files one after another; files offered meanwhile wait. */
    offerFiles(files: readonly File[]): Promise<void> {
      if (!isOpen()) return Promise.resolve();
      const offer = offers;
      queue = queue.then(() => takeAll(files, offer));
      return queue;
    },

    /**
     * Asked before a text is pasted into the text area. Turns text and paste into an attachment when together they are too
     * large for it. Removing the attachment brings back the text of before.
     * @returns whether it made an attachment
     */
    holdsPaste(pieces: readonly [before: string, pasted: string, after: string]): boolean {
      if (!isTooLargeToType(pieces)) return false;
      if (isOpen()) void take(editorMessages.pastedText, () => holdPasted(pieces));
      return true;
    },

    /** Restores the draft's files from the browser's store after a reload. */
    async restoreFiles(all: readonly KeptFile[]): Promise<void> {
      const offer = ++offers;
      keeper.expect(all);
      for (const kept of all) {
        const { name, beginning, syntax, kind } = kept;
        editor.beginReading(name);
        const content = await keeper.fetchFile(kept);
        const isPhoto = content !== null && kind === 'other';
        const photo = isPhoto ? await sealer.call('clean', { content, name }).catch(() => 'uncleaned' as const) : null;
        if (offer !== offers) {
          for (const dropped of all.slice(all.indexOf(kept))) keeper.forget(dropped);
          return;
        }
        if (content === null) {
          fail({ code: 'file-lost', name });
          continue;
        }
        if (kind === 'attachment') editor.putBackAttachment({ content, name, beginning }, syntax);
        else editor.putBackFile({ content, name, isText: kind === 'text', syntax, photo });
        keeper.adopt(content, kept);
      }
    },

    /** Drops files that are still being read. */
    dropOffers(): void {
      offers += 1;
      keeper.dropExpected();
    },
  };
}

/** Takes files and large pasted texts into the draft. */
import { editorMessages as messages } from '#components/messages/editor';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import type { DraftKeeper } from './draft-keeper';
import { isTooLargeToType } from './draft-storage';
import { type Attachment, attach, type DraftFile, withFile } from './editor-draft';
import { EditorError, type Problem, problemOf } from './editor-problem';
import type { EditorScreenState } from './editor-state';
import type { Sealer } from './seal.client';

export function createFileIntake(editor: EditorScreenState, sealer: Sealer, keeper: DraftKeeper) {
  const { getState, fail } = editor;
  let offers = 0;
  let queue = Promise.resolve();

  const isOpen = () => getState().phase === 'writing' || getState().phase === 'reading';

  /** Does what takes files after all that was begun before it, unless the draft is cleared meanwhile. */
  function inTurn(work: (offer: number) => Promise<void>): Promise<void> {
    const offer = offers;
    queue = queue.then(() => (offer === offers ? work(offer) : undefined));
    return queue;
  }

  /** Drops files that are still being read or restored. */
  function drop(): void {
    offers += 1;
    keeper.dropFiles();
  }

  /** @param inspect returns what puts the file into the draft */
  async function take(name: string, inspect: () => Promise<() => void>, offer: number): Promise<void> {
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
    const state = getState();
    if (state.phase !== 'writing' || offer !== offers || (files.length <= 1 && !problem)) return;
    const count = state.draft.files.length - draft.files.length;
    const added = draft.encrypt ? messages.addedSeveral : messages.addedSeveralAndEncrypted;
    editor.write(state.draft, { problem, notice: count > 1 ? added(count) : state.notice });
  }

  /** Puts a file beside what is there. */
  function add(file: DraftFile, convertedFrom: string | null = null): void {
    const { draft } = getState();
    const next = withFile(draft, file);
    const name = next.files.at(-1)?.name ?? '';
    editor.write(next, { notice: saidOf(name, convertedFrom, draft.encrypt ? messages.added : messages.addedAndEncrypted) });
  }

  /** Puts a file in the place of the text. */
  function replaceText(attachment: Attachment, syntax: string, convertedFrom: string | null = null): void {
    const notice = saidOf(attachment.name, convertedFrom, messages.attached);
    editor.write(attach(getState().draft, attachment, syntax), { notice, canUndo: convertedFrom !== null });
  }

  async function inspect(file: File, isListed: boolean): Promise<() => void> {
    const { name } = file;
    const inspected = await sealer.call('inspect', { content: file, name });
    if (inspected === null) {
      const photo = await sealer.call('clean', { content: file, name });
      return () => add({ name, content: file, isText: false, syntax: PLAIN_TEXT, photo });
    }
    const { content, beginning, syntax, convertedFrom, text } = inspected;
    if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name });
    const own = convertedFrom === null ? file : new File([content], name);
    // A single text file becomes the text of an empty editor; otherwise it goes beside what is there.
    const { phase, draft } = getState();
    const isBeside = isListed || phase === 'created' || draft.text !== '' || draft.attachment !== null || draft.files.length > 0;
    if (isBeside) return () => add({ name, content: own, isText: true, syntax, photo: null }, convertedFrom);
    // A small one becomes the text; Undo takes it out.
    if (text !== null) {
      const notice = saidOf(name, convertedFrom, messages.inserted);
      return () => editor.write({ ...draft, text, guessedSyntax: syntax, title: draft.title || name }, { notice, canUndo: true });
    }
    return () => replaceText({ name, content: own, beginning }, syntax, convertedFrom);
  }

  async function holdPasted(pieces: readonly string[]): Promise<() => void> {
    const { content, beginning, syntax } = await sealer.call('hold', { pieces });
    if (content.size > MAX_CONTENT_BYTES) throw new EditorError({ code: 'too-large', bytes: content.size, name: null });
    const name = messages.pastedText;
    const { attachment, files } = getState().draft;
    if (!attachment) return () => replaceText({ name, content, beginning }, syntax);
    // A file that was read or restored meanwhile is the text.
    if (files.length >= MAX_FILES) throw new EditorError({ code: 'too-many-files' });
    return () => add({ name, content, isText: true, syntax, photo: null });
  }

  return {
    offerFiles: async (files: readonly File[]): Promise<void> => {
      if (isOpen()) await inTurn((offer) => takeAll(files, offer));
    },

    /**
     * Asked before a text is pasted into the text area. Turns text and paste into an attachment when together they are too
     * large for it. Removing the attachment brings back the text of before.
     * @returns whether it made an attachment
     */
    holdsPaste(pieces: readonly [before: string, pasted: string, after: string]): boolean {
      if (!isTooLargeToType(pieces)) return false;
      if (isOpen()) void inTurn((offer) => take(messages.pastedText, () => holdPasted(pieces), offer));
      return true;
    },

    inTurn,
    drop,
  };
}

const saidOf = (name: string, convertedFrom: string | null, otherwise: (name: string) => string): string =>
  convertedFrom === null ? otherwise(name) : messages.converted({ name, from: convertedFrom });

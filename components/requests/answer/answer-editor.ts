/**
 * Writes one answer: a draft of the editor with a text and files, sealed for the asker and sent as the editor sends a paste.
 * The text leaves the page only encrypted, and no storage has it.
 */

import {
  contentOf,
  type Draft,
  type DraftFile,
  FILES_FIT_BYTES,
  filesSize,
  withFile,
  withoutListed,
} from '#components/paste/editor/model/editor-draft';
import { EditorError, type Problem } from '#components/paste/editor/model/editor-problem';
import { createEditorState } from '#components/paste/editor/model/editor-state';
import type { SealedDraft } from '#components/paste/editor/model/seal';
import { bytesOf, filesOf, jsonBlob, textOf } from '#components/paste/editor/model/seal-content';
import { createSubmission, createUnsettled } from '#components/paste/editor/model/submission';
import type { PublicJwk } from '#lib/envelope/answer-keys';
import { sealAnswer } from '#lib/envelope/answer-seal';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import type { AnsweredField } from '#lib/envelope/envelope-document';
import type { AskedField } from '#lib/envelope/request-vault';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { CreatedAnswerJson, SecretRequestJson } from '#lib/requests/request.schema';
import { sendAnswer } from './answer.client';

/** Finds the request that gets the answer. @param to what was typed, such as a code; '' on the page of a link @throws EditorError */
export type FindRequest = (to: string) => Promise<Pick<SecretRequestJson, 'requestId' | 'publicKey'>>;

/** @param asked fields in place of a text; empty: a text of any form, which begins with `text` */
export function createAnswerEditor(
  find: FindRequest,
  onSent: (answer: CreatedAnswerJson) => void,
  asked: readonly AskedField[] = [],
  text = '',
) {
  const editor = createEditorState();
  const { getState, subscribe } = editor;
  let fields: readonly AnsweredField[] = asked.map(({ name }) => ({ name, value: '' }));
  let requestId = '';
  const type = (text: string): void => editor.edit({ text });
  const { submit, stop } = createSubmission<CreatedAnswerJson>(
    editor,
    {
      async seal(draft) {
        const request = await find(draft.title);
        ({ requestId } = request);
        return sealDraft(draft, fields, request.publicKey);
      },
      send: (body, idempotencyKey, upload) => sendAnswer(requestId, body, idempotencyKey, upload),
      onMade: onSent,
    },
    // An answer that may have arrived stays there: nothing can call it off.
    createUnsettled(
      () => null,
      async () => false,
    ),
  );

  if (text !== '') type(text);

  return {
    getState,
    subscribe,
    type,

    /** A draft for another receiver is another draft: what was sealed for one goes to no other. */
    addressTo: (to: string): void => editor.edit({ title: to }),

    /** Fills a field in. The text has a line for each, for readers that don't know fields. */
    fill(at: number, value: string): void {
      fields = fields.map((field, index) => (index === at ? { ...field, value } : field));
      const isEmpty = fields.every((field) => field.value === '');
      type(isEmpty ? '' : fields.map(({ name, value }) => `${name}:${value.includes('\n') ? '\n' : ' '}${value}`).join('\n'));
    },

    /** Adds either all of the files or none. */
    attach(files: readonly File[]): void {
      const state = getState();
      const problem = state.phase === 'writing' ? overflow(state.draft, files) : null;
      if (problem) editor.fail(problem);
      else {
        editor.edit({ keepsMetadata: false });
        for (const content of files)
          editor.write(withFile(getState().draft, { name: content.name, content, isText: false, syntax: PLAIN_TEXT, photo: null }));
      }
    },

    detach: (file: DraftFile): void => editor.write(withoutListed(getState().draft, file)),

    async submit(): Promise<void> {
      const state = getState();
      // Whoever sends again after this was said has decided.
      if (state.phase === 'writing' && state.problem?.code === 'photo-uncleaned') editor.edit({ keepsMetadata: true });
      await submit();
    },
    stop,
  };
}

function overflow(draft: Draft, files: readonly File[]): Problem | null {
  if (draft.files.length + files.length > MAX_FILES) return { code: 'too-many-files' };
  const bytes = files.reduce((sum, { size }) => sum + size, filesSize(draft));
  return bytes > FILES_FIT_BYTES ? { code: 'files-too-large' } : null;
}

async function sealDraft(
  { text, files, keepsMetadata }: Draft,
  fields: readonly AnsweredField[],
  publicKey: PublicJwk,
): Promise<SealedDraft> {
  const content = await textOf(text);
  const sealed = await filesOf(await Promise.all(files.map((file) => cleaned(file, keepsMetadata))));
  const answer = await sealAnswer({ content, fields, files: sealed }, publicKey);
  return { body: jsonBlob({ content: answer }), key: null };
}

/** Removes a photo's metadata. @param mayKeep whether a photo that can't be cleaned is sent as it is */
async function cleaned(file: DraftFile, mayKeep: boolean): Promise<DraftFile> {
  const { removeMetadata } = await import('#components/paste/editor/model/photo/photo-metadata');
  const photo = removeMetadata(new Uint8Array(await bytesOf(file.content, file.name)), file.content.type);
  if (photo === 'uncleaned' && !mayKeep) throw new EditorError({ code: 'photo-uncleaned', name: file.name });
  return { ...file, content: contentOf({ content: file.content, photo }, false) };
}

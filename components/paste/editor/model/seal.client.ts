/** Calls the worker that does the slow work of the editor. Large content travels as a Blob: by reference, never copied. */
import { lostCode } from '#components/client/page.client';
import { startWorker } from '#components/client/start-worker';
import { openWorker, type WorkerCalls } from '#components/client/worker-calls';
import type { Expiry } from '#lib/pastes/expiry.rules';
import type { PasteOptions } from '#lib/pastes/paste-options.rules';
import type { KeptFile } from './draft-files';
import type { Attachment, Draft, DraftFile } from './editor-draft';
import { EditorError, type Problem } from './editor-problem';
import type { InspectedFile, UnknownEncoding } from './inspect-file';
import type { PhotoCleaning } from './photo/photo-cleaning';

/** Calls the sealing worker. */
export interface Sealer {
  /** @param onProgress receives the percentage of a long call that is done @throws EditorError */
  call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>>;
  /** Ends the worker; its pending calls never settle. The next call starts another worker. */
  stop(): void;
}

/** Creates a sealer, which starts its worker at the first call. */
export function createSealer(): Sealer {
  let worker: WorkerCalls<SealInput, SealOutput, number> | null = null;
  return {
    async call<Call extends SealCall>(call: Call, input: Input<Call>, onProgress?: (percent: number) => void): Promise<Output<Call>> {
      worker ??= openWorker(() => startWorker('seal'));
      const called = worker;
      const answer = await called.call({ call, input } as SealInput, { onProgress });
      if (answer.kind === 'problem') {
        if (worker === called) worker = null;
        throw new EditorError(called.hasLoaded() ? { code: 'not-loaded' } : { code: lostCode() });
      }
      if ('problem' in answer.output) throw new EditorError(answer.output.problem);
      return answer.output.done as Output<Call>;
    },
    stop() {
      worker?.close();
      worker = null;
    },
  };
}

/** A draft with its final options: none that another one rules out. */
export interface PasteToSeal extends Pick<Draft, 'title' | 'chosenSyntax' | 'encrypt' | 'password'> {
  options: Partial<PasteOptions>;
  content: string | Blob;
  /** The files beside the content, in their order; empty without `encrypt`. */
  files: readonly Omit<DraftFile, 'photo'>[];
  /** The language guessed for an attachment. Null for a text, which is guessed while sealing: an earlier guess may be outdated. */
  fileSyntax: string | null;
  expiry: Expiry;
}

export interface SealedDraft {
  /** The request's body. */
  body: Blob;
  /** The key, which is never in the body; null without encryption, and for an answer. */
  key: string | null;
}

interface SealCalls {
  /** Tells whether a file is text. Returns it in UTF-8 with beginning and language, and as a string when it is small. */
  inspect(input: { content: Blob; name: string; languages: readonly string[] }): InspectedFile | UnknownEncoding;
  /** Reads a text in the encoding that somebody chose. */
  decode(input: { content: Blob; name: string; encoding: string }): InspectedFile;
  /** Removes the metadata of a photo. */
  clean(input: { content: Blob; name: string }): PhotoCleaning;
  /** Makes a Blob of a large pasted text, which would block the page for too long. */
  hold(input: { pieces: readonly string[] }): InspectedFile;
  /** Guesses a language. `names`: the paste's and its file's; the first with a known ending decides. */
  guess(input: { beginning: string; names: readonly string[] }): { syntax: string };
  /** Stores, restores and removes a draft's file in the browser: see draft-files.ts. */
  keepFile(input: { attachment: Attachment; syntax: string }): KeptFile;
  restoreFile(input: KeptFile): Attachment | null;
  forgetFile(input: KeptFile): void;
  seal(input: PasteToSeal): SealedDraft;
}

export type SealCall = keyof SealCalls;
export type Input<Call extends SealCall> = Parameters<SealCalls[Call]>[0];
export type Output<Call extends SealCall> = ReturnType<SealCalls[Call]>;

export type SealInput = { [Call in SealCall]: { call: Call; input: Input<Call> } }[SealCall];
export type SealOutput = { done: Output<SealCall> } | { problem: Problem };

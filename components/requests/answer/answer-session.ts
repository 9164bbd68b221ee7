/**
 * Holds the state of the answering page: compares the key with the link, encrypts, sends. Everything that touches the
 * browser is a dependency.
 *
 * Guarantees: nothing can be typed until the public key matches the thumbprint in the link. The text leaves the page only
 * encrypted for that key, and stays in the field until the server has stored it. A repeated attempt sends the same bytes
 * under the same idempotency key, so ten presses store one answer.
 * Not protected: a link changed in transit together with its thumbprint; a page that the server has changed.
 */
import { createEventStore } from '#components/ui/event-store';
import type { PublicJwk } from '#lib/envelope/answer-keys';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import type { SecretRequestJson } from '#lib/requests/request.schema';
import type { SendResult } from './answer.client';
import {
  type AnswerState,
  type AttachedFile,
  attach,
  isEmpty,
  type LinkProblem,
  problemWith,
  type SendProblem,
  type SentAnswer,
  type Typed,
  UncleanedPhotoError,
} from './answer-state';

type AskedFor = Pick<SecretRequestJson, 'publicKey' | 'answersLeft'>;

export interface AnswerDependencies {
  thumbprintOf(publicKey: PublicJwk): Promise<string>;
  /** @param mayKeep whether photos that can't be cleaned are sent as they are @throws UncleanedPhotoError */
  seal(typed: Typed, publicKey: PublicJwk, mayKeep: boolean): Promise<string>;
  /** Repeating the idempotency key with the same content stores one answer. */
  send(content: string, idempotencyKey: string): Promise<SendResult>;
  newKey(): string;
  /** Reads the answers sent from this tab, the newest first. */
  restore(): readonly SentAnswer[];
  keep(answers: readonly SentAnswer[]): void;
  isSecureContext: boolean;
}

const THUMBPRINT = /^[\w-]{43}$/;
const EMPTY: AnswerState = { phase: 'writing', text: '', files: [], problem: null };

export type AnswerSession = ReturnType<typeof createAnswerSession>;

export function createAnswerSession({ publicKey, answersLeft }: AskedFor, deps: AnswerDependencies) {
  const { getState, subscribe, emit: set } = createEventStore<AnswerState, AnswerState>({ phase: 'checking' }, (_, next) => next);
  let sent: readonly SentAnswer[] = [];
  let left = answersLeft;
  /** The last encrypted answer, to be sent again unchanged. */
  let attempt: { typed: Typed; content: string; idempotencyKey: string } | null = null;

  async function problemOf(thumbprint: string): Promise<LinkProblem | null> {
    if (!deps.isSecureContext) return 'insecure';
    if (thumbprint === '') return 'no-thumbprint';
    if (!THUMBPRINT.test(thumbprint)) return 'damaged';
    return (await deps.thumbprintOf(publicKey)) === thumbprint ? null : 'wrong-key';
  }

  async function seal(typed: Typed, mayKeep: boolean): Promise<NonNullable<typeof attempt>> {
    return { typed, content: await deps.seal(typed, publicKey, mayKeep), idempotencyKey: deps.newKey() };
  }

  async function deliver(typed: Typed, mayKeep: boolean): Promise<SendResult> {
    try {
      if (attempt === null || attempt.typed.text !== typed.text || attempt.typed.files !== typed.files)
        attempt = await seal(typed, mayKeep);
      return await deps.send(attempt.content, attempt.idempotencyKey);
    } catch (error) {
      return { kind: 'failed', problem: sealProblem(error) };
    }
  }

  return {
    subscribe,
    getState,

    /** @param thumbprint the fragment without its `#`; another one may follow while nothing is typed */
    async start(thumbprint: string): Promise<void> {
      const { phase } = getState();
      if (phase === 'writing' || phase === 'sending') return;
      sent = deps.restore();
      if (sent.length > 0) return set({ phase: 'sent', answers: sent, answersLeft: left });
      if (left === 0) return set({ phase: 'full' });
      set({ phase: 'checking' });
      const problem = await problemOf(thumbprint);
      set(problem === null ? EMPTY : { phase: 'refused', problem });
    },

    type(text: string): void {
      const state = getState();
      if (state.phase === 'writing') set({ ...state, text, problem: null });
    },

    /** Adds either all of the files or none. */
    attach(files: readonly File[]): void {
      const state = getState();
      if (state.phase !== 'writing' || files.length === 0) return;
      const attached = attach(state.files, files);
      const problem = problemWith(attached);
      set(problem === null ? { ...state, files: attached, problem } : { ...state, problem });
    },

    detach(file: AttachedFile): void {
      const state = getState();
      if (state.phase === 'writing') set({ ...state, files: state.files.filter((other) => other !== file), problem: null });
    },

    async submit(): Promise<void> {
      const state = getState();
      if (state.phase !== 'writing') return;
      const { text, files } = state;
      if (isEmpty(state)) return set({ ...state, problem: { code: 'empty' } });
      // Whoever sends again after this was said has decided; a change asks anew.
      const mayKeep = state.problem?.code === 'photo-uncleaned';
      set({ phase: 'sending', text, files });
      const result = await deliver({ text, files }, mayKeep);
      if (result.kind === 'failed') return set({ phase: 'writing', text, files, problem: result.problem });
      attempt = null;
      left = result.answersLeft;
      sent = [result.answer, ...sent];
      deps.keep(sent);
      set({ phase: 'sent', answers: sent, answersLeft: left });
    },

    /** @param thumbprint as for `start`, which checks nothing when answers were sent before */
    async another(thumbprint: string): Promise<void> {
      if (getState().phase !== 'sent' || left === 0) return;
      const problem = await problemOf(thumbprint);
      set(problem === null ? EMPTY : { phase: 'refused', problem });
    },
  };
}

function sealProblem(error: unknown): SendProblem {
  if (error instanceof UncleanedPhotoError) return { code: 'photo-uncleaned', name: error.file };
  // The file was moved or changed since it was chosen.
  if (error instanceof DOMException && error.name === 'NotReadableError') return { code: 'unreadable' };
  if (!(error instanceof EnvelopeError)) return { code: 'browser' };
  if (error.code === 'too-large') return { code: 'too-large' };
  return { code: error.code === 'invalid-text' ? 'text' : 'browser' };
}

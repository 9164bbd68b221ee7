/** The state of the view page and its transitions. Plain data: React renders it, the viewer changes it, tests need neither. */

import { normalizeLanguage, PLAIN_TEXT } from '#lib/languages/language.rules';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import type { ViewedFile } from './view-files';
import { SECRET_MAX_BYTES } from './view-limits';
import type { ViewProblem } from './view-problems';
import { appendSlice, type PasteText, sizeOf, textOf } from './view-text';

export interface ReadyState {
  kind: 'ready';
  title: string;
  syntax: string;
  text: PasteText;
  size: ReturnType<typeof sizeOf>;
  isComplete: boolean;
  receivedBytes: number;
}

export interface LoadingState {
  kind: 'loading';
  step: 'fetching' | 'decrypting';
  title: string;
  receivedBytes: number;
}

/** A paste with files; its own text comes first unless it is empty. */
export interface FilesState {
  kind: 'files';
  title: string;
  entries: readonly ViewedFile[];
}

/** A reader whom neither the sender nor a mailed code has released. */
export type ReleaseWait =
  | {
      step: 'waiting';
      /** Four digits, which the sender sees, too. */
      code: string;
      /** When the wait ends, by this browser's clock, in ms since 1970; null: the clock is wrong. */
      endsAt: number | null;
      /** Whether the last request failed. */
      isStale: boolean;
    }
  | {
      step: 'mailed';
      /** Shows with the code that the reader is the one who waits. */
      claim: string;
      endsAt: number | null;
      isStale: boolean;
    }
  /** The reader was refused, the time is over, others take all the places, or no code is mailed for now. Nothing has burned. */
  | { step: 'refused' | 'over' | 'full' | 'limited' };

/** A state that the page takes over as it is told. */
type ToldState =
  | { kind: 'password'; attempt: 'none' | 'checking' | 'wrong' }
  | { kind: 'waiting'; wait: ReleaseWait }
  /** All texts and files of a paste with files. */
  | FilesState
  | FailedState;

export interface FailedState {
  kind: 'failed';
  problem: ViewProblem;
  /** The undecryptable content, which the reader can save. */
  ciphertext?: string;
  /** When somebody opened the burn paste; the server tells this only to a reader who proves the key. */
  openedAt?: string;
}

export type ViewState =
  | LoadingState
  /** Reading uses the paste up, or one of its reads, and waits for a confirmation. */
  | { kind: 'confirm' }
  | ReadyState
  | ToldState;

export type ViewEvent =
  | { kind: 'started'; step: 'fetching' | 'decrypting' }
  | { kind: 'progress'; receivedBytes: number }
  /** A read of a paste with a number of reads was counted. */
  | { kind: 'counted'; readsLeft: number }
  /** A piece of a text that isn't encrypted. */
  | { kind: 'text'; slice: string; isLast: boolean }
  /** A decrypted text with what the envelope says of it. */
  | { kind: 'whole'; text: PasteText; title: string; syntax: string }
  | ToldState;

export function loading({ title }: ViewedPaste, step: LoadingState['step']): LoadingState {
  return { kind: 'loading', step, title, receivedBytes: 0 };
}

/** Whether reading needs a confirmation, because it uses up the paste or one of its reads. */
export function asksFirst({ burnAfterRead, readsLeft }: ViewedPaste): boolean {
  return burnAfterRead || readsLeft !== null;
}

/** Whether the paste is gone once this reader has opened it. */
export function isUsedUp({ burnAfterRead, readsLeft }: ViewedPaste): boolean {
  return burnAfterRead || readsLeft === 0;
}

/** Whether few may read the paste: it is shown covered when it is short and has no language, as a password or a key is. */
export function isGuarded(paste: ViewedPaste): boolean {
  return asksFirst(paste) || paste.hasPassword;
}

export function isSecret(paste: ViewedPaste, { syntax, text, isComplete }: ReadyState): boolean {
  const isShort = isComplete && text.bytes > 0 && text.bytes <= SECRET_MAX_BYTES;
  return isGuarded(paste) && isShort && normalizeLanguage(syntax) === PLAIN_TEXT;
}

/** The state that the server renders, and the browser at first. */
export function initialState(paste: ViewedPaste): ViewState {
  if (asksFirst(paste)) return { kind: 'confirm' };
  if (paste.isE2ee) return loading(paste, 'decrypting');
  if (paste.content === null) return loading(paste, 'fetching');
  return ready(paste, textOf(paste.content), true, paste.contentBytes);
}

export function nextState(state: ViewState, event: Exclude<ViewEvent, { kind: 'counted' }>, paste: ViewedPaste): ViewState {
  switch (event.kind) {
    case 'started':
      return loading(paste, event.step);
    case 'progress':
      return state.kind === 'loading' || state.kind === 'ready' ? { ...state, receivedBytes: event.receivedBytes } : state;
    case 'text':
      if (state.kind !== 'ready') return ready(paste, textOf(event.slice), event.isLast, receivedBytesOf(state));
      return { ...state, text: appendSlice(state.text, event.slice), isComplete: event.isLast };
    case 'whole':
      return ready(event, event.text, true, receivedBytesOf(state));
    default:
      return event;
  }
}

const receivedBytesOf = (state: ViewState): number => (state.kind === 'loading' ? state.receivedBytes : 0);

/** @param text all of it, or its first slice */
export function ready(
  { title, syntax }: Pick<ReadyState, 'title' | 'syntax'>,
  text: PasteText,
  isComplete: boolean,
  receivedBytes: number,
): ReadyState {
  return { kind: 'ready', title, syntax, text, size: isComplete ? sizeOf(text) : 'large', isComplete, receivedBytes };
}

/** What the page shows, as one value, and how it changes. Plain data: drawn by React, changed by the viewer, tested without either. */

import type { PasteText, ViewedPaste } from './view.data';
import type { ViewedFile } from './view.files';
import type { ViewProblem } from './view.problems';
import { appendSlice, sizeOf, textOf } from './view.text';

export interface ReadyState {
  kind: 'ready';
  title: string;
  syntax: string;
  text: PasteText;
  size: ReturnType<typeof sizeOf>;
  /** False while more is arriving. */
  isComplete: boolean;
  receivedBytes: number;
}

export interface LoadingState {
  kind: 'loading';
  step: 'fetching' | 'decrypting';
  title: string;
  receivedBytes: number;
}

/** A paste with files: what there is to see one by one, its own text first unless that is empty. */
export interface FilesState {
  kind: 'files';
  title: string;
  entries: readonly ViewedFile[];
}

export interface FailedState {
  kind: 'failed';
  problem: ViewProblem;
  /** The encrypted text to save. */
  ciphertext: string | null;
  /** When somebody opened the paste that is gone; told only to who proves the key. */
  openedAt: string | null;
}

export type ViewState =
  | LoadingState
  /** What reading uses up, and nobody has decided to read yet. */
  | { kind: 'confirm' }
  | { kind: 'password'; attempt: 'none' | 'checking' | 'wrong' }
  | ReadyState
  | FilesState
  | FailedState;

export type ViewEvent =
  | { kind: 'started'; step: 'fetching' | 'decrypting' }
  | { kind: 'progress'; receivedBytes: number }
  | { kind: 'password-needed'; isWrong: boolean }
  | { kind: 'password-given' }
  /** A piece of the text; title and syntax only when they were inside the envelope. */
  | { kind: 'text'; slice: string; isLast: boolean; title?: string; syntax?: string }
  /** All of a paste with files, instead of its text. */
  | FilesState
  | { kind: 'failed'; problem: ViewProblem; ciphertext?: string; openedAt?: string };

export function loading({ title }: ViewedPaste, step: LoadingState['step']): LoadingState {
  return { kind: 'loading', step, title, receivedBytes: 0 };
}

/** Whether reading it uses something up: the paste itself, or one of its reads. */
export function asksFirst({ burnAfterRead, readsLeft }: ViewedPaste): boolean {
  return burnAfterRead || readsLeft !== null;
}

/** What the server draws, and the browser until it knows more. */
export function initialState(paste: ViewedPaste): ViewState {
  if (asksFirst(paste)) return { kind: 'confirm' };
  if (paste.isE2ee) return loading(paste, 'decrypting');
  if (paste.content === null) return loading(paste, 'fetching');
  return firstText(paste, { slice: paste.content, isLast: true }, paste.contentBytes);
}

export function nextState(state: ViewState, event: ViewEvent, paste: ViewedPaste): ViewState {
  switch (event.kind) {
    case 'started':
      return loading(paste, event.step);
    case 'progress':
      return state.kind === 'loading' || state.kind === 'ready' ? { ...state, receivedBytes: event.receivedBytes } : state;
    case 'password-needed':
      return { kind: 'password', attempt: event.isWrong ? 'wrong' : 'none' };
    case 'password-given':
      return { kind: 'password', attempt: 'checking' };
    case 'text':
      if (state.kind !== 'ready') return firstText(paste, event, state.kind === 'loading' ? state.receivedBytes : 0);
      return { ...state, text: appendSlice(state.text, event.slice), isComplete: event.isLast };
    case 'files':
      return event;
    case 'failed':
      return { kind: 'failed', problem: event.problem, ciphertext: event.ciphertext ?? null, openedAt: event.openedAt ?? null };
  }
}

function firstText(
  paste: ViewedPaste,
  { slice, isLast, title, syntax }: { slice: string; isLast: boolean; title?: string; syntax?: string },
  receivedBytes: number,
): ReadyState {
  const text = textOf(slice);
  return {
    kind: 'ready',
    title: title ?? paste.title,
    syntax: syntax ?? paste.syntax,
    text,
    size: isLast ? sizeOf(text) : 'large',
    isComplete: isLast,
    receivedBytes,
  };
}

/** The states of the editor and the transitions between them: no effects, no clock. */

import { createScreenState } from '#components/ui/screen-state';
import type { CreatedPaste } from './created-paste';
import { type Draft, type Edit, EMPTY_DRAFT, edited } from './editor-draft';
import type { Problem } from './editor-problem';

export type EditorState =
  /** `notice`: says once what has happened. `cleared`: the draft to restore by Undo, until something else is begun. */
  | { phase: 'writing'; draft: Draft; problem: Problem | null; notice: string | null; cleared: Draft | null }
  /** The worker reads a file. */
  | { phase: 'reading'; draft: Draft; name: string }
  /** `percent`: progress by stages, for large texts only; null: unknown. */
  | { phase: 'sealing'; draft: Draft; percent: number | null }
  /** `isSilent`: for SILENCE_MS nothing was sent or received. */
  | { phase: 'sending'; draft: Draft; sentBytes: number; totalBytes: number; isSilent: boolean }
  /** A sent create was cancelled: the server deletes what it created. */
  | { phase: 'calling-off'; draft: Draft }
  /**
   * `draft`: restored into the form by Back; empty once the link was taken. `sent`: the draft that this page has just sent; null after
   * a reload, and for a burn paste, which leaves nothing. `password`: the paste's, which no storage has; empty after a reload.
   */
  | { phase: 'created'; paste: CreatedPaste; isTaken: boolean; draft: Draft; sent: Draft | null; password: string };

type In<Phase extends EditorState['phase']> = Extract<EditorState, { phase: Phase }>;

export type FormState = Exclude<EditorState, { phase: 'created' }>;

/** Phases in which somebody may change the draft. */
const OPEN = ['writing', 'reading'] as const;
const BUSY = ['sealing', 'sending', 'calling-off'] as const;

/** Words for a change of the draft. */
interface Said {
  problem?: Problem | null;
  notice?: string | null;
  /** Whether Undo brings the draft of before back. */
  canUndo?: boolean;
}

export type EditorScreenState = ReturnType<typeof createEditorState>;

/** Transitions that come too late, such as progress after a cancel, change nothing. */
export function createEditorState() {
  const { getState, setState, subscribe } = createScreenState(writing(EMPTY_DRAFT));

  function from<Phase extends EditorState['phase']>(phases: readonly Phase[], next: (state: In<Phase>) => EditorState): void {
    const state = getState();
    if (phases.some((phase) => phase === state.phase)) setState(next(state as In<Phase>));
  }

  return {
    getState,
    subscribe,

    edit: (edit: Edit) =>
      from(OPEN, (state) => {
        const draft = edited(state.draft, edit);
        return state.phase === 'reading' ? { ...state, draft } : writing(draft, { problem: remaining(state.problem, edit) });
      }),
    /** Changes the draft without a word. */
    change: (part: Partial<Draft>) => from([...OPEN, ...BUSY], (state) => ({ ...state, draft: { ...state.draft, ...part } })),
    /** Replaces the draft, ends reading, and says what has happened. */
    write: (next: Draft, { problem = null, notice = null, canUndo = false }: Said = {}) =>
      from(OPEN, ({ draft }) => writing(next, { problem, notice, cleared: canUndo ? draft : null })),
    /** Takes a draft with a file that a reload took. After a second reload it belongs to the form behind the created page. */
    putBack: (draft: Draft, notice: string) =>
      from([...OPEN, 'created'], (state) => {
        if (state.phase !== 'created') return writing(draft, { notice });
        return state.isTaken ? state : { ...state, draft };
      }),
    undo: (notice: string) => from(['writing'], ({ draft, cleared }) => writing(cleared ?? draft, { notice })),

    beginReading: (name: string) => from(OPEN, ({ draft }) => ({ phase: 'reading', draft, name })),
    beginSealing: () => from(['writing'], ({ draft }) => ({ phase: 'sealing', draft, percent: null })),
    seal: (percent: number) => from(['sealing'], (state) => ({ ...state, percent })),
    progress: (sentBytes: number, totalBytes: number) =>
      from(['sealing', 'sending'], ({ draft }) => ({ phase: 'sending', draft, sentBytes, totalBytes, isSilent: false })),
    fallSilent: () => from(['sending'], (state) => ({ ...state, isSilent: true })),
    fail: (problem: Problem) => from([...OPEN, ...BUSY], ({ draft }) => writing(draft, { problem })),
    callOff: () => from(['sending'], ({ draft }) => ({ phase: 'calling-off', draft })),
    cancel: (notice: string | null) => from(BUSY, ({ draft }) => writing(draft, { notice })),

    showCreated: (paste: CreatedPaste) =>
      from(BUSY, ({ draft }) => ({
        phase: 'created',
        paste,
        isTaken: false,
        draft,
        sent: draft.burnAfterRead ? null : draft,
        password: draft.password,
      })),
    /** A reload, Back or Forward leads to the created page again. */
    reopen: (paste: CreatedPaste, isTaken: boolean, password: string) =>
      from(OPEN, ({ draft }) => ({ phase: 'created', paste, isTaken, draft, sent: null, password })),
    takeLink: () => from(['created'], (state) => ({ ...state, isTaken: true, draft: EMPTY_DRAFT })),
    /** Back leads from the created page to the form. */
    returnToForm: () => from(['created'], ({ draft }) => writing(draft)),
    restart: (draft: Draft) => from(['created'], () => writing(draft)),
  };
}

function writing(draft: Draft, more: Partial<In<'writing'>> = {}): EditorState {
  return { phase: 'writing', draft, problem: null, notice: null, cleared: null, ...more };
}

type Place = 'file' | 'content' | 'title' | 'expiry' | 'encrypt' | 'password' | 'networks' | 'recipient' | 'form';

/** The place of a problem, where it can be solved, and the fields whose change solves it; those of all others are `form` and `text`. */
const PLACES: Partial<Record<Problem['code'], readonly [place: Place, ...solvedBy: (keyof Edit)[]]>> = {
  empty: ['content'],
  'too-large-for-server': ['content'],
  'empty-file': ['file'],
  unreadable: ['file'],
  'photo-uncleaned': ['file', 'keepsMetadata'],
  'too-many-files': ['file'],
  'files-too-large': ['file'],
  'file-lost': ['file'],
  'share-lost': ['file'],
  'password-lost': ['password', 'encrypt', 'password', 'isPasswordLost'],
  'password-needed': ['password', 'password'],
  'title-too-long': ['title', 'title'],
  'expiry-wrong': ['expiry', 'expiry'],
  'sealed-too-large': ['encrypt', 'encrypt', 'text', 'keepsMetadata'],
  'encryption-unavailable': ['encrypt', 'encrypt'],
  'network-wrong': ['networks', 'readableFrom'],
  'too-many-networks': ['networks', 'readableFrom'],
  'networks-refused': ['networks', 'readableFrom'],
  'recipient-wrong': ['recipient', 'recipient', 'burnAfterRead'],
};

/** Finds the field that shows a problem: the one where it can be solved. */
export function placeOf(problem: Problem): Place {
  if (problem.code === 'too-large') return problem.name === null ? 'content' : 'file';
  return PLACES[problem.code]?.[0] ?? 'form';
}

/** Keeps a problem until one of its fields changes. */
function remaining(problem: Problem | null, edit: Edit): Problem | null {
  if (problem === null) return null;
  const [, first = 'text', ...others] = PLACES[problem.code] ?? [];
  return [first, ...others].some((field) => field in edit) ? null : problem;
}

export const isBusy = (state: EditorState): state is In<(typeof BUSY)[number]> => BUSY.some((phase) => phase === state.phase);

/** The states of the editor and the transitions between them: no effects, no clock. */

import { createScreenState } from '#components/ui/screen-state';
import type { CreatedPaste } from './created-paste';
import {
  type Attachment,
  attach,
  type Draft,
  type DraftFile,
  type Edit,
  EMPTY_DRAFT,
  edited,
  withFile,
  withoutFile,
  withoutListed,
} from './editor-draft';
import type { Problem } from './editor-problem';

export type EditorState =
  /** `cleared`: the draft to restore by Undo, until something else is begun. */
  | { phase: 'writing'; draft: Draft; problem: Problem | null; notice: Notice | null; cleared: Draft | null }
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

/** An event that the page mentions once. The messages have a sentence for each. */
type Notice =
  | { said: 'cancelled' | 'cancelledDeleted' | 'draftRestored' | 'cleared' }
  /** `of`: what the sentence takes, here the file's name. */
  | { said: 'attached' | 'inserted' | 'added' | 'addedAndEncrypted' | 'removed'; of: string }
  | { said: 'addedSeveral' | 'addedSeveralAndEncrypted'; of: number }
  | { said: 'converted'; of: { name: string; from: string } };

export type EditorScreenState = ReturnType<typeof createEditorState>;

/** Transitions that come too late, such as progress after a cancel, change nothing. */
export function createEditorState() {
  const { getState, setState, subscribe } = createScreenState(writing(EMPTY_DRAFT));

  function from<Phase extends EditorState['phase']>(phases: readonly Phase[], next: (state: In<Phase>) => EditorState): void {
    const state = getState();
    if (phases.some((phase) => phase === state.phase)) setState(next(state as In<Phase>));
  }

  /** Puts a file back that a reload took. After a second reload it belongs to the form behind the created page. */
  function putBack(change: (draft: Draft) => Draft): void {
    from(OPEN, ({ draft }) => writing(change(draft), { notice: { said: 'draftRestored' } }));
    from(['created'], (state) => (state.isTaken ? state : { ...state, draft: change(state.draft) }));
  }

  /** Removes a file, which Undo brings back; while another file is read, there is no Undo. */
  function remove(state: In<'writing' | 'reading'>, draft: Draft, name: string): EditorState {
    if (state.phase === 'reading') return { ...state, draft };
    return writing(draft, { notice: { said: 'removed', of: name }, cleared: state.draft });
  }

  return {
    getState,
    subscribe,

    edit: (edit: Edit) =>
      from(OPEN, (state) => {
        const draft = edited(state.draft, edit);
        return state.phase === 'reading' ? { ...state, draft } : writing(draft, { problem: remaining(state.problem, edit) });
      }),
    restore: (edit: Edit) => from(OPEN, ({ draft }) => writing({ ...draft, ...edit }, { notice: { said: 'draftRestored' } })),
    /** Carries the options that new pastes begin with. */
    prefill: (edit: Edit) => from(OPEN, (state) => ({ ...state, draft: { ...state.draft, ...edit } })),
    noteKept: (isKept: boolean) =>
      from([...OPEN, ...BUSY], (state) =>
        state.draft.isUnkept === !isKept ? state : { ...state, draft: { ...state.draft, isUnkept: !isKept } },
      ),
    /** @param of the attachment that the guess is for; null: the text */
    guess: (guessedSyntax: string, of: Attachment | null) =>
      from([...OPEN, ...BUSY], (state) => (state.draft.attachment === of ? { ...state, draft: { ...state.draft, guessedSyntax } } : state)),

    beginReading: (name: string) => from(OPEN, ({ draft }) => ({ phase: 'reading', draft, name })),
    attach: (attachment: Attachment, syntax: string, convertedFrom: string | null = null) =>
      from(['reading'], ({ draft }) =>
        writing(attach(draft, attachment, syntax), {
          notice: conversion(attachment.name, convertedFrom) ?? { said: 'attached', of: attachment.name },
          cleared: convertedFrom === null ? null : draft,
        }),
      ),
    /** A small file becomes the text of an empty editor. */
    insert: (name: string, edit: Pick<Draft, 'text' | 'textBytes' | 'guessedSyntax'>, convertedFrom: string | null) =>
      from(['reading'], ({ draft }) =>
        writing(
          { ...draft, ...edit, title: draft.title || name },
          { notice: conversion(name, convertedFrom) ?? { said: 'inserted', of: name }, cleared: draft },
        ),
      ),
    addFile: (file: DraftFile, convertedFrom: string | null = null) =>
      from(OPEN, ({ draft }) => {
        const next = withFile(draft, file);
        const name = next.files.at(-1)?.name ?? '';
        return writing(next, {
          notice: conversion(name, convertedFrom) ?? { said: draft.encrypt ? 'added' : 'addedAndEncrypted', of: name },
        });
      }),
    /** Several files were offered together, and all are read. @param problem of the first that was not taken */
    addedSeveral: (count: number, turnsOn: boolean, problem: Problem | null) =>
      from(['writing'], ({ draft, notice }) =>
        writing(draft, {
          problem,
          notice: count > 1 ? { said: turnsOn ? 'addedSeveralAndEncrypted' : 'addedSeveral', of: count } : notice,
        }),
      ),
    putBackAttachment: (attachment: Attachment, syntax: string) => putBack((draft) => attach(draft, attachment, syntax)),
    putBackFile: (file: DraftFile) => putBack((draft) => withFile(draft, file)),
    changeFiles: (change: (draft: Draft) => Draft) => from(OPEN, (state) => ({ ...state, draft: change(state.draft) })),
    removeFile: (file: DraftFile) => from(OPEN, (state) => remove(state, withoutListed(state.draft, file), file.name)),
    removeAttachment: () =>
      from(OPEN, (state) => (state.draft.attachment ? remove(state, withoutFile(state.draft), state.draft.attachment.name) : state)),
    clear: () => from(OPEN, ({ draft }) => writing(EMPTY_DRAFT, { notice: { said: 'cleared' }, cleared: draft })),
    undoClear: () => from(['writing'], (state) => (state.cleared ? writing(state.cleared, { notice: { said: 'draftRestored' } }) : state)),

    beginSealing: () => from(['writing'], ({ draft }) => ({ phase: 'sealing', draft, percent: null })),
    seal: (percent: number) => from(['sealing'], (state) => ({ ...state, percent })),
    progress: (sentBytes: number, totalBytes: number) =>
      from(['sealing', 'sending'], ({ draft }) => ({ phase: 'sending', draft, sentBytes, totalBytes, isSilent: false })),
    fallSilent: () => from(['sending'], (state) => ({ ...state, isSilent: true })),
    fail: (problem: Problem) => from([...OPEN, ...BUSY], ({ draft }) => writing(draft, { problem })),
    callOff: () => from(['sending'], ({ draft }) => ({ phase: 'calling-off', draft })),
    /** @param wasCreated the server had created the paste, and has deleted it */
    cancel: (wasCreated: boolean) =>
      from(BUSY, ({ draft }) => writing(draft, { notice: { said: wasCreated ? 'cancelledDeleted' : 'cancelled' } })),

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
    restart: () => from(['created'], () => writing(EMPTY_DRAFT)),
  };
}

function writing(draft: Draft, more: Partial<In<'writing'>> = {}): EditorState {
  return { phase: 'writing', draft, problem: null, notice: null, cleared: null, ...more };
}

function conversion(name: string, from: string | null): Notice | null {
  return from === null ? null : { said: 'converted', of: { name, from } };
}

/** The fields whose change solves a problem; `text` for all other problems. */
const SUBJECTS: Partial<Record<Problem['code'], readonly (keyof Edit)[]>> = {
  'title-too-long': ['title'],
  'expiry-wrong': ['expiry'],
  'photo-uncleaned': ['keepsMetadata'],
  'encryption-unavailable': ['encrypt'],
  'password-lost': ['encrypt', 'password', 'isPasswordLost'],
  'password-needed': ['password'],
  'sealed-too-large': ['encrypt', 'text', 'keepsMetadata'],
  'network-wrong': ['readableFrom'],
  'too-many-networks': ['readableFrom'],
  'networks-refused': ['readableFrom'],
  'recipient-wrong': ['recipient', 'burnAfterRead'],
};

/** Keeps a problem until one of its fields changes. */
function remaining(problem: Problem | null, edit: Edit): Problem | null {
  const subjects = problem === null ? [] : (SUBJECTS[problem.code] ?? ['text']);
  return subjects.some((field) => field in edit) ? null : problem;
}

export const isBusy = (state: EditorState): state is In<(typeof BUSY)[number]> => BUSY.some((phase) => phase === state.phase);

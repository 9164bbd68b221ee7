/** The states of the editor and the transitions between them. Pure: no effects, no clock. */

import { createScreenState, type ScreenState } from '#components/ui/screen-state';
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
import type { Reading } from './encodings';

export type EditorState =
  /** `cleared`: the draft to restore by Undo, until something else is begun. */
  | { phase: 'writing'; draft: Draft; problem: Problem | null; notice: Notice | null; cleared: Draft | null }
  /** The worker reads a file. `readings`: somebody is asked which of them is right. */
  | { phase: 'reading'; draft: Draft; name: string; readings: readonly Reading[] | null }
  /** `percent`: progress by stages, for large texts only; null: unknown. */
  | { phase: 'sealing'; draft: Draft; percent: number | null }
  /** `isSilent`: for SILENCE_MS nothing was sent or received. */
  | { phase: 'sending'; draft: Draft; sentBytes: number; totalBytes: number; isSilent: boolean }
  /** A sent create was cancelled: the server deletes what it created. */
  | { phase: 'calling-off'; draft: Draft }
  /** `draft`: restored into the form by Back; empty once the link was taken. */
  /** `sent`: the draft that this page has just sent; null after a reload, and for a burn paste, which leaves nothing. */
  /** `password`: the paste's, which no storage has; empty after a reload. */
  | { phase: 'created'; paste: CreatedPaste; isTaken: boolean; draft: Draft; sent: Draft | null; password: string };

type BusyState = Extract<EditorState, { phase: 'sealing' | 'sending' | 'calling-off' }>;

export type FormState = Exclude<EditorState, { phase: 'created' }>;

/** An event that the page mentions once. The messages have a sentence for each. */
type Notice =
  | 'cancelled'
  | 'cancelledDeleted'
  | 'draftRestored'
  | 'attached'
  | 'cleared'
  | { code: 'inserted'; name: string }
  /** `turnsOn`: adding the file turned encryption on. */
  | { code: 'added'; name: string; turnsOn: boolean }
  | { code: 'addedSeveral'; count: number; turnsOn: boolean }
  | { code: 'removed'; name: string }
  | { code: 'converted'; name: string; from: string };

export type EditorEvent =
  | { type: 'edited'; edit: Edit }
  | { type: 'restored'; edit: Edit }
  /** Carries the options of the previous paste. */
  | { type: 'prefilled'; edit: Edit }
  | { type: 'kept'; isKept: boolean }
  /** `of`: the attachment that the guess is for; null: the text. */
  | { type: 'syntax-guessed'; syntax: string; of: Attachment | null }
  | { type: 'file-offered'; name: string }
  /** `readings`: null once somebody has decided. */
  | { type: 'encoding-asked'; readings: readonly Reading[] | null }
  | { type: 'file-taken'; attachment: Attachment; syntax: string; convertedFrom?: string | null; isRestored?: boolean }
  /** A small file became the text of an empty editor. */
  | { type: 'file-inserted'; name: string; text: string; textBytes: number; syntax: string; convertedFrom: string | null }
  | { type: 'file-removed' }
  | { type: 'file-added'; file: DraftFile; convertedFrom?: string | null; isRestored?: boolean }
  /** Several files were offered together, and all are read. `problem`: of the first that was not taken. */
  | { type: 'files-added'; count: number; turnsOn: boolean; problem: Problem | null }
  | { type: 'listed-file-removed'; file: DraftFile }
  /** A file was edited or moved. */
  | { type: 'listed-files-changed'; change: (draft: Draft) => Draft }
  | { type: 'cleared' }
  | { type: 'clearing-undone' }
  | { type: 'submitted' }
  | { type: 'sealed'; percent: number }
  | { type: 'progressed'; sentBytes: number; totalBytes: number }
  | { type: 'fell-silent' }
  | { type: 'failed'; problem: Problem }
  | { type: 'calling-off' }
  /** `wasCreated`: the server had created the paste, and has deleted it. */
  | { type: 'cancelled'; wasCreated: boolean }
  | { type: 'created'; paste: CreatedPaste }
  /** A reload, Back or Forward leads to the created page again. */
  | { type: 'reopened'; paste: CreatedPaste; isTaken: boolean; password: string }
  /** The link was copied, shared, shown as QR code or opened. */
  | { type: 'link-taken' }
  /** Back leads from the created page to the form. */
  | { type: 'returned' }
  | { type: 'restarted' };

/** The state of an editor, which only events change. */
export interface EditorScreenState extends Omit<ScreenState<EditorState>, 'setState'> {
  emit(event: EditorEvent): void;
}

export function createEditorState(): EditorScreenState {
  const { getState, setState, subscribe } = createScreenState(INITIAL_STATE);
  return { getState, subscribe, emit: (event) => setState(reduce(getState(), event)) };
}

export const INITIAL_STATE: EditorState = writing(EMPTY_DRAFT);

function writing(draft: Draft, more: Partial<Extract<EditorState, { phase: 'writing' }>> = {}): EditorState {
  return { phase: 'writing', draft, problem: null, notice: null, cleared: null, ...more };
}

/** Events that come too late, such as progress after a cancel, change nothing. */
export function reduce(state: EditorState, event: EditorEvent): EditorState {
  if (state.phase === 'created') return reduceCreated(state, event);
  const { draft } = state;
  const isUnderWay = isBusy(state);

  switch (event.type) {
    case 'edited':
      if (isUnderWay) return state;
      return state.phase === 'reading'
        ? { ...state, draft: edited(draft, event.edit) }
        : writing(edited(draft, event.edit), { problem: remaining(state.problem, event.edit) });
    case 'prefilled':
      return isUnderWay ? state : { ...state, draft: { ...draft, ...event.edit } };
    case 'restored':
      return isUnderWay ? state : writing({ ...draft, ...event.edit }, { notice: 'draftRestored' });
    case 'kept':
      return draft.isUnkept === !event.isKept ? state : { ...state, draft: { ...draft, isUnkept: !event.isKept } };
    case 'syntax-guessed':
      return draft.attachment !== event.of ? state : { ...state, draft: { ...draft, guessedSyntax: event.syntax } };
    case 'file-offered':
      return isUnderWay ? state : { phase: 'reading', draft, name: event.name, readings: null };
    case 'encoding-asked':
      return state.phase === 'reading' ? { ...state, readings: event.readings } : state;
    case 'file-taken':
      if (state.phase !== 'reading') return state;
      return writing(attach(draft, event.attachment, event.syntax), {
        notice: event.isRestored ? 'draftRestored' : (conversion(event.attachment.name, event.convertedFrom) ?? 'attached'),
        cleared: event.convertedFrom ? draft : null,
      });
    case 'file-inserted': {
      if (state.phase !== 'reading') return state;
      const { name, text, textBytes, syntax, convertedFrom } = event;
      return writing(
        { ...draft, text, textBytes, title: draft.title || name, guessedSyntax: syntax },
        { notice: conversion(name, convertedFrom) ?? { code: 'inserted', name }, cleared: draft },
      );
    }
    case 'file-added': {
      if (isUnderWay) return state;
      const next = withFile(draft, event.file);
      const name = next.files.at(-1)?.name ?? '';
      const added: Notice = { code: 'added', name, turnsOn: !draft.encrypt };
      return writing(next, { notice: event.isRestored ? 'draftRestored' : (conversion(name, event.convertedFrom) ?? added) });
    }
    case 'files-added':
      if (state.phase !== 'writing') return state;
      return writing(draft, {
        problem: event.problem,
        notice: event.count > 1 ? { code: 'addedSeveral', count: event.count, turnsOn: event.turnsOn } : state.notice,
      });
    case 'listed-file-removed':
      if (isUnderWay) return state;
      return withUndo(state, withoutListed(draft, event.file), event.file.name);
    case 'listed-files-changed':
      return isUnderWay ? state : { ...state, draft: event.change(draft) };
    case 'file-removed':
      return isUnderWay || !draft.attachment ? state : withUndo(state, withoutFile(draft), draft.attachment.name);
    case 'cleared':
      return isUnderWay ? state : writing(EMPTY_DRAFT, { notice: 'cleared', cleared: draft });
    case 'clearing-undone':
      return state.phase === 'writing' && state.cleared ? writing(state.cleared, { notice: 'draftRestored' }) : state;
    case 'submitted':
      return state.phase === 'writing' ? { phase: 'sealing', draft, percent: null } : state;
    case 'progressed':
      if (state.phase !== 'sealing' && state.phase !== 'sending') return state;
      return { phase: 'sending', draft, sentBytes: event.sentBytes, totalBytes: event.totalBytes, isSilent: false };
    case 'sealed':
      return state.phase === 'sealing' ? { ...state, percent: event.percent } : state;
    case 'fell-silent':
      return state.phase === 'sending' ? { ...state, isSilent: true } : state;
    case 'calling-off':
      return state.phase === 'sending' ? { phase: 'calling-off', draft } : state;
    case 'failed':
      return writing(draft, { problem: event.problem });
    case 'cancelled':
      return isUnderWay ? writing(draft, { notice: event.wasCreated ? 'cancelledDeleted' : 'cancelled' }) : state;
    case 'created':
      return isUnderWay ? created(event.paste, draft, draft.burnAfterRead ? null : draft, draft.password) : state;
    case 'reopened':
      return isUnderWay ? state : { ...created(event.paste, draft, null, event.password), isTaken: event.isTaken };
    case 'link-taken':
    case 'returned':
    case 'restarted':
      return state;
  }
}

type CreatedState = Extract<EditorState, { phase: 'created' }>;

const created = (paste: CreatedPaste, draft: Draft, sent: Draft | null, password: string): CreatedState => {
  return { phase: 'created', paste, isTaken: false, draft, sent, password };
};

/** Removes a file, which Undo brings back; while another file is read, there is no Undo. */
function withUndo(state: FormState, draft: Draft, name: string): EditorState {
  if (state.phase === 'reading') return { ...state, draft };
  return writing(draft, { notice: { code: 'removed', name }, cleared: state.draft });
}

function reduceCreated(state: CreatedState, event: EditorEvent): EditorState {
  switch (event.type) {
    case 'restarted':
      return INITIAL_STATE;
    case 'returned':
      return writing(state.draft);
    case 'link-taken':
      return state.isTaken ? state : { ...state, isTaken: true, draft: EMPTY_DRAFT };
    case 'file-taken':
      // A file restored after a reload belongs to the form behind this page.
      return event.isRestored && !state.isTaken ? { ...state, draft: attach(state.draft, event.attachment, event.syntax) } : state;
    case 'file-added':
      return event.isRestored && !state.isTaken ? { ...state, draft: withFile(state.draft, event.file) } : state;
    default:
      return state;
  }
}

function conversion(name: string, from: string | null | undefined): Notice | null {
  return from ? { code: 'converted', name, from } : null;
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

export function isBusy(state: EditorState): state is BusyState {
  return state.phase === 'sealing' || state.phase === 'sending' || state.phase === 'calling-off';
}

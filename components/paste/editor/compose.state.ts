/** Everything the page for a new paste can be in, and how it gets from one to the other. Pure: no effects, no clock. */

import { PLAIN_TEXT } from '#components/languages';
import { MAX_CONTENT_BYTES, MAX_TITLE_CHARACTERS } from '#lib/pastes/paste.rules';
import { DEFAULT_EXPIRY, type Expiry } from './compose.expiry';
import type { Problem } from './compose.problem';
import type { ConvertedFrom } from './inspect-file';

/** A file, or a text too large for a text area: held as it is, never on the page as a whole. */
export interface Attachment {
  content: Blob;
  name: string;
  /** Its first lines. */
  beginning: string;
}

export interface Draft {
  text: string;
  /** Of the text in UTF-8. */
  textBytes: number;
  /** Is the paste instead of the text, which stays. */
  attachment: Attachment | null;
  title: string;
  /** null: the guess counts. */
  chosenSyntax: string | null;
  guessedSyntax: string;
  expiry: Expiry;
  burnAfterRead: boolean;
  encrypt: boolean;
  password: string;
  /** It had a password before a reload, which is not kept: without a new one its paste would not be what its author believes. */
  isPasswordLost: boolean;
  /** The browser does not keep it: a reload would lose it. */
  isUnkept: boolean;
}

/** What the next page shows: all that is left of a draft when its paste exists. */
export interface CreatedPaste {
  /** With the key, when there is one. */
  link: string;
  manageLink: string | null;
  publicId: string;
  /** What the manage link holds; null when the paste needs none. */
  manageToken: string | null;
  /** ISO 8601, or null for never. */
  expiresAt: string | null;
  isE2ee: boolean;
  burnAfterRead: boolean;
  hasPassword: boolean;
}

export type ComposeState =
  /** `cleared`: what was thrown away last, until something else is begun. */
  | { phase: 'writing'; draft: Draft; problem: Problem | null; notice: Notice | null; cleared: Draft | null }
  /** A file is being looked at. */
  | { phase: 'reading'; draft: Draft; name: string }
  /** `percent`: of a large text, by stages; null: not known. */
  | { phase: 'sealing'; draft: Draft; percent: number | null }
  /** `isSilent`: for SILENCE_MS nothing was sent or received. */
  | { phase: 'sending'; draft: Draft; sentBytes: number; totalBytes: number; isSilent: boolean }
  /** Cancelled while it was sent: the server is asked what it has made, to delete it. */
  | { phase: 'calling-off'; draft: Draft }
  /** `draft`: what the form has again by Back; empty once the link was taken. */
  | { phase: 'created'; paste: CreatedPaste; isTaken: boolean; draft: Draft };

type BusyState = Extract<ComposeState, { phase: 'sealing' | 'sending' | 'calling-off' }>;

/** While there is a form. */
export type FormState = Exclude<ComposeState, { phase: 'created' }>;

/** Something that happened and is only worth a word. */
type Notice =
  | 'cancelled'
  | 'cancelled-deleted'
  | 'restored'
  | 'attached'
  | 'cleared'
  | { code: 'inserted'; name: string }
  | { code: 'converted'; name: string; from: ConvertedFrom };

/** What a person changes by hand. */
export type Edit = Partial<
  Pick<Draft, 'text' | 'textBytes' | 'title' | 'chosenSyntax' | 'expiry' | 'burnAfterRead' | 'encrypt' | 'password' | 'isPasswordLost'>
>;

export type ComposeEvent =
  | { type: 'edited'; edit: Edit }
  | { type: 'restored'; edit: Edit }
  /** As somebody chose for the paste before. */
  | { type: 'prefilled'; edit: Edit }
  | { type: 'kept'; isKept: boolean }
  /** `of`: what was looked at. */
  | { type: 'syntax-guessed'; syntax: string; of: Attachment | null }
  | { type: 'file-offered'; name: string }
  | { type: 'file-taken'; attachment: Attachment; syntax: string; convertedFrom?: ConvertedFrom | null; isRestored?: boolean }
  /** A small file, into an empty editor. */
  | { type: 'file-inserted'; name: string; text: string; textBytes: number; syntax: string; convertedFrom: ConvertedFrom | null }
  | { type: 'file-removed' }
  | { type: 'cleared' }
  | { type: 'clearing-undone' }
  | { type: 'submitted' }
  | { type: 'sealed'; percent: number }
  | { type: 'progressed'; sentBytes: number; totalBytes: number }
  | { type: 'fell-silent' }
  | { type: 'failed'; problem: Problem }
  | { type: 'calling-off' }
  /** `wasCreated`: the server had made it, and has deleted it. */
  | { type: 'cancelled'; wasCreated: boolean }
  | { type: 'created'; paste: CreatedPaste }
  /** The created page again: by a reload, Back or Forward. */
  | { type: 'reopened'; paste: CreatedPaste; isTaken: boolean }
  /** The link was copied, shared, shown as QR code or opened. */
  | { type: 'link-taken' }
  /** From the created page back to the form. */
  | { type: 'returned' }
  | { type: 'restarted' };

export const EMPTY_DRAFT: Draft = {
  text: '',
  textBytes: 0,
  attachment: null,
  title: '',
  chosenSyntax: null,
  guessedSyntax: PLAIN_TEXT,
  expiry: DEFAULT_EXPIRY,
  burnAfterRead: false,
  encrypt: true,
  password: '',
  isPasswordLost: false,
  isUnkept: false,
};

export const INITIAL_STATE: ComposeState = writing(EMPTY_DRAFT);

function writing(
  draft: Draft,
  { problem = null, notice = null, cleared = null }: { problem?: Problem | null; notice?: Notice | null; cleared?: Draft | null } = {},
): ComposeState {
  return { phase: 'writing', draft, problem, notice, cleared };
}

/** Events that come too late, such as progress after a cancel, change nothing. */
export function reduce(state: ComposeState, event: ComposeEvent): ComposeState {
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
      return isUnderWay ? state : writing({ ...draft, ...event.edit }, { notice: 'restored' });
    case 'kept':
      return draft.isUnkept === !event.isKept ? state : { ...state, draft: { ...draft, isUnkept: !event.isKept } };
    case 'syntax-guessed':
      return draft.attachment !== event.of ? state : { ...state, draft: { ...draft, guessedSyntax: event.syntax } };
    case 'file-offered':
      return isUnderWay ? state : { phase: 'reading', draft, name: event.name };
    case 'file-taken':
      if (state.phase !== 'reading') return state;
      return writing(attach(draft, event.attachment, event.syntax), {
        notice: event.isRestored ? 'restored' : (conversion(event.attachment.name, event.convertedFrom) ?? 'attached'),
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
    case 'file-removed':
      return isUnderWay ? state : writing(withoutFile(draft));
    case 'cleared':
      return isUnderWay ? state : writing(EMPTY_DRAFT, { notice: 'cleared', cleared: draft });
    case 'clearing-undone':
      return state.phase === 'writing' && state.cleared ? writing(state.cleared, { notice: 'restored' }) : state;
    case 'submitted': {
      if (state.phase !== 'writing') return state;
      const problem = check(draft);
      return problem ? writing(draft, { problem }) : { phase: 'sealing', draft, percent: null };
    }
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
      return isUnderWay ? writing(draft, { notice: event.wasCreated ? 'cancelled-deleted' : 'cancelled' }) : state;
    case 'created':
      return isUnderWay ? { phase: 'created', paste: event.paste, isTaken: false, draft } : state;
    case 'reopened':
      return isUnderWay ? state : { phase: 'created', paste: event.paste, isTaken: event.isTaken, draft };
    case 'link-taken':
    case 'returned':
    case 'restarted':
      return state;
  }
}

function reduceCreated(state: Extract<ComposeState, { phase: 'created' }>, event: ComposeEvent): ComposeState {
  switch (event.type) {
    case 'restarted':
      return INITIAL_STATE;
    case 'returned':
      return writing(state.draft);
    case 'link-taken':
      return state.isTaken ? state : { ...state, isTaken: true, draft: EMPTY_DRAFT };
    case 'file-taken':
      // Brought back after a reload, for the form behind this page.
      return event.isRestored && !state.isTaken ? { ...state, draft: attach(state.draft, event.attachment, event.syntax) } : state;
    default:
      return state;
  }
}

/** A new password, or none wanted, ends the search for the lost one. */
function edited(draft: Draft, edit: Edit): Draft {
  const next = { ...draft, ...edit };
  return next.password !== '' || !next.encrypt ? { ...next, isPasswordLost: false } : next;
}

function conversion(name: string, from: ConvertedFrom | null | undefined): Notice | null {
  return from ? { code: 'converted', name, from } : null;
}

/** A file's name is its title, unless there is another. */
function attach(draft: Draft, attachment: Attachment, guessedSyntax: string): Draft {
  const { title } = withoutFile(draft);
  return { ...draft, attachment, guessedSyntax, title: title || fileNameOf(attachment) };
}

export function withoutFile(draft: Draft): Draft {
  const { attachment, title } = draft;
  if (!attachment) return draft;
  return { ...draft, attachment: null, guessedSyntax: PLAIN_TEXT, title: title === fileNameOf(attachment) ? '' : title };
}

function fileNameOf({ content }: Attachment): string {
  return content instanceof File ? content.name : '';
}

/** A problem stays until what it is about changes. */
function remaining(problem: Problem | null, edit: Edit): Problem | null {
  switch (problem?.code) {
    case undefined:
      return null;
    case 'title-too-long':
      return 'title' in edit ? null : problem;
    case 'encryption-unavailable':
      return 'encrypt' in edit ? null : problem;
    case 'password-lost':
      return 'encrypt' in edit || 'password' in edit || 'isPasswordLost' in edit ? null : problem;
    case 'sealed-too-large':
      return 'encrypt' in edit || 'text' in edit ? null : problem;
    default:
      return 'text' in edit ? null : problem;
  }
}

function check(draft: Draft): Problem | null {
  const bytes = sizeOf(draft);
  if (bytes === 0) return { code: 'empty' };
  if (bytes > MAX_CONTENT_BYTES) return { code: 'too-large', bytes, name: draft.attachment?.name ?? null };
  if ([...draft.title].length > MAX_TITLE_CHARACTERS) return { code: 'title-too-long' };
  if (draft.isPasswordLost && draft.encrypt) return { code: 'password-lost' };
  return null;
}

/** Whether a paste is on its way. */
export function isBusy(state: ComposeState): state is BusyState {
  return state.phase === 'sealing' || state.phase === 'sending' || state.phase === 'calling-off';
}

/** Whether both drafts make the same paste. */
export function makesSamePaste(a: Draft, b: Draft): boolean {
  const fields = ['text', 'attachment', 'title', 'chosenSyntax', 'expiry', 'burnAfterRead', 'encrypt', 'password'] as const;
  return fields.every((field) => a[field] === b[field]);
}

/** Whether there is anything to lose. */
export const hasContent = ({ text, title, attachment }: Draft): boolean => text !== '' || title !== '' || attachment !== null;

/** Bytes of what would be pasted. */
export function sizeOf({ attachment, textBytes }: Draft): number {
  return attachment ? attachment.content.size : textBytes;
}

export function syntaxOf({ chosenSyntax, guessedSyntax }: Draft): string {
  return chosenSyntax ?? guessedSyntax;
}

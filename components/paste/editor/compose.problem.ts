import { composeTexts } from '#components/messages/compose';
import { en } from '#components/messages/en';
import { formatBytes } from '#components/messages/format';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';

/** Why a paste was not created, as plain data: it comes from the worker too. */
export type Problem =
  | { code: 'empty' }
  /** `name`: of the file; null: a text. */
  | { code: 'too-large'; bytes: number; name: string | null }
  | { code: 'empty-file'; name: string }
  | { code: 'too-large-for-server' }
  | { code: 'sealed-too-large' }
  | { code: 'binary' | 'unreadable'; name: string }
  | { code: 'several-files' }
  | { code: 'title-too-long' }
  | { code: 'encryption-unavailable' }
  /** The draft had one before a reload. */
  | { code: 'password-lost' }
  /** The browser doesn't have it any more. */
  | { code: 'file-lost'; name: string }
  /** The worker's file didn't come. */
  | { code: 'not-loaded' }
  | { code: 'too-many-requests'; waitSeconds: number }
  | { code: 'key-needed' }
  | { code: 'storage-full' }
  | { code: 'offline' }
  | { code: 'unreachable' }
  /** The request was called off before, by this page. */
  | { code: 'called-off' }
  /** It was cancelled, and the server didn't say what it had made. */
  | { code: 'outcome-unknown' }
  | { code: 'refused'; message: string }
  | { code: 'server-error'; requestId: string | null };

export class ComposeError extends Error {
  override readonly name = 'ComposeError';
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Where a problem is shown: beside what can mend it. */
export function fieldOf(problem: Problem): 'file' | 'content' | 'title' | 'encrypt' | 'password' | 'form' {
  switch (problem.code) {
    case 'too-large':
      return problem.name === null ? 'content' : 'file';
    case 'empty':
    case 'too-large-for-server':
      return 'content';
    case 'empty-file':
    case 'binary':
    case 'unreadable':
    case 'several-files':
    case 'file-lost':
      return 'file';
    case 'password-lost':
      return 'password';
    case 'title-too-long':
      return 'title';
    case 'sealed-too-large':
    case 'encryption-unavailable':
      return 'encrypt';
    default:
      return 'form';
  }
}

export function describeProblem(problem: Problem): string {
  const texts = composeTexts.problems;
  const limit = formatBytes(MAX_CONTENT_BYTES);
  switch (problem.code) {
    case 'empty':
      return texts.empty;
    case 'too-large':
      return texts.tooLarge(problem.name ?? texts.theText, formatBytes(problem.bytes), limit);
    case 'empty-file':
      return texts.emptyFile(problem.name);
    case 'too-large-for-server':
      return texts.tooLargeForServer(limit);
    case 'sealed-too-large':
      return texts.sealedTooLarge(limit);
    case 'binary':
      return texts.binary(problem.name);
    case 'unreadable':
      return texts.unreadable(problem.name);
    case 'several-files':
      return texts.severalFiles;
    case 'title-too-long':
      return texts.titleTooLong;
    case 'encryption-unavailable':
      return texts.encryptionUnavailable;
    case 'password-lost':
      return texts.passwordLost;
    case 'file-lost':
      return texts.fileLost(problem.name);
    case 'not-loaded':
      return texts.notLoaded;
    case 'too-many-requests':
      return texts.tooManyRequests(en.seconds(problem.waitSeconds));
    case 'key-needed':
      return texts.keyNeeded;
    case 'storage-full':
      return texts.storageFull;
    case 'offline':
      return texts.offline;
    case 'unreachable':
      return texts.unreachable;
    case 'called-off':
      return texts.calledOff;
    case 'outcome-unknown':
      return texts.outcomeUnknown;
    case 'refused':
      return problem.message === '' ? texts.rejected : texts.refused(problem.message);
    case 'server-error':
      return texts.serverError + (problem.requestId === null ? '' : texts.requestId(problem.requestId));
  }
}

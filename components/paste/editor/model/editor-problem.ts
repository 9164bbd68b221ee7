import { editorMessages } from '#components/messages/editor';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { formatBytes, formatUnit } from '#lib/locales/format.rules';
import { MAX_NETWORKS } from '#lib/pastes/network.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';

/** Why a paste was not created. Plain data, because the worker sends problems too. */
export type Problem =
  | { code: 'network-wrong'; network: string }
  | { code: 'too-many-networks'; count: number }
  /** The server knows better than this page which networks there are. */
  | { code: 'networks-refused'; message: string }
  | { code: 'empty' }
  /** `name`: the file's; null for a text. */
  | { code: 'too-large'; bytes: number; name: string | null }
  | { code: 'empty-file'; name: string }
  | { code: 'too-large-for-server' }
  | { code: 'sealed-too-large' }
  /** The text and files together are too large. */
  | { code: 'files-too-large' }
  | { code: 'binary' | 'unreadable'; name: string }
  /** The file may tell where it was taken, and nobody has said that it may. */
  | { code: 'photo-uncleaned'; name: string }
  | { code: 'too-many-files' }
  | { code: 'title-too-long' }
  /** The typed expiry is invalid. */
  | { code: 'expiry-wrong' }
  /** The server's limit is lower than this page knew. */
  | { code: 'expiry-too-long' }
  | { code: 'encryption-unavailable' }
  /** A reload lost the password. */
  | { code: 'password-lost' }
  /** The operator asks for a password. */
  | { code: 'password-needed' }
  /** The browser no longer has the file. */
  | { code: 'file-lost'; name: string }
  /** The worker's script did not load. */
  | { code: 'not-loaded' }
  /** Something that the phone shared is not on the device. */
  | { code: 'share-lost' }
  | { code: 'too-many-requests'; waitSeconds: number }
  | { code: 'key-needed' }
  /** The operator takes pastes from other networks only. */
  | { code: 'network-refused' }
  /** The session ended after the page was rendered. */
  | { code: 'signed-out' }
  | { code: 'storage-full' }
  | { code: 'offline' }
  | { code: 'unreachable' }
  /** This page cancelled the request earlier. */
  | { code: 'called-off' }
  /** The cancel got no response, so the paste may exist. */
  | { code: 'outcome-unknown' }
  | { code: 'refused'; message: string }
  | { code: 'server-error'; requestId: string | null };

export class EditorError extends Error {
  override readonly name = 'EditorError';
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof EditorError) return error.problem;
  console.error('the page failed', error);
  return { code: 'not-loaded' };
}

type Field = 'file' | 'content' | 'title' | 'expiry' | 'encrypt' | 'password' | 'networks' | 'form';

const FIELDS: Partial<Record<Problem['code'], Field>> = {
  empty: 'content',
  'too-large-for-server': 'content',
  'empty-file': 'file',
  binary: 'file',
  unreadable: 'file',
  'photo-uncleaned': 'file',
  'too-many-files': 'file',
  'files-too-large': 'file',
  'file-lost': 'file',
  'share-lost': 'file',
  'password-lost': 'password',
  'password-needed': 'password',
  'title-too-long': 'title',
  'expiry-wrong': 'expiry',
  'sealed-too-large': 'encrypt',
  'encryption-unavailable': 'encrypt',
  'network-wrong': 'networks',
  'too-many-networks': 'networks',
  'networks-refused': 'networks',
};

/** Finds the field that shows a problem: the one where it can be solved. */
export function fieldOf(problem: Problem): Field {
  if (problem.code === 'too-large') return problem.name === null ? 'content' : 'file';
  return FIELDS[problem.code] ?? 'form';
}

export function describeProblem(problem: Problem): string {
  const messages = editorMessages.problems;
  const limit = formatBytes(MAX_CONTENT_BYTES);
  switch (problem.code) {
    case 'too-large': {
      const { name, bytes } = problem;
      const size = formatBytes(bytes);
      return name === null ? messages.textTooLarge({ size, limit }) : messages.tooLarge({ name, size, limit });
    }
    case 'too-large-for-server':
    case 'sealed-too-large':
    case 'files-too-large':
      return messages[problem.code](limit);
    case 'empty-file':
    case 'binary':
    case 'unreadable':
    case 'photo-uncleaned':
    case 'file-lost':
      return messages[problem.code](problem.name);
    case 'too-many-files':
      return messages.tooManyFiles(MAX_FILES);
    case 'network-wrong':
      return messages[problem.code](problem.network);
    case 'too-many-networks':
      return messages.tooManyNetworks({ count: problem.count, limit: MAX_NETWORKS });
    case 'networks-refused':
      return messages.refused(problem.message);
    case 'too-many-requests':
      return messages.tooManyRequests(formatUnit(problem.waitSeconds, 'second'));
    case 'refused':
      return problem.message === '' ? messages.rejected : messages.refused(problem.message);
    case 'server-error':
      return problem.requestId === null ? messages.serverError : messages.serverErrorWithId(problem.requestId);
    default:
      return messages[problem.code];
  }
}

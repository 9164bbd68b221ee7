/** Why a paste was not created, or an answer not sent. */
import { EnvelopeError } from '#lib/envelope/envelope.errors';

/** Plain data, because the worker sends problems too. */
export type Problem =
  | { code: 'network-wrong'; network: string }
  | { code: 'too-many-networks'; count: number }
  /** The server knows better than this page which networks there are. */
  | { code: 'networks-refused'; message: string }
  | { code: 'recipient-wrong' }
  | { code: 'empty' }
  /** `name`: the file's; null for a text. */
  | { code: 'too-large'; bytes: number; name: string | null }
  | { code: 'empty-file'; name: string }
  | { code: 'too-large-for-server' }
  | { code: 'sealed-too-large' }
  | { code: 'files-too-large' }
  | { code: 'unreadable'; name: string }
  /** The file may tell where it was taken, and nobody has said that it may. */
  | { code: 'photo-uncleaned'; name: string }
  | { code: 'too-many-files' }
  | { code: 'title-too-long' }
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
  /** `field`: the request's that the message is about; empty: none. */
  | { code: 'refused'; field: string; message: string }
  /** The request takes no more answers, has ended, or its asker has no room. */
  | { code: 'request-full' | 'request-gone' | 'no-room' }
  /** The code is none, finds no request, or is that of another key than the server's. */
  | { code: 'code-wrong' | 'code-unknown' | 'code-swapped' }
  | { code: 'server-error'; requestId: string | null };

export class EditorError extends Error {
  override readonly name = 'EditorError';
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Tells why a task of the editor failed. */
export function problemOf(error: unknown): Problem {
  if (error instanceof EditorError) return error.problem;
  if (error instanceof EnvelopeError && error.code === 'unavailable') return { code: 'encryption-unavailable' };
  if (error instanceof EnvelopeError && error.code === 'too-large') return { code: 'sealed-too-large' };
  console.error('the page failed', error);
  return { code: 'not-loaded' };
}

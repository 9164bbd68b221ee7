/**
 * Problems with an envelope, a key or a text to encrypt: plain data, which a worker can send to its page, and by which
 * the page chooses its messages.
 */
export type EnvelopeProblem =
  /** The text is no envelope of this format: it is plain text, damaged, or another program's ciphertext. */
  | { code: 'not-an-envelope' }
  /** A JWE, but of a version, algorithm or cost that this program doesn't take. */
  | { code: 'unsupported'; parameter: UnsupportedParameter }
  | { code: 'too-large'; part: 'envelope' | 'header' | 'plaintext' | 'files' }
  /** The key doesn't have the form of one: the link was cut, or mistyped. */
  | { code: 'invalid-key' }
  /** The envelope has a password, and none was given. */
  | { code: 'password-needed' }
  /** The envelope can't be decrypted: wrong key, wrong password or a changed byte; nobody can tell which. */
  | { code: 'wrong-key' }
  /** A field can't be encrypted: it isn't well-formed Unicode (a lone surrogate), is too long, or is an empty password. */
  | { code: 'invalid-text'; field: 'content' | 'title' | 'syntax' | 'password' }
  /** A file, `index` counted from 0, can't be encrypted for the same reasons, or because its type isn't printable ASCII. */
  | { code: 'invalid-file'; index: number; member: 'type' | 'syntax' | 'content' }
  /** The browser lacks an API: `crypto.subtle` on pages without HTTPS, streams when it is old. */
  | { code: 'unavailable'; api: 'crypto.subtle' | 'DecompressionStream' };

/** Header parameters of RFC 7516 and RFC 7518; `v` is the plaintext's version. */
export type UnsupportedParameter = 'alg' | 'enc' | 'zip' | 'crit' | 'p2c' | 'p2s' | 'epk' | 'v';

/** The only error that this folder throws on purpose. It has no cause, and no key, password or text in its message. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';
  readonly problem: EnvelopeProblem;

  constructor(problem: EnvelopeProblem) {
    super(Object.values(problem).join(': '));
    this.problem = problem;
  }

  get code(): EnvelopeProblem['code'] {
    return this.problem.code;
  }
}

export const notAnEnvelope = () => new EnvelopeError({ code: 'not-an-envelope' });
export const unsupported = (parameter: UnsupportedParameter) => new EnvelopeError({ code: 'unsupported', parameter });

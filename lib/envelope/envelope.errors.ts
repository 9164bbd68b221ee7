/**
 * What can be wrong with an envelope, a key or a paste to be sealed: plain data, so that it crosses from a worker to
 * its page, and a page can choose its words by it.
 */
export type EnvelopeProblem =
  /** Something else than a paste of this format: text, damaged, or another program's ciphertext. */
  | { code: 'not-an-envelope' }
  /** A JWE, but of a version, algorithm or cost that this program doesn't take. */
  | { code: 'unsupported'; parameter: UnsupportedParameter }
  | { code: 'too-large'; part: 'envelope' | 'header' | 'plaintext' | 'files' }
  /** Not the form of a key: the link was cut, or changed in typing. */
  | { code: 'invalid-key' }
  /** The envelope has a password, and none was given. */
  | { code: 'password-needed' }
  /** It doesn't open: wrong key, wrong password or a changed byte; nobody can tell which. */
  | { code: 'wrong-key' }
  /** Only when sealing: not well-formed Unicode (a lone surrogate), too long, or an empty password. */
  | { code: 'invalid-text'; field: 'content' | 'title' | 'syntax' | 'password' }
  /** Only when sealing: the same of the file at this place in the list, from 0, or its type isn't printable ASCII. */
  | { code: 'invalid-file'; index: number; member: 'type' | 'syntax' | 'content' }
  /** The browser lacks it: `crypto.subtle` on pages without HTTPS, streams when it is old. */
  | { code: 'unavailable'; api: 'crypto.subtle' | 'DecompressionStream' };

/** Header parameters of RFC 7516 and RFC 7518; `v` is the plaintext's version. */
export type UnsupportedParameter = 'alg' | 'enc' | 'zip' | 'crit' | 'p2c' | 'p2s' | 'epk' | 'v';

/** The only error this folder throws on purpose. Its message holds no key, password or text, nor does it have a cause. */
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

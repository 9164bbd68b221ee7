/** The fixed values of an answer's format (docs/requests.md), in a file of their own because few pages need them. No imports. */

/** `alg` of an answer to a secret request: ECDH with a key pair of its own, then AES-256 key wrap (RFC 7518 §4.6). */
export const ANSWER_ALGORITHM = 'ECDH-ES+A256KW';
/** Curve of the asker's key pair, which every browser supports. */
export const ANSWER_CURVE = 'P-256';

/** The fixed values of an answer's format (docs/requests.md). Apart, because few pages have to do with answers. No imports. */

/** `alg` of an answer to a request: ECDH with a key pair of its own, then AES-256 key wrap (RFC 7518 §4.6). */
export const ANSWER_ALGORITHM = 'ECDH-ES+A256KW';
/** Of the asker's key pair: the curve that every browser has. */
export const ANSWER_CURVE = 'P-256';

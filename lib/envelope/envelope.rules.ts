/** The numbers and fixed values of the Mode B format, version 1 (docs/envelope.md). Browser-safe: no imports. */

/** `v` of the plaintext. A change that an older reader would misread gets another number. */
export const FORMAT_VERSION = 1;

/** `alg` without a password: the key from the link is the content encryption key (RFC 7518 §4.5). */
export const KEY_ALGORITHM = 'dir';
/** `alg` with a password: PBKDF2 with HMAC-SHA-512, then AES-256 key wrap (RFC 7518 §4.8). */
export const PASSWORD_ALGORITHM = 'PBES2-HS512+A256KW';
/** `enc`: AES-256 in Galois/Counter Mode (RFC 7518 §5.3). */
export const CONTENT_ENCRYPTION = 'A256GCM';
/** `zip`: raw DEFLATE before encryption (RFC 7516 §4.1.3). */
export const COMPRESSION = 'DEF';

export const KEY_BYTES = 32;

/** `p2c`. OWASP's figure for PBKDF2-HMAC-SHA512: a tenth of a second on a laptop. */
export const DEFAULT_ITERATIONS = 210_000;
export const MIN_ITERATIONS = 210_000;
/** Ten times that, for who wants it; still seconds on a phone. More would be a way to hang readers. */
export const MAX_ITERATIONS = 2_000_000;

/** `p2s`. The least that RFC 7518 §4.8.1.1 allows; we write 16. */
export const MIN_SALT_BYTES = 8;
export const MAX_SALT_BYTES = 64;
export const SALT_BYTES = 16;

/** `info` of the HKDF that makes the token for reading a burn paste. */
export const READ_TOKEN_INFO = 'sealpaste read token v1';

/** Characters, all of them ASCII: what the service stores as a content. */
export const MAX_ENVELOPE_CHARACTERS = 10 * 1024 * 1024;
/** Of the encoded header; ours has at most 150. */
export const MAX_HEADER_CHARACTERS = 2048;
/**
 * Of the plaintext, after decompression: 10 MiB of text need up to 60 MiB of JSON (six bytes for a control
 * character), so that whatever can be pasted unencrypted can be sealed as well. More would only be a way to fill a
 * reader's memory.
 */
export const MAX_PLAINTEXT_BYTES = 64 * 1024 * 1024;

/** What is encrypted has at least so many bytes: below, a length says nothing. */
export const MIN_SEALED_BYTES = 256;

/** Code points, as for a paste that isn't encrypted. */
export const MAX_TITLE_CHARACTERS = 255;
/** Code points, none of them a control character. */
export const MAX_SYNTAX_CHARACTERS = 64;
export const DEFAULT_SYNTAX = 'plaintext';

/** A list that a person can still look through. Their bytes are bounded by the envelope's. */
export const MAX_FILES = 20;
/** As RFC 6838 §4.2 allows for each half. */
export const MAX_TYPE_CHARACTERS = 255;

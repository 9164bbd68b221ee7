/** The limits and fixed values of the Mode B format, version 1 (docs/envelope.md). Browser-safe: no imports. */

/** `v` of the plaintext. A change that older readers would misread needs another number. */
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

/** Default of `p2c`: OWASP's figure for PBKDF2-HMAC-SHA512, a tenth of a second on a laptop. */
export const DEFAULT_ITERATIONS = 210_000;
export const MIN_ITERATIONS = 210_000;
/** Most iterations: about ten times the default, which takes seconds on a phone. More could hang readers. */
export const MAX_ITERATIONS = 2_000_000;

/** Least length of `p2s` that RFC 7518 §4.8.1.1 allows; we write 16 bytes. */
export const MIN_SALT_BYTES = 8;
export const MAX_SALT_BYTES = 64;
export const SALT_BYTES = 16;

/** `info` of the HKDF that derives the read token. */
export const READ_TOKEN_INFO = 'sealpaste read token v1';
/** `info` of the HKDF that derives the manage token of a secret request from the key in its inbox link. */
export const INBOX_TOKEN_INFO = 'sealpaste inbox token v1';

/** Length limit of an envelope, which is ASCII: the largest content that the service stores. */
export const MAX_ENVELOPE_CHARACTERS = 10 * 1024 * 1024;
/** Length limit of the encoded header; ours has at most 150 characters. */
export const MAX_HEADER_CHARACTERS = 2048;
/**
 * Size limit of the plaintext, after decompression: 10 MiB of text need up to 60 MiB of JSON (six bytes for a control
 * character), so that every text that fits unencrypted can be encrypted, too. More could only fill a reader's memory.
 */
export const MAX_PLAINTEXT_BYTES = 64 * 1024 * 1024;

/** Least number of encrypted bytes, so that the length says nothing about shorter texts. */
export const MIN_SEALED_BYTES = 256;

/** Limit in code points, the same as for a paste that isn't encrypted. */
export const MAX_TITLE_CHARACTERS = 255;
/** Limit in code points, none of them a control character. */
export const MAX_SYNTAX_CHARACTERS = 64;
export const DEFAULT_SYNTAX = 'plaintext';

/** Files of one paste: a list that a person can look through. The envelope's limit bounds their bytes. */
export const MAX_FILES = 20;
/** Fields that a secret request asks for by name, and each answer then has. */
export const MAX_FIELDS = 12;
export const MAX_FIELD_NAME_CHARACTERS = 40;

/** Length limit of a media type: RFC 6838 §4.2 allows 127 characters for each half. */
export const MAX_TYPE_CHARACTERS = 255;

/** Digits of a code that can be typed: base32 of Crockford, which has no I, L, O and U. */
export const CODE_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CODE_PATTERN = /^[0-9A-HJKMNP-TV-Z]{8}$/;
/** PBKDF2 for each key that somebody tries to find with a given code (docs/receive.md). */
export const CODE_ITERATIONS = 1_000_000;

/** Limits and formats of pastes in the API. Browser-safe: no imports. */

/** 10 MiB of UTF-8 content, not counting the JSON around it. */
export const MAX_CONTENT_BYTES = 10 * 1024 * 1024;
export const MAX_TITLE_CHARACTERS = 255;
export const MAX_SYNTAX_CHARACTERS = 64;
export const DEFAULT_SYNTAX = 'plaintext';
/** 365 days. */
export const MAX_TTL_SECONDS = 31_536_000;
/** The end of the year 9999, the last with four digits in ISO 8601. Only many extensions lead there. */
export const LAST_EXPIRY_MS = 253_402_300_799_999;
/** Time after which a reader who waits for a release must ask again, and in which a released one must claim. */
export const WAIT_MS = 15 * 60_000;
/** Codes that a reader may type before the claim is refused. */
export const CODE_TRIES = 5;
export const DEFAULT_LIST_LIMIT = 20;
export const MAX_LIST_LIMIT = 100;

export const PUBLIC_ID_PATTERN = '^[0-9A-Za-z]{24}$';
export const PUBLIC_ID = new RegExp(PUBLIC_ID_PATTERN);

declare const checked: unique symbol;

/** An identifier that was checked: letters and digits alone, so that it can name a file. */
export type PublicId = string & { readonly [checked]: 'PublicId' };

/** Whether a text can be a public id. Callers look up nothing else. */
export function isPublicId(text: string): text is PublicId {
  return PUBLIC_ID.test(text);
}

/** The beginning and end of a public id: too little to read the paste, enough to know it again. */
export const shortened = (publicId: string): string => `${publicId.slice(0, 4)}…${publicId.slice(-4)}`;

/** 43 characters of base64url: 32 bytes, in their one spelling. */
export const TOKEN_PATTERN = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

export function isToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}

/** The header of a raw response that says how many reads are left after it. */
export const READS_LEFT_HEADER = 'X-Service-Reads-Left';

/** Tab, line feed, form feed, carriage return; escape, which begins the colours of logs. */
const CONTROLS_OF_TEXTS: readonly number[] = [9, 10, 12, 13, 27];

/** Whether a file has control bytes (below 0x20) that texts don't have. Such a file isn't shown as text, even if it is UTF-8. */
export const hasForeignControls = (bytes: Uint8Array): boolean => bytes.some((byte) => byte < 0x20 && !CONTROLS_OF_TEXTS.includes(byte));

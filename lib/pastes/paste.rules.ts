/** The numbers and forms of the interface that pastes obey. Browser-safe: no imports. */

/** 10 MB: of the content's UTF-8, not of the JSON around it. */
export const MAX_CONTENT_BYTES = 10 * 1024 * 1024;
export const MAX_TITLE_CHARACTERS = 255;
export const MAX_SYNTAX_CHARACTERS = 64;
export const DEFAULT_SYNTAX = 'plaintext';
/** 365 days. */
export const MAX_TTL_SECONDS = 31_536_000;
/** The end of the year 9999, the last that ISO 8601 writes with four digits. Only many extensions lead there. */
export const LAST_EXPIRY_MS = 253_402_300_799_999;
export const DEFAULT_LIST_LIMIT = 20;
export const MAX_LIST_LIMIT = 100;

export const PUBLIC_ID = /^[0-9A-Za-z]{24}$/;

/** What can't be an id is not looked up. */
export function isPublicId(text: string): boolean {
  return PUBLIC_ID.test(text);
}

/** The id in a link of a paste: of its page, its raw text, or its manage page, with or without what follows `#`. An id is one, too. */
export function publicIdIn(link: string): string | null {
  return /^(?:[^#]*\/)?([0-9A-Za-z]{24})(?:[/?#.]|$)/.exec(link.trim())?.[1] ?? null;
}

/** 43 characters of base64url: 32 bytes, in their one spelling. */
export const TOKEN_PATTERN = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

export function isToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}

import * as z from 'zod';

const MAX_ROW_ID = 2_147_483_647;

/** Parses a 32-bit integer from 1, as the API writes it. @returns null for anything else */
export function parseRowId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ROW_ID ? id : null;
}

export const rowIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(MAX_ROW_ID));

/** Schema for the API's document: an id in a path is text, but the same number as in a body. */
export const SHOWN_ROW_ID = { type: 'integer', minimum: 1, maximum: MAX_ROW_ID, pattern: undefined, example: 1 } as const;

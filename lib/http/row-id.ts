import * as z from 'zod';

const MAX_ROW_ID = 2_147_483_647;

/** A 32-bit integer from 1, as the API writes it. What can't be an id is not looked up: null. */
export function parseRowId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ROW_ID ? id : null;
}

export const rowIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(MAX_ROW_ID));

/** For the API's document: in a path it is text, and the same number as in a body. */
export const SHOWN_ROW_ID = { type: 'integer', minimum: 1, maximum: MAX_ROW_ID, pattern: undefined, example: 1 } as const;

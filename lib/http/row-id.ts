import * as z from 'zod';

const MAX_ROW_ID = 2_147_483_647;

export const rowIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(MAX_ROW_ID));

/** Parses a 32-bit integer from 1, as the API writes it. @returns null for anything else */
export const parseRowId = (text: string): number | null => rowIdSchema.safeParse(text).data ?? null;

/** Schema for the API's document: an id in a path is text, but the same number as in a body. */
export const SHOWN_ROW_ID = { type: 'integer', minimum: 1, maximum: MAX_ROW_ID, pattern: undefined, example: 1 } as const;

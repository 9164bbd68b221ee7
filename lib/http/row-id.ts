import * as z from 'zod';

/** A 32-bit integer from 1, as the API writes it. What can't be an id is not looked up: null. */
export function parseRowId(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= 2_147_483_647 ? id : null;
}

/** A part of a path that is such a number. */
export const rowIdSchema = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(z.int().max(2_147_483_647));

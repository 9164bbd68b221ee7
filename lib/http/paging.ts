import * as z from 'zod';

const queryInteger = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'expected a whole number of up to 15 digits')
    .transform(Number)
    .pipe(z.int().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`));

/** Query for a part of a list, the newest first. */
export const pagingSchema = (defaultLimit: number, maxLimit: number) =>
  z.object({
    limit: queryInteger(1, maxLimit)
      .default(defaultLimit)
      .meta({ description: 'How many.', type: 'integer', minimum: 1, maximum: maxLimit, default: defaultLimit }),
    offset: queryInteger(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .meta({ description: 'How many of the newest to pass over.', type: 'integer', minimum: 0, default: 0 }),
  });

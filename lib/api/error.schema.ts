import * as z from 'zod';

export const errorSchema = z.strictObject({
  error: z.string().meta({ description: 'The kind of the error, in words for people.', example: 'Not Found' }),
  code: z.string().meta({ description: 'The kind of the error, for programs. Codes do not change.', example: 'not_found' }),
  details: z
    .array(
      z.strictObject({
        path: z.array(z.string()).meta({ description: 'The names that lead to the field; empty: the whole input.' }),
        message: z.string(),
        rule: z.string().optional().meta({ description: 'With `rule` only: the name of the broken rule.', example: 'e2ee' }),
      }),
    )
    .optional()
    .meta({ description: 'Every problem with the input, each with its field.' }),
  triesLeft: z.int().optional().meta({ description: 'With `wrong_code` only.' }),
  protectedHeader: z.string().nullable().optional().meta({
    description:
      'With `read_token_required`: the first part of the envelope, which says how to derive the token. Null: the content is not an envelope of this service.',
  }),
});

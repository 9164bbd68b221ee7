import * as z from 'zod';
import { KEY_LIFETIMES_DAYS, MAX_KEY_NAME_CHARACTERS, USER_NAME_PATTERN } from './accounts.rules';

/** A name in a list, not text. */
const keyName = z
  .string()
  .trim()
  .min(1, 'expected a name')
  .max(MAX_KEY_NAME_CHARACTERS, `expected at most ${MAX_KEY_NAME_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'expected no control characters');

/** As a form sends it: `never`, or a number of days. */
const lifetimeDays = z
  .enum(KEY_LIFETIMES_DAYS.map((days) => String(days ?? 'never')))
  .transform((text) => (text === 'never' ? null : Number(text)));

/** Fields of the form that makes a key. */
export const createKeySchema = z.object({ name: keyName, lifetimeDays });

/** Fields of the form that renames a key. */
export const renameKeySchema = z.object({ keyId: z.string(), name: keyName });

/** Fields of the form that makes an account. */
export const registerSchema = z.object({
  userName: z
    .string()
    .trim()
    .regex(new RegExp(`^${USER_NAME_PATTERN}$`, 'u'), 'expected up to 64 letters, digits or . _ @ -, starting with a letter or digit'),
});

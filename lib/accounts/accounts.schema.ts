import * as z from 'zod';
import { KEY_LIFETIMES_DAYS, MAX_KEY_NAME_CHARACTERS, USER_NAME_PATTERN } from './accounts.rules';
import { KEY_SCOPES, scopeField } from './key-scopes.rules';
import { isNewUserName } from './user-name';

const keyName = z
  .string()
  .trim()
  .min(1, 'expected a name')
  .max(MAX_KEY_NAME_CHARACTERS, `expected at most ${MAX_KEY_NAME_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'expected no control characters');

/** A form sends `never`, or a number of days. */
const lifetimeDays = z
  .enum(KEY_LIFETIMES_DAYS.map((days) => String(days ?? 'never')))
  .transform((text) => (text === 'never' ? null : Number(text)));

/** Fields of the form that makes a key. Each ticked scope is a field; no scope, or all of them, allows everything. */
export const createKeySchema = z.looseObject({ name: keyName, lifetimeDays }).transform(({ name, lifetimeDays, ...fields }) => {
  const scopes = KEY_SCOPES.filter((scope) => fields[scopeField(scope)] !== undefined);
  return { name, lifetimeDays, scopes: scopes.length % KEY_SCOPES.length === 0 ? null : scopes };
});

export const operatorKeySchema = z
  .object({ userName: z.string().trim(), name: keyName, lifetimeDays, apiOnly: z.string().optional(), existing: z.string().optional() })
  .transform(({ apiOnly, existing, ...fields }) => ({ ...fields, apiOnly: apiOnly === 'on', existing: existing === 'on' }));

export const renameKeySchema = z.object({ keyId: z.string(), name: keyName });

export const registerSchema = z.object({
  userName: z
    .string()
    .trim()
    .regex(new RegExp(`^${USER_NAME_PATTERN}$`, 'u'), 'expected up to 64 letters, digits or . _ @ -, starting with a letter or digit')
    .refine(isNewUserName, 'expected letters of one alphabet'),
});

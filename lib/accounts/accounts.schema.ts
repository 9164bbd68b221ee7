import * as z from 'zod';
import { KEY_LIFETIMES_DAYS, MAX_KEY_NAME_CHARACTERS, USER_NAME_PATTERN } from './accounts.rules';
import { KEY_SCOPES } from './house-rules.rules';
import { isNewUserName } from './user-name';

export const keyNameSchema = z
  .string()
  .trim()
  .min(1, 'expected a name')
  .max(MAX_KEY_NAME_CHARACTERS, `expected at most ${MAX_KEY_NAME_CHARACTERS} characters`)
  .regex(/^\P{Cc}*$/u, 'expected no control characters');

/** Body that makes a key. No scope, or all of them, allows everything. */
export const createKeySchema = z.object({
  name: keyNameSchema,
  lifetimeDays: z
    .literal(
      KEY_LIFETIMES_DAYS.filter((days) => days !== null),
      `expected one of ${KEY_LIFETIMES_DAYS.filter(Boolean).join(', ')}`,
    )
    .nullable()
    .default(null)
    .meta({ description: 'Days until the key expires; without it: never.' }),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .default([])
    .transform((chosen) => {
      const scopes = KEY_SCOPES.filter((scope) => chosen.includes(scope));
      return scopes.length % KEY_SCOPES.length === 0 ? null : scopes;
    })
    .meta({ description: 'What the key may do; without it: everything.' }),
});

export const createdKeySchema = z.strictObject({ apiKey: z.string() }).meta({ id: 'CreatedKey' });

/** Query of what ends a key, a session or an identity. */
export const endingSchema = z.object({
  made: z
    .enum(['keep', 'delete'], 'expected keep or delete')
    .default('keep')
    .meta({ description: 'Whether keys, webhooks, chats and the like that were made with it end as well.' }),
});

export const registerSchema = z.object({
  userName: z
    .string()
    .trim()
    .regex(new RegExp(`^${USER_NAME_PATTERN}$`, 'u'), 'expected up to 64 letters, digits or . _ @ -, starting with a letter or digit')
    .refine(isNewUserName, 'expected letters of one alphabet'),
});

/** Requests of administrators. Browsers enforce the same lengths. */
import * as z from 'zod';
import { createKeySchema } from '../accounts/accounts.schema';
import { rowIdSchema, SHOWN_ROW_ID } from '../http/row-id';
import { MAX_BAN_REASON_CHARACTERS, MAX_BAN_SECONDS } from './bans.rules';

export const createUserKeySchema = createKeySchema.omit({ scopes: true }).extend({
  userName: z.string().trim().meta({ description: 'A user of a new name is created.', example: 'anna' }),
  isApiOnly: z.boolean().default(false).meta({ description: 'The key signs no browser in.' }),
  isExisting: z.boolean().default(false).meta({ description: 'The user exists, and may have registered the name.' }),
});

export type NewUserKey = z.output<typeof createUserKeySchema>;

export const banSchema = z.strictObject({
  network: z.string().trim().meta({ description: 'An address or a network.', example: '192.0.2.0/24' }),
  ttlSeconds: z.int().min(1).max(MAX_BAN_SECONDS).optional().meta({ description: 'Without it, the ban stays until it is lifted.' }),
  reason: z
    .string()
    .trim()
    .max(MAX_BAN_REASON_CHARACTERS, `expected at most ${MAX_BAN_REASON_CHARACTERS} characters`)
    .regex(/^\P{Cc}*$/u, 'expected no control characters')
    .optional(),
});

export type NewBan = z.output<typeof banSchema>;

export const findPasteSchema = z.strictObject({ publicId: z.string().meta({ description: 'The id in the links of the paste.' }) });

const rowIdOf = (what: string, example: string) =>
  z
    .string()
    .regex(/^[0-9A-Za-z]{1,32}$/)
    .meta({ description: `Id of ${what}.`, example });
/** A row's id is no part of a link and gives no right to read, so it may be in an address. */
const pasteRowId = rowIdOf('the row of the paste', '01a2039a1143d0LHk481JV1K');

export const foundPasteSchema = z.strictObject({ id: pasteRowId }).meta({ id: 'FoundPaste' });
export const moderatedPasteParamsSchema = z.object({ id: pasteRowId });
export const moderatePasteSchema = z.strictObject({ isHeld: z.boolean() });
export const reportParamsSchema = z.object({ id: rowIdOf('the report', 'Zq3vT8xK1b') });
export const userParamsSchema = z.object({ id: rowIdSchema.meta({ description: 'Number of the user.', ...SHOWN_ROW_ID }) });
/** A field that is left out stays as it is. */
export const updateUserSchema = z.strictObject({ isAdmin: z.boolean(), isDisabled: z.boolean() }).partial();
export type UserChanges = z.output<typeof updateUserSchema>;
export const keyParamsSchema = z.object({ id: z.string().meta({ description: 'Public id of the key.', example: 'EyAO8Xk2' }) });
export const liftBanSchema = z.object({ network: z.string().meta({ description: 'As it was banned.', example: '192.0.2.0/24' }) });

import * as z from 'zod';
import { CHOSEN_MAIL_KINDS, MAX_ADDRESS_CHARACTERS } from './mail.rules';

const kinds = z
  .array(z.enum(CHOSEN_MAIL_KINDS, `expected one of ${CHOSEN_MAIL_KINDS.join(', ')}`))
  .max(CHOSEN_MAIL_KINDS.length, 'expected each message at most once');

/** Body of PUT /account/mail; a field that is left out stays as it is. */
export const mailSettingsSchema = z.object({ address: z.string().max(MAX_ADDRESS_CHARACTERS), messages: kinds }).partial();

export const mailboxSchema = z.strictObject({
  address: z.string(),
  messages: z.array(z.enum(CHOSEN_MAIL_KINDS)),
  /** `waiting`: for the confirmation. `ended`: by a link in a mail. `refused`: by the mail server. */
  state: z.enum(['confirmed', 'waiting', 'ended', 'refused']),
});

export type MailboxJson = z.output<typeof mailboxSchema>;

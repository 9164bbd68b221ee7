import { present } from '../encoding/present';
import type { MailRow } from './mail.repository';
import type { MailboxJson } from './mail.schema';
import type { MailboxRow } from './mail-rows';

export const presentMailbox = ({ address, kinds, state }: MailboxRow): MailboxJson => ({ address, messages: kinds, state });

/** A mail as its owner's page shows it. */
export const presentMail = (mail: MailRow) => present(mail, 'id', 'kind', 'status', 'error', 'createdAt');

export type ShownMail = ReturnType<typeof presentMail>;

import { present } from '../encoding/present';
import type { MailboxJson } from './mail.schema';
import type { MailboxRow, MailRow } from './mail-rows';

export function presentMailbox({ address, kinds, confirmedAt, ended }: MailboxRow): MailboxJson {
  const waiting = ended === null ? 'waiting' : ended === 'refused' ? 'refused' : 'ended';
  return { address, messages: kinds, state: confirmedAt === null ? waiting : 'confirmed' };
}

/** A mail as its owner's page shows it. */
export const presentMail = (mail: MailRow) => present(mail, 'id', 'kind', 'status', 'error', 'createdAt');

export type ShownMail = ReturnType<typeof presentMail>;

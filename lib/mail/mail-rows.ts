import { parseMakers } from '../accounts/makers';
import { numberOrNull, type Prisma, type Row } from '../db/database';
import { flagged } from '../outbox/event-recorder';
import type { Keyring } from '../vault/keyring';
import { openValue, type ValuePlace } from '../vault/vault';
import { CHOSEN_MAIL_KINDS, type MailKind } from './mail.rules';

/** Why nothing more is mailed to an address: its reader ended it, or the mail server says that there is no such mailbox. */
export type MailEnd = 'unsubscribed' | 'refused';

/** A mail as its owner's page shows it; times in ms since 1970. */
export interface MailRow {
  id: string;
  kind: MailKind;
  status: string;
  error: string | null;
  createdAt: number;
  lastAttemptAt: number | null;
}

export const addressPlace = (ownerId: number): ValuePlace => ({ row: `mailbox-of/${ownerId}`, column: 'mail-address' });

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openAddress = (keyring: Keyring, ownerId: number, sealed: Uint8Array): string =>
  openValue(keyring, addressPlace(ownerId), sealed);

export function toMailbox(row: Prisma.MailboxGetPayload<object>, address: string) {
  const ended: MailEnd = row.isRefused ? 'refused' : 'unsubscribed';
  return {
    id: row.id,
    address,
    nonce: row.nonce,
    language: row.language,
    kinds: flagged(CHOSEN_MAIL_KINDS, row),
    confirmedAt: numberOrNull(row.confirmedAt),
    ended: row.isActive ? null : ended,
    /** Ids of all keys, identities and sessions through which the address was set, the first one first. */
    makers: parseMakers(row.madeBy),
  };
}

/** Times are in ms since 1970. */
export type MailboxRow = ReturnType<typeof toMailbox>;

export const toMailTarget = (row: Row) => ({
  mailboxId: Number(row.mailbox_id),
  ownerId: Number(row.owner_id),
  addressSealed: row.address_sealed as Uint8Array,
  nonce: String(row.nonce),
  language: String(row.language),
  isConfirmed: row.confirmed_at !== null,
  userName: String(row.name),
  isUserDisabled: row.disabled_at !== null,
});

/** The mailbox that gets a queued mail. */
export type MailTarget = ReturnType<typeof toMailTarget>;

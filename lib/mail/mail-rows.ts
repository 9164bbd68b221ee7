import { timingSafeEqual } from 'node:crypto';
import { parseMakers } from '../accounts/makers';
import type { Prisma } from '../db/database';
import { flagged } from '../outbox/event-recorder';
import type { Keyring } from '../vault/keyring';
import { mailLinkProofs, openValue, type ValuePlace } from '../vault/vault';
import { CHOSEN_MAIL_KINDS } from './mail.rules';
import type { MailboxJson } from './mail.schema';

export const addressPlace = (ownerId: number): ValuePlace => ({ row: `mailbox-of/${ownerId}`, column: 'mail-address' });

/** @throws UnknownMasterKeyError, SealBrokenError */
export const openAddress = (keyring: Keyring, ownerId: number, sealed: Uint8Array): string =>
  openValue(keyring, addressPlace(ownerId), sealed);

export function toMailbox(row: Prisma.MailboxGetPayload<object>, address: string) {
  const unconfirmed = row.isActive ? 'waiting' : row.isRefused ? 'refused' : 'ended';
  const state: MailboxJson['state'] = row.confirmedAt === null ? unconfirmed : 'confirmed';
  return {
    id: row.id,
    address,
    nonce: row.nonce,
    language: row.language,
    kinds: flagged(CHOSEN_MAIL_KINDS, row),
    state,
    /** Ids of all keys, identities and sessions through which the address was set, the first one first. */
    makers: parseMakers(row.madeBy),
  };
}

export type MailboxRow = ReturnType<typeof toMailbox>;

/**
 * The links in mails: one confirms the address, the other ends all mails to it. They need no sign-in, because whoever
 * reads them has the mailbox.
 *
 * Guarantees: only this service can make a link, and each does one thing for one address: after a change of the address no
 * link from before does anything. The link that confirms names the time at which it was asked for.
 * Not protected: whoever gets the mail forwarded can use its links.
 */

/** The content of a link's token; `at`: when the link was asked for, in ms since 1970. */
export interface MailLink {
  purpose: 'confirm' | 'unsubscribe';
  mailboxId: number;
  nonce: string;
  at: number;
}

const TOKEN = /^(\d{1,15})-(\d{1,15})-([0-9A-Za-z]{16})-([\w-]{22})$/;

const proofsOf = (keyring: Keyring, { purpose, mailboxId, nonce, at }: MailLink) =>
  mailLinkProofs(keyring, `${purpose}/${mailboxId}/${at}/${nonce}`);

/** The token of a link: letters, digits, `-` and `_`. */
export function mailToken(keyring: Keyring, link: MailLink): string {
  return `${link.mailboxId}-${link.at}-${link.nonce}-${proofsOf(keyring, link)[0]}`;
}

/** @returns null for a token that this service has not made for the purpose */
export function parseMailToken(keyring: Keyring, purpose: MailLink['purpose'], token: string): MailLink | null {
  const [, mailboxId, at, nonce = '', proof = ''] = TOKEN.exec(token) ?? [];
  const link = { purpose, mailboxId: Number(mailboxId), at: Number(at), nonce };
  const isOurs = proof !== '' && proofsOf(keyring, link).some((one) => timingSafeEqual(Buffer.from(one), Buffer.from(proof)));
  return isOurs ? link : null;
}

/**
 * The links in mails: one confirms the address, the other ends all mails to it. They need no sign-in, because whoever
 * reads them has the mailbox.
 *
 * Guarantees: only this service can make a link, and each does one thing for one address: after a change of the address no
 * link from before does anything. The link that confirms names the time at which it was asked for.
 * Not protected: whoever gets the mail forwarded can use its links.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../vault/keyring';
import { mailLinkProofs } from '../vault/vault';

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

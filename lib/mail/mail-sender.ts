/**
 * Sends mails to the configured server (RFC 5321), by nodemailer, with every reply mapped to one of a few outcomes.
 *
 * Guarantees: an attempt ends within SEND_TIMEOUT_MS, and its connection with it. With `tls=required` and `smtps:` nothing is
 * sent without TLS and a valid certificate, and a password only if the server takes it. No outcome contains the password or the
 * recipient's address.
 * Not protected: a server that took a mail may lose it, or send it back to the sender's address later.
 */
import { createTransport, type NodemailerError } from 'nodemailer';
import type { OfferedLanguages } from '../locales/offered-languages';
import type { Logger } from '../log/logger';
import type { Sent } from '../outbox/outbox-attempt';
import type { Keyring } from '../vault/keyring';
import { SEND_TIMEOUT_MS, SERVER_PAUSE_MS } from './mail.rules';
import type { MailSenderAddress, SmtpServer } from './mail-address';
import type { MailText } from './mail-format';

export interface OutgoingMail extends MailText {
  to: string;
  /** The id of the mail, of which its Message-ID is made: the same on every attempt. */
  id: string;
  /** When it was queued, in ms since 1970: its Date, the same on every attempt. */
  createdAt: number;
  /** The address whose request by POST ends all mails (RFC 8058); null: the mail has none. */
  unsubscribeUrl: string | null;
}

export type MailSender = ReturnType<typeof createMailSender>;

/** The parts by which each queue makes and sends its mails. */
export interface Mailing {
  keyring: Keyring;
  send: MailSender['send'];
  siteName: string;
  languages: OfferedLanguages;
  log: Logger;
}

export interface MailSenderOptions {
  /** Time of an attempt. */
  timeoutMs?: number;
  /** PEM of certificates that are trusted in place of Node's. */
  ca?: string;
}

export function createMailSender(
  { host, port, tls, auth }: SmtpServer,
  from: MailSenderAddress,
  { timeoutMs = SEND_TIMEOUT_MS, ca }: MailSenderOptions = {},
) {
  const [, domain = ''] = from.address.split('@');
  const transport = createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    ...(auth === null ? {} : { auth, forceAuth: true }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 0,
    maxResponseSize: MAX_REPLY_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send({ to, id, createdAt, subject, text, html, unsubscribeUrl }: OutgoingMail): Promise<Sent> {
      try {
        await transport.sendMail({
          from: { name: from.name ?? '', address: from.address },
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          date: new Date(createdAt),
          headers: headersOf(unsubscribeUrl),
          xMailer: false,
          signal: AbortSignal.timeout(timeoutMs),
        });
        return { kind: 'sent', error: null };
      } catch (error) {
        return outcomeOf(error as NodemailerError);
      }
    },

    /** Connects, and signs in where there is a password, without a mail. @throws Error that says why that fails */
    async check(waitMs: number): Promise<void> {
      const checking = createTransport({ ...transport.options, connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs });
      await checking.verify().catch((error: NodemailerError) => {
        throw new Error(reasonOf(error));
      });
    },
  };
}

/** A reply is a few lines. */
const MAX_REPLY_BYTES = 64 * 1024;
const MAX_REASON_CHARACTERS = 300;

/** RFC 8058 wants an address under HTTPS. RFC 3834: no program is to respond to the mail. */
function headersOf(unsubscribeUrl: string | null): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl === null ? {} : { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
    ...(unsubscribeUrl?.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
  };
}

/** Enhanced status codes (RFC 3463) by which a mailbox does not exist, has moved, or is disabled. */
const UNKNOWN_ADDRESS = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/** The reply with which a server ends any connection (RFC 5321 §3.8). */
const CLOSING = 421;

function outcomeOf(thrown: NodemailerError): Sent {
  const { command = '', responseCode: code, response = '' } = thrown;
  const error = reasonOf(thrown);
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  // The server can't be reached, or refuses the connection, the password or the sender: it takes no mail at all.
  if (!isAboutMail || code === undefined || code < 400 || code === CLOSING)
    return { kind: 'unavailable', waitMs: SERVER_PAUSE_MS, responded: false, error };
  if (code < 500) return { kind: 'failed', error };
  return { kind: command === 'RCPT TO' && UNKNOWN_ADDRESS.test(response) ? 'gone' : 'refused', error };
}

/** The server's reply, or what failed before there was one. Replies may repeat addresses. */
function reasonOf({ code = '', command, response, originalCode, message, name }: NodemailerError): string {
  const failure = name === 'AbortError' ? 'no reply in time' : [code, originalCode, message].filter((part) => part).join(' ');
  const text = response === undefined ? failure : [command, response].filter((part) => part).join(': ');
  return text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/[^\s<>@]+@[^\s<>@]+/g, '…')
    .slice(0, MAX_REASON_CHARACTERS);
}

/**
 * Mails a code to the recipient of a burn paste, by which its one reader is released (lib/pastes/reading/paste-waiting.ts).
 *
 * Guarantees:
 * - A wait gets one mail: it is written in the transaction that begins the wait, and an attempt whose result was not recorded is not
 *   made again. Nothing is mailed for a wait that has ended.
 * - Neither code nor address is in the queue, a log or an error. No link and no text of a user is in the mail.
 * - A server that takes no mail for the address has the claim refused, so that its reader and the paste's owner learn it.
 * Not protected: a worker that dies while it sends leaves a reader without the mail, who asks again after ten minutes. What comes back
 * later goes to the sender's address (MAIL_FROM), and nobody here reads it.
 */
import type { mailMessages } from '../../components/messages/mail';
import type { Database, Dialect, Statement } from '../db/database';
import { inLanguage } from '../locales/current-language';
import { messagesOf } from '../locales/messages';
import { offeredOr } from '../locales/offered-languages';
import { pageLanguage } from '../locales/page-language.rules';
import { queueJobs } from '../outbox/event-recorder';
import { createAttempt } from '../outbox/outbox-attempt';
import { queueForOne } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { mailedCodes, openValue, recipientPlace } from '../vault/vault';
import { CODE_MS, MAX_MAIL_ATTEMPTS } from './mail.rules';
import { mailText } from './mail-format';
import type { Mailing } from './mail-sender';

const messages = messagesOf('mail') as typeof mailMessages;

/** All codes are one receiver's: recipients have no row of their own. */
export const CODE_MAILS = queueForOne('code_mails');

/** The statement that queues the mail of a wait, in the language of what runs. */
export function queueCode(dialect: Dialect, pasteId: string, claimHash: Uint8Array): Statement {
  const columns = { paste_id: 'CAST(? AS TEXT)', claim_hash: `CAST(? AS ${dialect.bytes})`, language: 'CAST(? AS TEXT)' };
  const queue = { table: CODE_MAILS.table, idPrefix: 'code_', columns: { receiver: 'r.id' } };
  return queueJobs(dialect, queue, columns, 'FROM (SELECT 1 AS id) r', [pasteId, claimHash, pageLanguage()]);
}

export interface CodeWait {
  pasteId: string;
  claimHash: Uint8Array;
  /** ms since 1970 */
  since: number;
}

/** The codes that release the reader who waits, one for each master key; the first is the one that is mailed. */
export const codesOf = (keyring: Keyring, { pasteId, claimHash, since }: CodeWait): string[] =>
  mailedCodes(keyring, `${pasteId}/${Buffer.from(claimHash).toString('base64url')}/${since}`);

interface Target extends CodeWait {
  recipientSealed: Uint8Array;
  ownerId: number;
  language: string;
}

interface CodeMailOptions extends Mailing {
  db: Database;
  /** Refuses the claim whose code can't be mailed. */
  refuse(paste: { id: string; ownerId: number }, wait: CodeWait, by: null): Promise<unknown>;
}

/** Makes the function that lib/outbox calls for each job. */
export function createCodeMailAttempt({ db, keyring, send, refuse, siteName, languages, log }: CodeMailOptions) {
  const { now } = db.dialect;
  const selectTarget = `SELECT q.paste_id, q.claim_hash, q.language, w.since, p.recipient_sealed, p.owner_id FROM code_mails q
    JOIN waiting_claims w ON w.paste_id = q.paste_id AND w.claim_hash = q.claim_hash AND w.since <= q.created_at
    JOIN pastes p ON p.id = q.paste_id JOIN users u ON u.id = p.owner_id
    WHERE q.id = ? AND q.created_at > ${now} - ${CODE_MS} AND u.disabled_at IS NULL AND w.refused_at IS NULL AND w.until > ${now}
      AND p.recipient_sealed IS NOT NULL AND (p.released_until IS NULL OR p.released_until <= ${now})`;

  return createAttempt<Target>({
    maxAttempts: MAX_MAIL_ATTEMPTS,
    log,
    async find({ id, isUnrecorded }) {
      const [row] = isUnrecorded ? [] : await db.read(selectTarget, [id]);
      if (!row) return null;
      return {
        pasteId: String(row.paste_id),
        claimHash: row.claim_hash as Uint8Array,
        since: Number(row.since),
        recipientSealed: row.recipient_sealed as Uint8Array,
        ownerId: Number(row.owner_id),
        language: String(row.language),
      };
    },
    async send(target, { id, row }) {
      const { pasteId, ownerId, recipientSealed, language } = target;
      const [code = ''] = codesOf(keyring, target);
      const sent = await send({
        ...inLanguage(offeredOr(languages, language), () => textOf(code, siteName)),
        to: openValue(keyring, recipientPlace(pasteId), recipientSealed),
        id,
        createdAt: Number(row.created_at),
        unsubscribeUrl: null,
      });
      if (sent.kind !== 'gone' && sent.kind !== 'refused') return sent;
      await refuse({ id: pasteId, ownerId }, target, null);
      return { ...sent, kind: 'refused' };
    },
    patienceMs: CODE_MS,
  });
}

const textOf = (code: string, siteName: string) =>
  mailText(
    messages.subject({ siteName, head: messages.heads.code }),
    [{ sentence: code }, { sentence: messages.texts.code(siteName) }, { sentence: messages.notYours }],
    [{ sentence: messages.codeReason(siteName) }],
  );

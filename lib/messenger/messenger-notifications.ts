/**
 * Sends the messages of `notification_queue`.
 *
 * Guarantees: each message is sent at least once to a chat that takes it; the platform accepted each
 * message that is recorded as delivered. A chat that the bot may not write to any more is switched
 * off. Waiting for the platform's limits costs no attempt. Once the platform refuses the
 * token, this process sends nothing more. While the platform does not respond, one message at a time is
 * tried and loses attempts, and all others wait. Order is not promised. lib/outbox has the guarantees
 * when workers die.
 */
import { ACCOUNT_EVENTS, type AccountEvent } from '../accounts/accounts.rules';
import { inLanguage } from '../locales/current-language';
import { type OfferedLanguages, offeredOr } from '../locales/offered-languages';
import type { Logger } from '../log/logger';
import { cut, messageOf, type NotifiedEvent } from '../outbox/event-message';
import { openEventPaste } from '../outbox/event-paste';
import { behindOneServer, createAttempt } from '../outbox/outbox-attempt';
import type { ClaimedJob, OutboxQueue } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import type { MessengerRepository } from './messenger.repository';
import {
  ANSWERS,
  type AnswerKind,
  MAX_MESSAGE_UNITS,
  NO_ANSWER,
  type PasteMessage,
  PRESSED,
  REPLY,
  REPORT_MESSAGE,
} from './messenger.rules';
import type { MessengerBot, Pressed, SendOutcome } from './messenger-bot';
import { openReply } from './messenger-rows';
import { accountText, answerText, decisionButtons } from './messenger-text';
import { plain, type TelegramMessage, telegram } from './telegram-format';

/** Time between two attempts at a platform that does not respond. */
const PLATFORM_PAUSE_MS = 20_000;

/** @param clock ms since any moment */
export const behindPlatform = (queue: Pick<OutboxQueue, 'claim' | 'finish'>, clock?: () => number) =>
  behindOneServer(queue, {
    pauseMs: PLATFORM_PAUSE_MS,
    isSilent: ({ columns }) => columns?.error === NO_ANSWER,
    ...(clock === undefined ? {} : { clock }),
  });

export interface NotificationOptions {
  repository: Pick<MessengerRepository, 'findTarget' | 'moveChat' | 'switchOff' | 'postpone'>;
  keyring: Keyring;
  bot: Pick<MessengerBot, 'send' | 'answerPress'>;
  baseUrl: string;
  siteName: string;
  languages: OfferedLanguages;
  maxAttempts: number;
  log: Logger;
}

type MessageTarget = NonNullable<Awaited<ReturnType<MessengerRepository['findTarget']>>>;

/** The headlines of kinds of messages. Chats get an expiry only of what nobody has read. */
const HEADLINES: Record<PasteMessage | typeof REPORT_MESSAGE, NotifiedEvent['name']> = {
  'paste.created': 'paste.created',
  'paste.burned': 'paste.deleted.burned',
  'paste.expired': 'paste.expired.unread',
  'paste.waiting': 'paste.waiting',
  'request.answered': 'request.answered',
  [REPORT_MESSAGE]: 'report.created',
};

/**
 * Makes the attempt that lib/outbox calls for each job, and a signal that aborts when the platform
 * refuses the token: then further attempts are useless.
 */
export function createNotificationAttempt(options: NotificationOptions) {
  const { repository, keyring, bot, baseUrl, siteName, languages, maxAttempts, log } = options;
  const refused = new AbortController();
  const attempt = createAttempt<MessageTarget>({
    maxAttempts,
    log,
    find: ({ id }) => repository.findTarget(id),
    async send(target, job) {
      const outcome = await sendTo(target, job);
      if (outcome.kind === 'moved') return { ...outcome, kind: 'failed' };
      if (outcome.kind !== 'unauthorized') return outcome;
      // The signal comes before the record, so that no other attempt begins meanwhile.
      if (!refused.signal.aborted) {
        refused.abort();
        log.error(
          { reason: outcome.error },
          'the platform refuses MESSENGER_BOT_TOKEN: no chat message is sent until the worker is restarted',
        );
      }
      return { ...outcome, kind: 'unavailable' };
    },
    switchOff: ({ chatRef }) => ({ id: chatRef, statements: repository.switchOff(chatRef) }),
    pause: ({ chatRef }, _, waitMs) => ({ id: chatRef, statements: [repository.postpone(chatRef, waitMs)] }),
    patienceMs: Number.POSITIVE_INFINITY,
  });

  return { attempt, tokenRefused: refused.signal };

  async function sendTo(target: MessageTarget, job: ClaimedJob): Promise<SendOutcome> {
    const { id, row } = job;
    const replyTo = row.reply_to === null ? null : Number(row.reply_to);
    if (row.kind === PRESSED)
      return bot.answerPress(target.chatId, Number(replyTo), JSON.parse(openReply(keyring, id, row.text_sealed)) as Pressed);
    const message = inLanguage(offeredOr(languages, target.language), () => messageFor(job));
    const outcome = await bot.send(target.chatId, message, replyTo);
    if (outcome.kind !== 'moved') return outcome;
    await repository.moveChat(target.chatId, outcome.chatId);
    const moved = await repository.findTarget(id);
    if (!moved) return outcome;
    // The result is recorded for the chat that it came from.
    Object.assign(target, moved);
    return bot.send(moved.chatId, message, null);
  }

  /** @throws UnknownMasterKeyError, SealBrokenError */
  function messageFor({ id, row }: ClaimedJob): TelegramMessage {
    const kind = String(row.kind);
    if (isOneOf(ANSWERS, kind)) return plain(answerText(kind, siteName, baseUrl));
    if (isOneOf(ACCOUNT_EVENTS, kind)) return plain(accountText(kind, siteName));
    // A reply was made with the command, and is cut where the platform would refuse it.
    if (kind === REPLY) return plain(cut(openReply(keyring, id, row.text_sealed), MAX_MESSAGE_UNITS));
    const paste = row.paste_id === null ? {} : { paste: openEventPaste(keyring, row) };
    const event = { name: HEADLINES[kind as keyof typeof HEADLINES], ...paste };
    if (row.waiting_code === null) return telegram(messageOf(event, baseUrl));
    const reader = { code: String(row.waiting_code), client: row.waiting_client as string | null };
    return { ...telegram(messageOf({ ...event, reader }, baseUrl)), buttons: decisionButtons(id, reader.code) };
  }
}

const isOneOf = <Kind extends AnswerKind | AccountEvent>(kinds: readonly Kind[], kind: string): kind is Kind =>
  (kinds as readonly string[]).includes(kind);

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
import type { OfferedLanguages } from '../locales/offered-languages';
import type { Logger } from '../log/logger';
import { behindOneServer } from '../outbox/one-server';
import { afterFailure } from '../outbox/outbox.rules';
import { CANCELLED, createTargets } from '../outbox/outbox-dispatcher';
import type { ClaimedJob, OutboxQueue, Outcome } from '../outbox/outbox-queue';
import { openToldPaste } from '../outbox/told-paste';
import type { Keyring } from '../vault/keyring';
import type { MessengerRepository } from './messenger.repository';
import { ANSWERS, type AnswerKind, NO_ANSWER, PRESSED, REPLY, REPORT_MESSAGE, type ToldKind } from './messenger.rules';
import type { MessengerBot, SendOutcome } from './messenger-bot';
import type { MessageTarget } from './messenger-rows';
import { openPressed, openReply, type Pressed } from './messenger-sealed';
import {
  accountMessage,
  answerMessage,
  type ChatMessage,
  eventMessage,
  replyMessage,
  reportMessage,
  waitingMessage,
} from './messenger-text';

/** The table for lib/outbox. */
export const NOTIFICATION_QUEUE = {
  table: 'notification_queue',
  receiver: 'chat_ref',
  receivers: 'messenger_chats',
  // Each linked chat counts as an owner; all chats that nobody has linked count as one, however many they are.
  owner: 'CASE WHEN EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = r.id) THEN r.id ELSE 0 END',
  // All chats are on the one platform, so pausing one would not help.
  isPausable: false,
} as const;

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
  repository: Pick<MessengerRepository, 'findTargets' | 'moveChat' | 'switchOff' | 'postpone'>;
  keyring: Keyring;
  bot: Pick<MessengerBot, 'send' | 'answerPress'>;
  baseUrl: string;
  siteName: string;
  languages: OfferedLanguages;
  maxAttempts: number;
  log: Logger;
}

/**
 * Makes the attempt that lib/outbox calls for each job, and a signal that aborts when the platform
 * refuses the token: then further attempts are useless.
 */
export function createNotificationAttempt(options: NotificationOptions) {
  const { repository, keyring, bot, baseUrl, siteName, languages, maxAttempts, log } = options;
  const refused = new AbortController();
  const targets = createTargets(repository.findTargets);

  return { attempt, tokenRefused: refused.signal };

  async function attempt(job: ClaimedJob): Promise<Outcome> {
    const target = await targets.load(job.id);
    if (!target?.isWanted) return CANCELLED;
    const message = inLanguage(languageOf(target), () => messageOf(job));
    if (message === null) return retry(job, 'not sent: internal error', true);
    const replyTo = job.row.reply_to === null ? null : Number(job.row.reply_to);
    if ('query' in message) return outcomeOf(job, target, await bot.answerPress(target.chatId, Number(replyTo), message));
    const sent = await bot.send(target.chatId, message, replyTo);
    if (sent.kind !== 'moved') return outcomeOf(job, target, sent);
    await repository.moveChat(target.chatId, sent.chatId);
    const moved = await targets.load(job.id);
    // The job is gone, because its chat was deleted meanwhile.
    if (!moved) return CANCELLED;
    return outcomeOf(job, moved, await bot.send(moved.chatId, message, null));
  }

  /** `responded` in the outcome: whether the chat keeps its share of the attempts. */
  function outcomeOf(job: ClaimedJob, { chatRef }: MessageTarget, sent: SendOutcome): Outcome {
    if (sent.kind === 'sent') return { status: 'delivered', responded: true, columns: { error: null } };
    const { kind, error } = sent;
    const uncounted = { status: 'retrying', responded: false, columns: { attempts: job.attempts - 1, error } } as const;
    const failed = { status: 'failed', responded: true, columns: { error } } as const;
    switch (kind) {
      case 'limited': {
        const delayMs = sent.retryAfterMs;
        return { ...uncounted, delayMs, receiver: { id: chatRef, statements: [repository.postpone(chatRef, delayMs)] } };
      }
      case 'forbidden':
        log.info({ chat: chatRef, reason: error }, 'chat switched off: the bot may not write there');
        return { ...failed, receiver: { id: chatRef, statements: repository.switchOff(chatRef) } };
      case 'refused':
        log.warn({ chat: chatRef, message: job.id, reason: error }, 'chat message refused by the platform');
        return failed;
      case 'unauthorized':
        // The signal comes before the record, so that no other attempt begins meanwhile.
        if (!refused.signal.aborted) {
          refused.abort();
          log.error({ reason: error }, 'the platform refuses MESSENGER_BOT_TOKEN: no chat message is sent until the worker is restarted');
        }
        return uncounted;
      case 'moved':
        return retry(job, error, true);
      case 'unavailable':
        return retry(job, error, sent.responded);
    }
  }

  function retry({ attempts }: ClaimedJob, error: string, responded: boolean): Outcome {
    return { ...afterFailure(attempts, maxAttempts), responded, columns: { error } };
  }

  /** The host may have ceased to offer a chat's language. */
  function languageOf({ language }: MessageTarget): string {
    return language !== null && languages.languages.includes(language) ? language : languages.fallback;
  }

  /** The message of a job; null for a damaged row or a missing master key, which are not the chat's fault. */
  function messageOf({ id, row }: ClaimedJob): ChatMessage | Pressed | null {
    const kind = String(row.kind);
    if (isAnswer(kind)) return answerMessage(kind, siteName, baseUrl);
    if (kind === REPORT_MESSAGE) return reportMessage(siteName, baseUrl);
    if (isAccountEvent(kind)) return accountMessage(kind, siteName);
    try {
      if (kind === REPLY) return replyMessage(openReply(keyring, id, row.text_sealed as Uint8Array));
      if (kind === PRESSED) return openPressed(keyring, id, row.text_sealed as Uint8Array);
      const paste = { ...openToldPaste(keyring, row), contentBytes: Number(row.content_bytes) };
      if (row.waiting_code !== null) {
        const reader = { code: String(row.waiting_code), client: row.waiting_client as string | null };
        return waitingMessage(id, reader, paste, baseUrl);
      }
      return eventMessage(kind as ToldKind, paste, baseUrl);
    } catch (err) {
      log.error({ err, message: id }, 'chat message could not be made ready');
      return null;
    }
  }
}

function isAccountEvent(kind: string): kind is AccountEvent {
  return (ACCOUNT_EVENTS as readonly string[]).includes(kind);
}

function isAnswer(kind: string): kind is AnswerKind {
  return (ANSWERS as readonly string[]).includes(kind);
}

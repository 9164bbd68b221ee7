/**
 * Client of the platform's Bot API: the calls of grammY's `Api` that are used, with every response mapped
 * to one of a few outcomes.
 *
 * Guarantees: no error or outcome contains the bot's token, although it is part of every address and so
 * of the errors of failed requests.
 */
import { Api, GrammyError } from 'grammy';
import type { BotCommand, LanguageCode } from 'grammy/types';
import { within } from '../http/within';
import type { Sent } from '../outbox/outbox-attempt';
import { NO_ANSWER, SEND_TIMEOUT_SECONDS } from './messenger.rules';
import type { TelegramMessage } from './telegram-format';

export interface Decided {
  text: string;
  /** Whether it takes the place of the message and its buttons; otherwise only whoever pressed sees it. */
  isFinal: boolean;
}

/** The reply to a press of a button, as it is queued. */
export interface Pressed extends Decided {
  /** The platform's id of the press. */
  query: string;
}

export type SendOutcome =
  | Sent
  /** The group has become a supergroup with another id. */
  | { kind: 'moved'; chatId: string; error: string }
  /** The token is not, or no longer, a bot's, so nothing can be sent. */
  | { kind: 'unauthorized'; error: string };

export type MessengerBot = ReturnType<typeof createMessengerBot>;

/** Wait when the platform's limit names no time. */
const DEFAULT_RETRY_AFTER_SECONDS = 5;
const NAME_WAIT_MS = 2_000;
/** Time between a failed request for the name and the next one. */
const NAME_RETRY_MS = 30_000;
/** Limit of a response; the platform's are far smaller. */
const MAX_ANSWER_BYTES = 1_048_576;
const UPDATES = ['message', 'channel_post', 'callback_query'] as const;
/** The response to an edit that was made already. */
const NOT_MODIFIED = /not modified/;

interface MessengerBotOptions {
  /** Time that a call waits for the platform's response. */
  timeoutSeconds?: number;
  nameWaitMs?: number;
}

/** @param apiUrl without a slash at its end */
export function createMessengerBot(
  token: string,
  apiUrl: string,
  { timeoutSeconds = SEND_TIMEOUT_SECONDS, nameWaitMs = NAME_WAIT_MS }: MessengerBotOptions = {},
) {
  // Redirects are refused, because the token would go wherever they lead.
  const baseFetchConfig = { redirect: 'error', size: MAX_ANSWER_BYTES } as const;
  const api = new Api(token, { apiRoot: apiUrl, timeoutSeconds, baseFetchConfig });
  let known: string | null = null;
  let asking: Promise<string | null> | null = null;
  let askAgainAt = 0;

  async function askName(): Promise<string | null> {
    try {
      known = (await api.getMe()).username;
    } catch {
      askAgainAt = performance.now() + NAME_RETRY_MS;
    }
    asking = null;
    return known;
  }

  return {
    send: (chatId: string, { text, entities, buttons }: TelegramMessage, replyTo: number | null): Promise<SendOutcome> =>
      outcomeOfCall(
        api.sendMessage(chatId, text, {
          entities,
          link_preview_options: { is_disabled: true },
          ...(buttons && {
            reply_markup: { inline_keyboard: [buttons.map((button) => ({ text: button.text, callback_data: button.data }))] },
          }),
          // A reply makes the message appear in the command's topic of a forum.
          ...(replyTo === null ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
        }),
      ),

    /** Responds to a press of a button under a message. */
    async answerPress(chatId: string, messageId: number, { query, text, isFinal }: Pressed): Promise<SendOutcome> {
      // A press that is too old has no response any more; the message changes all the same.
      const answered = await outcomeOfCall(api.answerCallbackQuery(query, isFinal ? {} : { text, show_alert: true }));
      if (!isFinal) return answered;
      const edited = await outcomeOfCall(api.editMessageText(chatId, messageId, text, { link_preview_options: { is_disabled: true } }));
      return edited.kind === 'refused' && NOT_MODIFIED.test(edited.error ?? '') ? SENT : edited;
    },

    /** The bot's name, without @; null while the platform doesn't say it. Waits NAME_WAIT_MS at most. */
    async name(): Promise<string | null> {
      if (known !== null || (asking === null && performance.now() < askAgainAt)) return known;
      asking ??= askName();
      return within(nameWaitMs, asking).catch(() => null);
    },

    /** Tells the platform to send updates to the address. @returns why the platform refuses, or null */
    setWebhook: (url: string, secret: string | undefined) =>
      refusalOf(api.setWebhook(url, { allowed_updates: UPDATES, ...(secret === undefined ? {} : { secret_token: secret }) })),

    /**
     * Sets the menu of commands for users of a language. The platform knows two letters of it, so that `pt-BR` is for `pt`.
     * @param language a BCP 47 tag; null: all whose language has no menu
     * @param menu null: the language has none @returns why the platform refuses, or null
     */
    setMenu(language: string | null, menu: readonly BotCommand[] | null): Promise<string | null> {
      const users = language === null ? {} : { language_code: new Intl.Locale(language).language as LanguageCode };
      return refusalOf(menu === null ? api.deleteMyCommands(users) : api.setMyCommands(menu, users));
    },
  };
}

const SENT: Sent = { kind: 'sent', error: null };

const outcomeOfCall = (call: Promise<unknown>): Promise<SendOutcome> => call.then(() => SENT, outcomeOf);

/** @returns why the platform refuses, or null */
const refusalOf = async (call: Promise<unknown>): Promise<string | null> => (await outcomeOfCall(call)).error;

function outcomeOf(thrown: unknown): SendOutcome {
  // Other errors' messages may contain the address, and with it the token, so only the platform's own words are kept.
  if (!(thrown instanceof GrammyError)) return { kind: 'failed', error: NO_ANSWER, responded: false };
  const { error_code: code, description, parameters } = thrown;
  const error = `${code} ${description}`.slice(0, 500);
  const { retry_after: retryAfter = DEFAULT_RETRY_AFTER_SECONDS, migrate_to_chat_id: movedTo } = parameters;
  if (code === 429) return { kind: 'limited', waitMs: retryAfter * 1_000, error };
  if (code === 400 && movedTo !== undefined) return { kind: 'moved', chatId: String(movedTo), error };
  // The bot was blocked, or removed from the chat.
  if (code === 403) return { kind: 'gone', error };
  // The platform responds with 404 when the text doesn't look like a token.
  if (code === 401 || code === 404) return { kind: 'unauthorized', error };
  return { kind: code >= 400 && code < 500 ? 'refused' : 'failed', error };
}

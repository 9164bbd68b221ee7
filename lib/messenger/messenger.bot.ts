/**
 * The platform's Bot API, as far as it is used: grammY's `Api`, with every response put into one of a
 * few outcomes.
 *
 * Guarantees: the bot's token is in no error that leaves here. (It is part of every address, and so
 * of the errors of whoever fetches them.)
 */
import { Api, GrammyError } from 'grammy';
import { within } from '../http/within';
import { SEND_TIMEOUT_SECONDS } from './messenger.rules';
import type { ChatMessage } from './messenger.text';

export type SendOutcome =
  | { kind: 'sent' }
  /** Too fast: not before then. */
  | { kind: 'limited'; retryAfterMs: number; error: string }
  /** The group is a supergroup now, under another name. */
  | { kind: 'moved'; chatId: string; error: string }
  /** The bot was blocked or thrown out. */
  | { kind: 'forbidden'; error: string }
  /** This message, to this chat: never. */
  | { kind: 'refused'; error: string }
  /** The token is not, or no longer, a bot's: nothing can be sent. */
  | { kind: 'unauthorized'; error: string }
  /** Not now. */
  | { kind: 'unavailable'; error: string; responded: boolean };

export interface MessengerBot {
  send(chatId: string, message: ChatMessage, replyTo: number | null): Promise<SendOutcome>;
  /** The bot's name, without @; null while the platform doesn't say it. Waits for it no longer than NAME_WAIT_MS. */
  name(): Promise<string | null>;
  /** Has updates sent to the address. @returns what the platform has against it, or null */
  setWebhook(url: string, secret: string | undefined): Promise<string | null>;
}

/** Where the limit names no time. */
const DEFAULT_RETRY_AFTER_SECONDS = 5;
const NAME_WAIT_MS = 2_000;
/** After a failure the name is not asked for again before this. */
const NAME_RETRY_MS = 30_000;
/** No response of the platform comes near. */
const MAX_ANSWER_BYTES = 1_048_576;
const UPDATES = ['message', 'channel_post'] as const;

export interface MessengerBotOptions {
  /** How long a call waits for the platform's response. */
  timeoutSeconds?: number;
  /** How long the caller of `name` waits for it. */
  nameWaitMs?: number;
}

/** @param apiUrl without a slash at its end */
export function createMessengerBot(
  token: string,
  apiUrl: string,
  { timeoutSeconds = SEND_TIMEOUT_SECONDS, nameWaitMs = NAME_WAIT_MS }: MessengerBotOptions = {},
): MessengerBot {
  // Without redirects: the token would go wherever they lead.
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
    async send(chatId, { text, entities }, replyTo) {
      try {
        await api.sendMessage(chatId, text, {
          entities,
          link_preview_options: { is_disabled: true },
          // In a forum a reply appears where the command was.
          ...(replyTo === null ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },

    async name() {
      if (known !== null || (asking === null && performance.now() < askAgainAt)) return known;
      asking ??= askName();
      return within(nameWaitMs, asking).catch(() => null);
    },

    async setWebhook(url, secret) {
      try {
        await api.setWebhook(url, { allowed_updates: UPDATES, ...(secret === undefined ? {} : { secret_token: secret }) });
        return null;
      } catch (error) {
        return error instanceof GrammyError ? `${error.error_code} ${error.description}` : NO_ANSWER;
      }
    },
  };
}

const NO_ANSWER = 'no answer from the Bot API';

function outcomeOf(thrown: unknown): SendOutcome {
  // Of anything but the platform's own words nothing is taken over: it may hold the address.
  if (!(thrown instanceof GrammyError)) return { kind: 'unavailable', error: NO_ANSWER, responded: false };
  const { error_code: code, description, parameters } = thrown;
  const error = `${code} ${description}`.slice(0, 500);
  const { retry_after: retryAfter = DEFAULT_RETRY_AFTER_SECONDS, migrate_to_chat_id: movedTo } = parameters;
  if (code === 429) return { kind: 'limited', retryAfterMs: retryAfter * 1_000, error };
  if (code === 400 && movedTo !== undefined) return { kind: 'moved', chatId: String(movedTo), error };
  if (code === 403) return { kind: 'forbidden', error };
  // 404 is the response to what doesn't look like a token.
  if (code === 401 || code === 404) return { kind: 'unauthorized', error };
  if (code >= 400 && code < 500) return { kind: 'refused', error };
  return { kind: 'unavailable', error, responded: true };
}

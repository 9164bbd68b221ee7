/**
 * A Bot API on loopback that behaves as the platform's: the same addresses, responses and refusals, as
 * far as they are used. A test tells it how to respond, and checks the requests that it got.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import recorded from './recorded-answers.json' with { type: 'json' };

export const BOT_TOKEN = '123456:AAF-fake_token-of-a-bot-that-is-none';
export const BOT_NAME = 'OurBot';

interface SentEntity {
  type: string;
  offset: number;
  length: number;
}

interface Asked {
  method: string;
  body: {
    chat_id: string;
    text: string;
    entities?: SentEntity[];
    link_preview_options?: { is_disabled?: boolean };
    reply_parameters?: { message_id: number };
    reply_markup?: { inline_keyboard: { text: string; callback_data: string }[][] };
    message_id?: number;
    show_alert?: boolean;
    url?: string;
    secret_token?: string;
    allowed_updates?: string[];
    commands?: { command: string; description: string }[];
    language_code?: string;
  };
  at: number;
  ok: boolean;
}

/** Response to a message; undefined: the chat takes it. */
type Behaviour = (asked: Asked) => object | ((response: ServerResponse) => void) | undefined;

export interface FakeBotApi {
  /** Address for MESSENGER_API_URL. */
  url: string;
  asked: Asked[];
  /** All calls of sendMessage; `sent` has the successful ones. */
  attempts(): Asked[];
  sent(): Asked[];
  /** Sets the responses from now on; before the first call every message is taken. */
  behave(how: Behaviour): void;
  stop(): Promise<void>;
}

/** Recorded responses of the platform. */
export const answers = recorded;
export const tooFast = (seconds: number) => ({
  ...recorded.tooFast,
  description: `Too Many Requests: retry after ${seconds}`,
  parameters: { retry_after: seconds },
});
export const movedTo = (chatId: number) => ({ ...recorded.migrated, parameters: { migrate_to_chat_id: chatId } });
/** Response of a proxy in front of the platform. */
export const badGateway = () => (response: ServerResponse) =>
  void response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>');

export async function startFakeBotApi(token: string = BOT_TOKEN): Promise<FakeBotApi> {
  const asked: Asked[] = [];
  let how: Behaviour = () => undefined;
  let messages = 0;

  // It never closes an idle connection just while a busy client sends on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => undefined);
    request.on('end', () => {
      const [, shown, method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? '') ?? [];
      const reply = (answer: object) => {
        const { ok, error_code: code } = answer as { ok?: boolean; error_code?: number };
        response.writeHead(ok === false ? (code ?? 400) : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
      };
      if (shown === undefined || !/^\d+:[\w-]+$/.test(shown)) return reply(recorded.noToken);
      if (shown !== token) return reply(recorded.unauthorized);
      const text = Buffer.concat(pieces).toString('utf8');
      const call: Asked = { method, body: text === '' ? {} : JSON.parse(text), at: Date.now(), ok: false };
      asked.push(call);
      const special = method === 'getMe' ? undefined : how(call);
      if (typeof special === 'function') return special(response);
      const answer = special ?? refusal(call);
      if (answer) return reply(answer);
      call.ok = true;
      reply(result(call));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function result({ method, body }: Asked): object {
    if (method === 'getMe') return { ok: true, result: { id: 123456, is_bot: true, first_name: 'Ours', username: BOT_NAME } };
    if (method === 'setWebhook') return recorded.webhookSet;
    if (method.endsWith('MyCommands') || method === 'answerCallbackQuery') return { ok: true, result: true };
    messages += 1;
    return { ok: true, result: { message_id: messages, date: 0, chat: { id: Number(body.chat_id), type: 'private' }, text: body.text } };
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    attempts: () => asked.filter(({ method }) => method === 'sendMessage'),
    sent: () => asked.filter(({ method, ok }) => method === 'sendMessage' && ok),
    behave(next) {
      how = next;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The platform's refusal of a malformed call; undefined when the call is fine. */
function refusal({ method, body }: Asked): object | undefined {
  if (['getMe', 'deleteMyCommands', 'answerCallbackQuery'].includes(method)) return undefined;
  if (method === 'setWebhook') {
    if (!body.url?.startsWith('https://')) return recorded.webhookNotHttps;
    return body.secret_token !== undefined && !/^[\w-]{1,256}$/.test(body.secret_token) ? recorded.webhookSecret : undefined;
  }
  if (method === 'setMyCommands') {
    const { commands = [], language_code: language = '' } = body;
    const isGood = commands.every(({ command, description }) => /^[a-z0-9_]{1,32}$/.test(command) && /^.{1,256}$/u.test(description));
    return isGood && /^([a-z]{2})?$/.test(language) ? undefined : recorded.badCommand;
  }
  if (method !== 'sendMessage' && method !== 'editMessageText') return recorded.unknownMethod;
  const { text, entities = [] } = body;
  if (text.trim() === '') return recorded.textEmpty;
  if (text.length > 4_096) return recorded.textTooLong;
  if (/[\ud800-\udfff]/u.test(text)) return recorded.badUtf8;
  const inRange = ({ offset, length }: SentEntity) => offset >= 0 && length > 0 && offset + length <= text.length;
  return entities.every(inRange) ? undefined : recorded.badEntities;
}

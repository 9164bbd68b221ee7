import { inLanguage } from '../locales/current-language';
import type { Keyring } from '../vault/keyring';
import { SealBrokenError } from '../vault/vault';
import { CHAT_FORMATS } from './formats/chat-formats';
import { CLOUD_EVENT_TYPE, cloudEventBody, type StandardEvent } from './formats/cloudevents';
import { type ChatFormatName, isChatFormat } from './formats/format.rules';
import type { WebhookEvent } from './webhook.rules';
import type { TEST_EVENT } from './webhook-events.schema';
import { messageOf } from './webhook-message';
import type { WebhookTarget } from './webhook-rows';
import { openSecret } from './webhook-sealed';
import { tokenFor } from './webhook-secrets.rules';
import type { Send, SendResult } from './webhook-sender';
import { signatureHeaders } from './webhook-signature';

/** Shorter parts of an address are words such as `api`. */
const MIN_CREDENTIAL_CHARACTERS = 8;
const MIN_LAST_CHARACTERS = 4;

export interface RequestOptions {
  keyring: Keyring;
  send: Send;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  /** The language of messages for people, as a BCP 47 tag. */
  language: string;
}

interface OutgoingEvent {
  /** Id of the delivery. */
  id: string;
  event: WebhookEvent | typeof TEST_EVENT;
  /** The body of the format `standard`, of which the others are made. */
  body: string;
}

/** Sends an event to a webhook. @throws UnknownMasterKeyError, SealBrokenError before anything is sent */
export type SendEvent = (target: WebhookTarget, outgoing: OutgoingEvent) => Promise<SendResult>;

export function createSendEvent({ keyring, send, baseUrl, language }: RequestOptions): SendEvent {
  return async (target, { id, event, body }) => {
    const { url, format } = target;
    if (url === '') throw new SealBrokenError('the address of the endpoint does not open');
    const secrets = target.secrets.map((secret) => openSecret(keyring, secret));
    const signed = (bytes: string) => signatureHeaders({ id, event, body: bytes, sentAt: Date.now() }, secrets);
    if (format === 'standard') return send(url, signed(body), body);
    const standard = JSON.parse(body) as StandardEvent;
    if (!isChatFormat(format)) {
      const cloudEvent = JSON.stringify(cloudEventBody(standard, `${baseUrl}/`));
      return send(url, { ...signed(cloudEvent), 'Content-Type': CLOUD_EVENT_TYPE }, cloudEvent);
    }
    return sendToChat(format, new URL(url), secrets[0] ?? '', id, standard);
  };

  async function sendToChat(format: ChatFormatName, url: URL, secret: string, id: string, standard: StandardEvent): Promise<SendResult> {
    const token = tokenFor(url, secret);
    if (token === null) return notSent('the access token was given for another server');
    const message = inLanguage(language, () => messageOf(standard, baseUrl));
    const request = CHAT_FORMATS[format].request(message, { url, token, deliveryId: id });
    return send(request.url, request.headers, request.body, { method: request.method, hidden: credentialsIn(url, token) });
  }
}

const notSent = (why: string): SendResult => ({ status: null, body: null, error: `not sent: ${why}`, retryAfterMs: null, durationMs: 0 });

/** Credentials that give the right to write to a chat, the longest first: parts of the address, and the token. */
function credentialsIn(url: URL, token: string): string[] {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const last = segments.slice(-1).filter((segment) => segment.length >= MIN_LAST_CHARACTERS);
  const parts = [...segments, ...url.searchParams.values(), token].filter((part) => part.length >= MIN_CREDENTIAL_CHARACTERS);
  const all = [...last, ...parts].flatMap((part) => [part, encodeURIComponent(part), decoded(part)]);
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

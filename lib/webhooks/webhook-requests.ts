import { inLanguage } from '../locales/current-language';
import { messageOf, type NotifiedEvent } from '../outbox/event-message';
import type { Keyring } from '../vault/keyring';
import { SealBrokenError } from '../vault/vault';
import { CHAT_FORMATS } from './formats/chat-formats';
import { CLOUD_EVENT_TYPE, cloudEventOf } from './formats/cloudevents';
import { isChatFormat } from './formats/format.rules';
import { type OutgoingEvent, presentEvent } from './webhook.presenter';
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

/** Sends an event to a webhook. @throws UnknownMasterKeyError, SealBrokenError before anything is sent */
export type SendEvent = (target: WebhookTarget, event: OutgoingEvent) => Promise<SendResult>;

export function createSendEvent({ keyring, send, baseUrl, language }: RequestOptions): SendEvent {
  return async ({ url, format, secrets: sealed }, event) => {
    if (url === '') throw new SealBrokenError('the address of the endpoint does not open');
    const secrets = sealed.map((secret) => openSecret(keyring, secret));
    if (isChatFormat(format)) {
      const address = new URL(url);
      const token = tokenFor(address, secrets[0] ?? '');
      if (token === null) return notSent('the access token was given for another server');
      const message = inLanguage(language, () => messageOf(notifiedOf(event), baseUrl));
      const request = CHAT_FORMATS[format].request(message, { url: address, token, deliveryId: event.id });
      return send(request.url, request.headers, request.body, { method: request.method, hidden: credentialsIn(address, token) });
    }
    const json = presentEvent(event, baseUrl);
    const [type, value] = format === 'standard' ? ['application/json', json] : [CLOUD_EVENT_TYPE, cloudEventOf(json, `${baseUrl}/`)];
    const body = JSON.stringify(value);
    const signatures = signatureHeaders({ id: event.id, event: event.event, body, sentAt: Date.now() }, secrets);
    return send(url, { ...signatures, 'Content-Type': type }, body);
  };
}

/** The event in the terms of messages: one about an answer says so. */
function notifiedOf(outgoing: OutgoingEvent): NotifiedEvent {
  if (!('paste' in outgoing)) return { name: outgoing.event, path: `/account/webhooks/${outgoing.webhookId}` };
  const { event, paste, reason, reader } = outgoing;
  const isAnswer = paste.requestId !== null;
  if (event === 'paste.created' && isAnswer) return { name: 'request.answered', paste };
  const isReasonSaid = event === 'paste.deleted' && reason !== null && reason !== 'deleted';
  return { name: isReasonSaid ? `${event}.${reason}` : event, paste, isAnswer, reader };
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

import { createHmac } from 'node:crypto';
import { inLanguage } from '../locales/current-language';
import { messageOf, type NotifiedEvent } from '../outbox/event-message';
import type { Keyring } from '../vault/keyring';
import { SealBrokenError } from '../vault/vault';
import { CHAT_FORMATS } from './formats/chat-formats';
import { isChatFormat } from './formats/format.rules';
import { type OutgoingEvent, presentEvent } from './webhook.presenter';
import type { WebhookTarget } from './webhook.repository';
import type { EventJson } from './webhook-events.schema';
import { openSecret } from './webhook-rows';
import { tokenFor } from './webhook-secrets.rules';
import type { Send, SendResult } from './webhook-sender';

/** Shorter parts of an address are words such as `api`. */
const MIN_CREDENTIAL_CHARACTERS = 8;
const MIN_LAST_CHARACTERS = 4;

interface RequestOptions {
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

/** The parts of an attempt that are signed or named in its headers. */
interface SignedMessage {
  id: string;
  event: string;
  body: string;
  /** Time of this attempt, in ms since 1970. */
  sentAt: number;
}

const STANDARD_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

/**
 * The headers of an attempt: our own, and those of Standard Webhooks (standardwebhooks.com).
 * @param secrets the current one first, then for a day after a change the previous one
 */
export function signatureHeaders({ id, event, body, sentAt }: SignedMessage, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(sentAt / 1000));
  const [current = '', previous] = secrets;
  const signatures = secrets.map((secret) => `v1,${hmac(standardKey(secret), `${id}.${timestamp}.${body}`).toString('base64')}`);
  return {
    'X-Service-Event': event,
    'X-Service-Delivery': id,
    'X-Service-Signature-256': plainSignature(current, body),
    ...(previous === undefined ? {} : { 'X-Service-Signature-256-Previous': plainSignature(previous, body) }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The key in Standard Webhooks' libraries: `whsec_` and base64 stand for bytes. Any other secret is its own bytes. */
function standardKey(secret: string): Buffer {
  const encoded = STANDARD_SECRET.exec(secret)?.[1];
  return !encoded ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}

function plainSignature(secret: string, body: string): string {
  return `sha256=${hmac(Buffer.from(secret), body).toString('hex')}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** CloudEvents 1.0 in structured JSON (github.com/cloudevents/spec, JSON event format), for programs. */
const CLOUD_EVENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/** @param source the address of this service */
export const cloudEventOf = ({ id, event, createdAt, data }: EventJson, source: string) => ({
  specversion: '1.0',
  id,
  source,
  type: `sealpaste.${event}`,
  ...('publicId' in data && { subject: data.publicId }),
  time: createdAt,
  datacontenttype: 'application/json',
  data,
});

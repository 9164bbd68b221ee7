import { randomUUID } from 'node:crypto';
import { parseMakers } from '../accounts/makers';
import type { Prisma, Row } from '../db/database';
import { flagged } from '../outbox/event-recorder';
import type { OutboxStatus } from '../outbox/outbox.rules';
import type { Keyring } from '../vault/keyring';
import { openValue, sealValue, type ValuePlace } from '../vault/vault';
import type { WebhookFormat } from './formats/format.rules';
import { WEBHOOK_EVENTS } from './webhook.rules';
import type { WebhookChanges } from './webhook.schema';

/** An endpoint and the state of its newest delivery. */
export interface WebhookOverview extends WebhookRow {
  latest: Pick<DeliveryRow, 'event' | 'status' | 'createdAt'> | null;
}

export type NewEndpoint = Pick<WebhookRow, 'url' | 'format' | 'events'> & { secret: SealedSecret };

/** A field that is left out stays unchanged. */
export interface EndpointChanges extends Omit<WebhookChanges, 'secret'> {
  secret?: SealedSecret | undefined;
  /** Whether `url` or `format` differs from the stored one. */
  isElsewhere?: boolean;
}

export type StoredEndpoint = Prisma.WebhookEndpointGetPayload<object>;

export function toWebhook(endpoint: StoredEndpoint, url: string) {
  return {
    id: endpoint.id,
    /** For its presenter and its sender alone: a chat's whole address is the right to write there. */
    url,
    format: endpoint.format as WebhookFormat,
    events: flagged(WEBHOOK_EVENTS, endpoint),
    isActive: endpoint.isActive,
    /** A 410 of its receiver switched it off, and its owner hasn't changed that. */
    isGone: endpoint.goneAt !== null,
    createdAt: Number(endpoint.createdAt),
    updatedAt: Number(endpoint.updatedAt),
    /** Ids of all keys, identities and sessions that have set its URL, the first one first. */
    makers: parseMakers(endpoint.madeBy),
  };
}

/** Times are in ms since 1970. */
export type WebhookRow = ReturnType<typeof toWebhook>;

export function toLatest(row: Row): NonNullable<WebhookOverview['latest']> {
  return { event: String(row.event), status: row.status as OutboxStatus, createdAt: Number(row.created_at) };
}

export function toDelivery(row: Row, { body, error }: Response) {
  return {
    id: String(row.id),
    event: String(row.event),
    status: row.status as OutboxStatus,
    attempts: Number(row.attempts),
    nextRetryAt: row.next_retry_at as number | null,
    responseStatus: row.response_status as number | null,
    responseBody: body,
    error,
    createdAt: Number(row.created_at),
    lastAttemptAt: row.last_attempt_at as number | null,
    /** An attempt is under way; `nextRetryAt` is then the end of its lease. */
    isUnderWay: Boolean(row.is_under_way),
  };
}

/** Times are in ms since 1970. */
export type DeliveryRow = ReturnType<typeof toDelivery>;

/** The encrypted values in a webhook's rows: its address, its secrets, and its receiver's responses. */

/** A secret as it is stored, under its own id. */
export interface SealedSecret {
  id: string;
  secretSealed: Uint8Array;
}

interface Response {
  /** The shortened body; null: there was none. */
  body: string | null;
  /** The reason why there was no response. */
  error: string | null;
}

export function sealSecret(keyring: Keyring, secret: string): SealedSecret {
  const id = randomUUID();
  return { id, secretSealed: sealValue(keyring, secretPlace(id), secret) };
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openSecret(keyring: Keyring, { id, secretSealed }: SealedSecret): string {
  return openValue(keyring, secretPlace(id), secretSealed);
}

export const sealUrl = (keyring: Keyring, ownerId: number, url: string): Uint8Array => sealValue(keyring, urlPlace(ownerId), url);

/** Decrypts the address; '' for an endpoint that has been deleted. @throws UnknownMasterKeyError, SealBrokenError */
export function openUrl(keyring: Keyring, ownerId: number, urlSealed: Uint8Array | null): string {
  return urlSealed === null ? '' : openValue(keyring, urlPlace(ownerId), urlSealed);
}

/** Null when there is neither body nor error. @param deliveryId the attempted delivery's */
export function sealResponse(keyring: Keyring, deliveryId: string, response: Response): Uint8Array | null {
  if (response.body === null && response.error === null) return null;
  return sealValue(keyring, responsePlace(deliveryId), JSON.stringify(response));
}

/** @throws UnknownMasterKeyError, SealBrokenError */
export function openResponse(keyring: Keyring, deliveryId: string, sealed: Uint8Array | null): Response {
  if (sealed === null) return { body: null, error: null };
  return JSON.parse(openValue(keyring, responsePlace(deliveryId), sealed)) as Response;
}

export const urlPlace = (ownerId: number): ValuePlace => ({ row: `webhooks-of/${ownerId}`, column: 'webhook-url' });
export const secretPlace = (id: string): ValuePlace => ({ row: `webhook-secret/${id}`, column: 'webhook-secret' });
export const responsePlace = (deliveryId: string): ValuePlace => ({ row: `delivery/${deliveryId}`, column: 'webhook-response' });

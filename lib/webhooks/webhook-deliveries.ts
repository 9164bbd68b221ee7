/**
 * Sends the deliveries in `webhook_deliveries`.
 *
 * Guarantees: each delivery is sent at least once to an endpoint that accepts it, with the same id and bytes on every
 * attempt; a delivery is recorded as delivered only after a response with a 2xx status. While a chat platform limits its address,
 * nobody sends there, and waiting costs no attempt for a day. The order is not guaranteed.
 * lib/outbox says what holds when workers die.
 */
import type { Logger } from '../log/logger';
import { type DeleteReason, openAnsweredRequest, openEventPaste } from '../outbox/event-paste';
import { isSuccess, limitedDelayMs } from '../outbox/outbox.rules';
import { createAttempt, type Sent } from '../outbox/outbox-attempt';
import type { ClaimedJob } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { CHAT_FORMATS } from './formats/chat-formats';
import { isChatFormat, type WebhookFormat } from './formats/format.rules';
import type { OutgoingEvent } from './webhook.presenter';
import type { WebhookRepository, WebhookTarget } from './webhook.repository';
import { GONE, LIMITED_FOR_MS, type WebhookEvent } from './webhook.rules';
import type { SendEvent } from './webhook-requests';
import { sealResponse } from './webhook-rows';
import type { SendResult } from './webhook-sender';

interface DeliveryOptions {
  repository: Pick<WebhookRepository, 'findTarget' | 'switchOffGone' | 'pause'>;
  keyring: Keyring;
  send: SendEvent;
  maxAttempts: number;
  log: Logger;
}

/** Makes the function that lib/outbox calls for each job. */
export function createDeliveryAttempt({ repository, keyring, send, maxAttempts, log }: DeliveryOptions) {
  return createAttempt<WebhookTarget>({
    maxAttempts,
    log,
    async find({ receiverId }) {
      const target = await repository.findTarget(receiverId);
      return target?.isActive ? target : null;
    },
    async send(target, job) {
      const result = await send(target, eventOf(job));
      const { status, body, error } = result;
      return { ...verdictOf(target.format, result), error, responded: status !== null, response: { status, body } };
    },
    switchOff: (target, { receiverId: id }) => ({ id, statements: [repository.switchOffGone(id, target)] }),
    // The whole receiver waits, then gets one delivery at a time until it takes one.
    pause: (_, { receiverId: id }, waitMs) => ({ id, statements: [repository.pause(id, waitMs)] }),
    whenGone: 'cancelled',
    patienceMs: LIMITED_FOR_MS,
    columns: ({ id }, { error, response }) => ({
      response_status: response?.status ?? null,
      response_sealed: sealResponse(keyring, id, { body: response?.body ?? null, error }),
    }),
  });

  function eventOf({ id, row }: ClaimedJob): OutgoingEvent {
    return {
      id,
      event: String(row.event) as WebhookEvent,
      createdAt: Number(row.created_at),
      paste: {
        ...openEventPaste(keyring, row),
        syntax: String(row.syntax),
        createdAt: Number(row.paste_created_at),
        requestId: openAnsweredRequest(keyring, row),
      },
      reason: row.reason as DeleteReason | null,
      reader: row.waiting_code ? { code: String(row.waiting_code), client: row.waiting_client as string | null } : null,
    };
  }
}

/** Decides by a receiver's response what becomes of the delivery. */
const TOO_MANY_REQUESTS = 429;

type Response = Pick<SendResult, 'status' | 'body' | 'retryAfterMs'>;

export function verdictOf(format: WebhookFormat, { status, body, retryAfterMs }: Response): Pick<Sent, 'kind' | 'waitMs'> {
  if (isSuccess(status)) return { kind: 'sent' };
  if (!isChatFormat(format)) return { kind: status === GONE ? 'gone' : 'failed', waitMs: retryAfterMs };
  const chat = CHAT_FORMATS[format];
  if (status !== null && chat.isGone(status, body ?? '')) return { kind: 'gone' };
  const waitMs = chat.waitMs?.(body ?? '') ?? retryAfterMs;
  return status === TOO_MANY_REQUESTS ? { kind: 'limited', waitMs: limitedDelayMs(waitMs) } : { kind: 'failed', waitMs };
}

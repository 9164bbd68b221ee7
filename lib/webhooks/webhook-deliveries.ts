/**
 * Sends the deliveries in `webhook_deliveries`.
 *
 * Guarantees: each delivery is sent at least once to an endpoint that accepts it, with the same id and bytes on every
 * attempt; a delivery is recorded as delivered only after a response with a 2xx status. While a chat platform limits its address,
 * nobody sends there, and waiting costs no attempt for a day. The order is not guaranteed.
 * lib/outbox says what holds when workers die.
 */
import type { Logger } from '../log/logger';
import { openAnsweredRequest, openEventPaste } from '../outbox/event-paste';
import { limitedDelayMs } from '../outbox/outbox.rules';
import { createAttempt, type Sent } from '../outbox/outbox-attempt';
import type { DeleteReason } from '../outbox/outbox-events';
import type { ClaimedJob } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import type { OutgoingEvent } from './webhook.presenter';
import type { WebhookRepository } from './webhook.repository';
import { LIMITED_FOR_MS, type WebhookEvent } from './webhook.rules';
import type { SendEvent } from './webhook-requests';
import type { WebhookTarget } from './webhook-rows';
import { sealResponse } from './webhook-sealed';
import { verdictOf } from './webhook-verdict';

/** The table's description for lib/outbox. */
export const DELIVERY_QUEUE = {
  table: 'webhook_deliveries',
  receiver: 'endpoint_id',
  receivers: 'webhook_endpoints',
  owner: 'r.owner_id',
  isPausable: true,
} as const;

export interface DeliveryOptions {
  repository: Pick<WebhookRepository, 'findTargets' | 'switchOffGone' | 'pause'>;
  keyring: Keyring;
  send: SendEvent;
  maxAttempts: number;
  log: Logger;
}

/** Makes the function that lib/outbox calls for each job. */
export function createDeliveryAttempt({ repository, keyring, send, maxAttempts, log }: DeliveryOptions) {
  return createAttempt<number, WebhookTarget>({
    maxAttempts,
    log,
    keyOf: ({ receiverId }) => receiverId,
    findTargets: repository.findTargets,
    isWanted: ({ isActive }) => isActive,
    send: async (target, job) => sentOf(target, job, await send(target, eventOf(job))),
    columns: ({ id }, { error, response }) => ({
      response_status: response?.status ?? null,
      response_sealed: sealResponse(keyring, id, { body: response?.body ?? null, error }),
    }),
  });

  function sentOf(target: WebhookTarget, job: ClaimedJob, { status, body, error, retryAfterMs }: Awaited<ReturnType<SendEvent>>): Sent {
    const id = job.receiverId;
    const result = { error, responded: status !== null, response: { status, body } };
    const { verdict, waitMs } = verdictOf(target.format, { status, body, retryAfterMs });
    if (verdict === 'delivered') return { ...result, next: 'delivered' };
    if (verdict === 'gone') return { ...result, next: 'cancelled', receiver: { id, statements: [repository.switchOffGone(id, target)] } };
    if (verdict !== 'limited' || ageMs(job) >= LIMITED_FOR_MS) return { ...result, next: 'retry', waitMs };
    // The whole receiver waits, then gets one delivery at a time until it takes one.
    const delayMs = limitedDelayMs(waitMs);
    const receiver = { id, statements: [repository.pause(id, delayMs)] };
    return { ...result, next: 'wait', waitMs: delayMs, responded: false, receiver };
  }

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

/** Time from the event to this attempt, by the database's clock. */
const ageMs = ({ row }: ClaimedJob): number => Number(row.last_attempt_at) - Number(row.created_at);

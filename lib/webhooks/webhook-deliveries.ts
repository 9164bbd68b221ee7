/**
 * Sends the deliveries in `webhook_deliveries`.
 *
 * Guarantees: each delivery is sent at least once to an endpoint that accepts it, with the same id and bytes on every
 * attempt; a delivery is recorded as delivered only after a response with a 2xx status. While a chat platform limits its address,
 * nobody sends there, and waiting costs no attempt for a day. The order is not guaranteed.
 * lib/outbox says what holds when workers die.
 */

import type { Logger } from '../log/logger';
import { afterFailure, limitedDelayMs } from '../outbox/outbox.rules';
import { type Attempt, CANCELLED, createTargets } from '../outbox/outbox-dispatcher';
import type { ClaimedJob, Outcome } from '../outbox/outbox-queue';
import { openAnsweredRequest, openToldPaste } from '../outbox/told-paste';
import type { Keyring } from '../vault/keyring';
import { type DeliveredPaste, eventBody } from './webhook.presenter';
import type { WebhookRepository } from './webhook.repository';
import { LIMITED_FOR_MS, type WebhookEvent } from './webhook.rules';
import type { SendEvent } from './webhook-requests';
import type { WebhookTarget } from './webhook-rows';
import { sealResponse } from './webhook-sealed';
import type { SendResult } from './webhook-sender';
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
  baseUrl: string;
  maxAttempts: number;
  log: Logger;
}

type Sent = Omit<SendResult, 'durationMs'>;

/** Makes the function that lib/outbox calls for each job. */
export function createDeliveryAttempt({ repository, keyring, send, baseUrl, maxAttempts, log }: DeliveryOptions): Attempt {
  const targets = createTargets(repository.findTargets);

  return async (job) => {
    const { id, receiverId, attempts } = job;
    const target = await targets.load(receiverId);
    if (!target?.isActive) return CANCELLED;
    const sent = await sendTo(target, job);
    const { status, body, error } = sent;
    const responded = status !== null;
    const columns = { response_status: status, response_sealed: sealResponse(keyring, id, { body, error }) };
    const { verdict, waitMs } = verdictOf(target.format, sent);
    if (verdict === 'delivered') return { status: 'delivered', responded, columns };
    if (verdict === 'limited' && ageMs(job) < LIMITED_FOR_MS) return limited(job, waitMs, columns);
    if (verdict !== 'gone') return { ...afterFailure(attempts, maxAttempts, waitMs ?? 0), responded, columns };
    const receiver = { id: receiverId, statements: [repository.switchOffGone(receiverId, target)] };
    return { status: 'cancelled', responded, columns, receiver };
  };

  /** The whole receiver waits, then gets one delivery at a time until it takes one. */
  function limited({ receiverId, attempts }: ClaimedJob, waitMs: number | null, columns: Outcome['columns']): Outcome {
    const delayMs = limitedDelayMs(waitMs);
    const receiver = { id: receiverId, statements: [repository.pause(receiverId, delayMs)] };
    return { status: 'retrying', delayMs, responded: false, columns: { ...columns, attempts: attempts - 1 }, receiver };
  }

  async function sendTo(target: WebhookTarget, job: ClaimedJob): Promise<Sent> {
    try {
      const event = String(job.row.event) as WebhookEvent;
      const body = eventBody(job.id, event, Number(job.row.created_at), toldPaste(job), baseUrl);
      return await send(target, { id: job.id, event, body });
    } catch (err) {
      // A damaged row or a missing master key is not the receiver's fault.
      log.error({ err, delivery: job.id }, 'delivery could not be made ready');
      return { status: null, body: null, error: 'not sent: internal error', retryAfterMs: null };
    }
  }

  function toldPaste({ row }: ClaimedJob): DeliveredPaste {
    return {
      ...openToldPaste(keyring, row),
      createdAt: Number(row.paste_created_at),
      requestId: openAnsweredRequest(keyring, row),
      reason: row.reason as DeliveredPaste['reason'],
      reader: row.waiting_code ? { code: String(row.waiting_code), client: row.waiting_client as string | null } : null,
    };
  }
}

/** Time from the event to this attempt, by the database's clock. */
const ageMs = ({ row }: ClaimedJob): number => Number(row.last_attempt_at) - Number(row.created_at);

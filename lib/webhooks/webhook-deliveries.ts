/**
 * Sends the deliveries in `webhook_deliveries`.
 *
 * Guarantees: each delivery is sent at least once to an endpoint that accepts it, with the same id and bytes on every
 * attempt; a delivery is recorded as delivered only after a response with a 2xx status. The order is not guaranteed.
 * lib/outbox says what holds when workers die.
 */

import type { Logger } from '../log/logger';
import { createTargets } from '../outbox/batch-targets';
import { afterFailure, isSuccess } from '../outbox/outbox.rules';
import { type Attempt, CANCELLED } from '../outbox/outbox-dispatcher';
import type { ClaimedJob } from '../outbox/outbox-queue';
import { openAnsweredRequest, openToldPaste } from '../outbox/told-paste';
import type { Keyring } from '../vault/keyring';
import { SealBrokenError } from '../vault/vault';
import { type DeliveredPaste, eventBody } from './webhook.presenter';
import type { WebhookRepository } from './webhook.repository';
import { GONE, type WebhookEvent } from './webhook.rules';
import type { WebhookTarget } from './webhook-rows';
import { openSecret, sealResponse } from './webhook-sealed';
import type { Send, SendResult } from './webhook-sender';
import { signatureHeaders } from './webhook-signature';

/** The table's description for lib/outbox. */
export const DELIVERY_QUEUE = {
  table: 'webhook_deliveries',
  receiver: 'endpoint_id',
  receivers: 'webhook_endpoints',
  owner: 'r.owner_id',
  isPausable: true,
} as const;

export interface DeliveryOptions {
  repository: Pick<WebhookRepository, 'findTargets' | 'switchOffGone'>;
  keyring: Keyring;
  send: Send;
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
    const { status, body, error, retryAfterMs } = await sendTo(target, job);
    const responded = status !== null;
    const columns = { response_status: status, response_sealed: sealResponse(keyring, id, { body, error }) };
    if (isSuccess(status)) return { status: 'delivered', responded, columns };
    if (status !== GONE) return { ...afterFailure(attempts, maxAttempts, retryAfterMs ?? 0), responded, columns };
    const receiver = { id: receiverId, statements: [repository.switchOffGone(receiverId, target)] };
    return { status: 'cancelled', responded, columns, receiver };
  };

  async function sendTo(target: WebhookTarget, job: ClaimedJob): Promise<Sent> {
    try {
      if (target.url === '') throw new SealBrokenError('the address of the endpoint does not open');
      const event = String(job.row.event) as WebhookEvent;
      const body = eventBody(job.id, event, Number(job.row.created_at), toldPaste(job), baseUrl);
      const secrets = target.secrets.map((secret) => openSecret(keyring, secret));
      return await send(target.url, signatureHeaders({ id: job.id, event, body, sentAt: Date.now() }, secrets), body);
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
    };
  }
}

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
import { createAttempt } from '../outbox/outbox-attempt';
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

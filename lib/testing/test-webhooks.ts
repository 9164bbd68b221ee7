/** Webhooks, their deliveries and a receiver on a fresh database, without a process around them. */

import { createRequestKeys } from '../envelope/answer-keys';
import { sealAnswer } from '../envelope/answer-seal';
import { createEventRecorder } from '../outbox/event-recorder';
import { attemptAndRecord } from '../outbox/outbox-dispatcher';
import { type ClaimedJob, createOutboxQueue, type OutboxQueue, type Outcome } from '../outbox/outbox-queue';
import type { PasteService } from '../pastes/service/paste.service';
import { createSecretRequestRepository } from '../requests/request.repository';
import { createSecretRequestService } from '../requests/request.service';
import { createOpenEach } from '../vault/open-each';
import { createWebhookRepository, type WebhookRepository } from '../webhooks/webhook.repository';
import { WEBHOOK_EVENTS } from '../webhooks/webhook.rules';
import type { NewWebhook } from '../webhooks/webhook.schema';
import { createWebhookService, type WebhookService, type WebhookServiceOptions } from '../webhooks/webhook.service';
import { createDeliveryAttempt } from '../webhooks/webhook-deliveries';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import { createSendEvent } from '../webhooks/webhook-requests';
import type { WebhookRow } from '../webhooks/webhook-rows';
import { createSender } from '../webhooks/webhook-sender';
import { claimOne } from './claims';
import { collectingLogger, type LogLine } from './loggers';
import { OPEN_POLICY } from './open-policy';
import { type Receiver, startReceiver } from './receiver';
import type { Engine } from './test-database';
import { pastesOn } from './test-pastes';
import { BASE_URL, openUsersDatabase, type UsersDatabase } from './users';

export const MAX_ATTEMPTS = 5;
export const MAX_PER_USER = 20;
export const KEEP_MS = 86_400_000;
export const SECRET = 'a secret of anna';

interface Parts {
  queue: OutboxQueue;
  repository: WebhookRepository;
  pastes: PasteService;
  service: WebhookService;
  attempt(job: ClaimedJob): Promise<Outcome>;
}

export interface TestWebhooks extends Parts, UsersDatabase {
  receiver: Receiver;
  /** The lines that deliveries have logged. */
  lines: LogLine[];
  /** The same services with the database's clock at `now`, an SQL expression. */
  at(now: string | number): Parts;
  /** The service with other options, by default only to public addresses. */
  serviceWith(options: Partial<WebhookServiceOptions>): WebhookService;
  /** Makes a webhook of anna's for every event, at the receiver. */
  subscribe(fields?: Partial<NewWebhook>, owner?: { userId: number }, service?: WebhookService): Promise<WebhookRow>;
  /** Answers a secret request of anna's. */
  answer(): Promise<void>;
  /** Claims the one job that is due at a time. */
  claimOne(now?: string | number): Promise<ClaimedJob>;
  /** Removes webhooks, deliveries and pastes, and forgets received requests and log lines. */
  clear(): Promise<void>;
}

/** @param maxAttempts failed attempts that end a delivery */
export async function openTestWebhooks(engine: Engine, maxAttempts = MAX_ATTEMPTS): Promise<TestWebhooks> {
  const [users, receiver] = await Promise.all([openUsersDatabase(engine), startReceiver()]);
  const { db, keyring, anna, run } = users;
  const { log, lines } = collectingLogger();
  const resolve = async () => ['127.0.0.1'];
  const send = createSendEvent({
    send: createSender({ allowInsecure: true, ownPort: 0, resolve }),
    keyring,
    baseUrl: BASE_URL,
    language: 'en',
  });

  const at = (now: string | number): Parts => {
    const on = users.on(now);
    const queue = createOutboxQueue(on, WEBHOOKS, maxAttempts);
    const repository = createWebhookRepository(on, keyring, queue, KEEP_MS);
    const attempt = createDeliveryAttempt({ repository, keyring, send, maxAttempts, log });
    return {
      queue,
      repository,
      pastes: pastesOn(on, keyring, [createEventRecorder(on.dialect, WEBHOOKS)], { log }).service,
      service: createWebhookService({ repository, keyring, send, resolve, allowInsecure: true, maxPerUser: MAX_PER_USER }),
      attempt: (job) => attemptAndRecord(queue, attempt, job),
    };
  };
  const parts = at(db.dialect.now);

  return {
    ...users,
    ...parts,
    receiver,
    lines,
    at,
    serviceWith: (options) =>
      createWebhookService({
        repository: parts.repository,
        keyring,
        send,
        resolve,
        allowInsecure: false,
        maxPerUser: MAX_PER_USER,
        ...options,
      }),
    subscribe: (fields = {}, owner = anna, service = parts.service) =>
      service.create(owner, { url: receiver.url, secret: SECRET, events: [...WEBHOOK_EVENTS], ...fields }),
    async answer() {
      const { publicKey } = await createRequestKeys();
      const repository = createSecretRequestRepository(db, keyring, KEEP_MS, createOpenEach(db), [
        createEventRecorder(db.dialect, WEBHOOKS),
      ]);
      const requests = createSecretRequestService(repository, parts.pastes, OPEN_POLICY);
      const asked = { publicKey, label: '', ttlSeconds: 3600, maxAnswers: 1, burnAfterRead: true };
      const { requestId } = await requests.create(anna, asked);
      const content = await sealAnswer({ content: 'the secret' }, publicKey);
      await requests.answer(requestId, async (sink) => void (await sink(Buffer.from(content))));
    },
    claimOne: (now = db.dialect.now) => claimOne(at(now).queue),
    async clear() {
      for (const table of ['webhook_deliveries', 'webhook_endpoints', 'pastes']) await run(`DELETE FROM ${table}`);
      receiver.received.length = 0;
      lines.length = 0;
    },
    async close() {
      await receiver.stop();
      await users.close();
    },
  };
}

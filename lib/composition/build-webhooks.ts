import { DAY_MS } from '../encoding/time.rules';
import { createOutboxQueue } from '../outbox/outbox.queue';
import { createDeliveryAttempt, DELIVERY_QUEUE } from '../webhooks/webhook.deliveries';
import { createWebhookRepository } from '../webhooks/webhook.repository';
import { createDnsResolver, resolveBySystem } from '../webhooks/webhook.resolver';
import { createWebhookService } from '../webhooks/webhook.service';
import { createLazySender } from './lazy-sender';
import type { Foundation } from './services';

export function buildWebhooks({ config, db, keyring, log, openEach }: Foundation) {
  const { WEBHOOK_ALLOW_INSECURE_TARGETS: allowInsecure, WEBHOOK_DENY: deny = [] } = config;
  const maxAttempts = config.WORKER_WEBHOOK_MAX_RETRIES;
  const queue = createOutboxQueue(db, DELIVERY_QUEUE, maxAttempts);
  const repository = createWebhookRepository(db, keyring, queue, config.WEBHOOK_LOG_DAYS * DAY_MS, openEach);
  const resolve = allowInsecure ? resolveBySystem : createDnsResolver();
  const send = createLazySender({ allowInsecure, deny, ownPort: config.PORT, resolve, timeoutMs: config.WEBHOOK_TIMEOUT_MS });
  return {
    webhooks: createWebhookService({ repository, keyring, send, resolve, allowInsecure, deny, maxPerUser: config.WEBHOOKS_PER_USER }),
    webhookDeliveries: {
      queue,
      attempt: createDeliveryAttempt({ queue, repository, keyring, send, baseUrl: config.BASE_URL, maxAttempts, log }),
    },
  };
}

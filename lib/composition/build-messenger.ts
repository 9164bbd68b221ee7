import { createRateLimiter } from '../http/rate-limit';
import type { LoggerOptions } from '../log/logger';
import { createNotificationAttempt, NOTIFICATION_QUEUE } from '../messenger/messenger.notifications';
import { createMessengerRepository } from '../messenger/messenger.repository';
import { MAX_COMMANDS_IN_ALL, MAX_COMMANDS_PER_CHAT, MAX_REFUSED_IN_ALL, MAX_REFUSED_PER_ADDRESS } from '../messenger/messenger.rules';
import { updateSecrets } from '../messenger/messenger.secrets';
import { createMessengerService } from '../messenger/messenger.service';
import { createOutboxQueue } from '../outbox/outbox.queue';
import type { Foundation, Services } from './services';

interface MessengerParts extends Foundation, Pick<Services, 'metrics'> {
  name: LoggerOptions['name'];
}

export async function buildMessenger({ name, config, db, keyring, log, openEach, metrics }: MessengerParts) {
  const { MESSENGER_BOT_TOKEN: token, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts } = config;
  const bot = token === undefined ? null : (await import('../messenger/messenger.bot')).createMessengerBot(token, config.MESSENGER_API_URL);
  const queue = createOutboxQueue(db, NOTIFICATION_QUEUE, maxAttempts);
  const repository = createMessengerRepository(db, keyring, queue, openEach);
  if (name === 'web') {
    if (bot && config.MESSENGER_WEBHOOK_SECRET === undefined)
      log.info('MESSENGER_WEBHOOK_SECRET is not set: one is derived from MASTER_KEY; admin messenger set-webhook tells it to the platform');
    // Fetched ahead, so that no command has to wait for the name.
    void bot?.name();
  }
  return {
    messengerBot: bot,
    messenger: createMessengerService({
      repository,
      secrets: updateSecrets(config),
      limits: {
        refusedPerAddress: perMinute('refused-update', MAX_REFUSED_PER_ADDRESS),
        refusedInAll: perMinute('refused-updates', MAX_REFUSED_IN_ALL),
        commandsPerChat: perMinute('chat-command', MAX_COMMANDS_PER_CHAT),
        commandsInAll: perMinute('chat-commands', MAX_COMMANDS_IN_ALL),
      },
      count: metrics.chatUpdate,
      botName: async () => bot?.name(),
      log,
    }),
    notifications: bot && {
      queue,
      ...createNotificationAttempt({
        queue,
        repository,
        keyring,
        bot,
        baseUrl: config.BASE_URL,
        siteName: config.SITE_NAME,
        maxAttempts,
        log,
      }),
    },
  };
}

/** Counted in memory, because a refused update writes nothing. */
const perMinute = (name: string, limit: number) => createRateLimiter(name, limit, { kind: 'memory' });

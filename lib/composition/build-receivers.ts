/** Webhooks, chats, and the operator's own receiver of reports: their services, and the queues that workers send. */

import { createReportRecorder } from '../accounts/administrators';
import { type Config, offeredLanguages, portOf } from '../config/config';
import { DAY_MS } from '../encoding/time.rules';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit';
import { MAILBOXES } from '../mail/mail-receivers';
import { createMessengerRepository } from '../messenger/messenger.repository';
import { MAX_COMMANDS_IN_ALL, MAX_COMMANDS_PER_CHAT, MAX_REFUSED_IN_ALL, MAX_REFUSED_PER_ADDRESS } from '../messenger/messenger.rules';
import { createMessengerService } from '../messenger/messenger.service';
import { createChatCommands } from '../messenger/messenger-commands';
import { behindPlatform, createNotificationAttempt } from '../messenger/messenger-notifications';
import { CHATS } from '../messenger/messenger-receivers';
import { updateSecrets } from '../messenger/messenger-secrets';
import { createSlashCommandsService } from '../messenger/slash/slash-commands.service';
import { createDiscord, createMattermost, createSlack } from '../messenger/slash/slash-platforms';
import { createOutboxQueue } from '../outbox/outbox-queue';
import { DEFAULT_EXPIRY } from '../pastes/expiry.rules';
import { allowedTtl } from '../pastes/service/paste-policy';
import { createReportService } from '../reports/report.service';
import { createNoticeAttempt, createNoticeRecorder, NOTICE_QUEUE } from '../reports/report-notices';
import { createWebhookRepository } from '../webhooks/webhook.repository';
import { WEBHOOK_LOG_DAYS, WEBHOOKS_PER_USER } from '../webhooks/webhook.rules';
import { createWebhookService } from '../webhooks/webhook.service';
import { createDnsResolver, createTargetResolver, resolveBySystem } from '../webhooks/webhook-address';
import { createDeliveryAttempt } from '../webhooks/webhook-deliveries';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import { createSendEvent } from '../webhooks/webhook-requests';
import type { Send, SenderOptions } from '../webhooks/webhook-sender';
import type { Pastes } from './build-pastes';
import type { Foundation } from './foundation';

export function buildWebhooks({ config, db, keyring, log, openEach }: Foundation) {
  const { WEBHOOK_ALLOW_INSECURE_TARGETS: allowInsecure, WEBHOOK_DENY: deny = [], WEBHOOK_ALLOW: allow = [] } = config;
  const queue = createOutboxQueue(db, WEBHOOKS, config.WORKER_WEBHOOK_MAX_RETRIES);
  const repository = createWebhookRepository(db, keyring, queue, WEBHOOK_LOG_DAYS * DAY_MS, openEach);
  const resolve = allowInsecure ? resolveBySystem : createTargetResolver(allow, createDnsResolver());
  const rules = { allowInsecure, deny, allow };
  const send = createSendEvent({
    send: createLazySender({ ...rules, ownPort: portOf(config), resolve, timeoutMs: config.WEBHOOK_TIMEOUT_MS }),
    keyring,
    baseUrl: config.BASE_URL,
    language: offeredLanguages(config).fallback,
  });
  return {
    webhooks: createWebhookService({ repository, keyring, send, resolve, ...rules, maxPerUser: WEBHOOKS_PER_USER }),
    /** Queue of webhooks. */
    deliveries: {
      queue,
      attempt: createDeliveryAttempt({ repository, send, keyring, maxAttempts: config.WORKER_WEBHOOK_MAX_RETRIES, log }),
    },
  };
}

/** The bot is loaded only where a token is configured. */
async function buildBot({ MESSENGER_BOT_TOKEN: token, MESSENGER_API_URL: apiUrl }: Config) {
  return token === undefined ? null : (await import('../messenger/messenger-bot')).createMessengerBot(token, apiUrl);
}

/** @param ofUser counts the commands of an account */
export async function buildMessenger(
  { config, db, keyring, log, openEach, metrics }: Foundation,
  { pastes, parts }: Pick<Pastes, 'pastes' | 'parts'>,
  ofUser: RateLimiter,
) {
  const bot = await buildBot(config);
  const repository = createMessengerRepository(db, keyring, openEach);
  // Counted in memory, because a refused update writes nothing.
  const perMinute = (name: string, limit: number) => createRateLimiter(name, limit, { kind: 'memory' });
  const { BASE_URL: baseUrl, SITE_NAME: siteName, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts } = config;
  const languages = offeredLanguages(config);
  const common = {
    repository,
    limits: {
      refusedPerAddress: perMinute('refused-update', MAX_REFUSED_PER_ADDRESS),
      refusedInAll: perMinute('refused-updates', MAX_REFUSED_IN_ALL),
      commandsPerChat: perMinute('chat-command', MAX_COMMANDS_PER_CHAT),
      commandsInAll: perMinute('chat-commands', MAX_COMMANDS_IN_ALL),
    },
    commands: createChatCommands({
      pastes,
      ofUser,
      baseUrl,
      defaultTtlOf: (principal) => allowedTtl(parts.policy, principal, DEFAULT_EXPIRY),
      isOnlyInNetworks: config.CREATE_NETWORKS !== undefined,
    }),
    languages,
    count: metrics.chatUpdate,
    log,
  };
  return {
    messenger: createMessengerService({
      ...common,
      secrets: updateSecrets(config),
      botName: async () => bot?.name(),
    }),
    /** Commands that Slack, Discord and Mattermost send. */
    slashCommands: createSlashCommandsService({ ...common, baseUrl, adapters: slashAdapters(config) }),
    /** The bot itself; null without a token. */
    messengerBot: bot,
    /** Queue of messages to chats; null without a bot. */
    notifications: bot && {
      queue: behindPlatform(createOutboxQueue(db, CHATS, maxAttempts)),
      ...createNotificationAttempt({ repository, keyring, bot, baseUrl, siteName, languages, maxAttempts, log }),
    },
  };
}

function slashAdapters({ SLACK_SIGNING_SECRET: slack, DISCORD_PUBLIC_KEY: discord, MATTERMOST_TOKEN: mattermost }: Config) {
  return {
    ...(slack === undefined ? {} : { slack: createSlack(slack) }),
    ...(discord === undefined ? {} : { discord: createDiscord(discord) }),
    ...(mattermost === undefined ? {} : { mattermost: createMattermost(mattermost) }),
  };
}

export function buildReports({ config, db, keyring, auditRecorder, log, openEach }: Foundation) {
  const { REPORT_WEBHOOK: url } = config;
  const recorders = [
    createReportRecorder(db.dialect, CHATS, config.SESSION_MAX_AGE),
    ...(config.SMTP_URL === undefined ? [] : [createReportRecorder(db.dialect, MAILBOXES, config.SESSION_MAX_AGE)]),
    ...(url === undefined ? [] : [createNoticeRecorder(db.dialect.now)]),
  ];
  const reports = createReportService(db, keyring, auditRecorder, recorders, openEach, log);
  return {
    reports,
    /** Queue of notices for REPORT_WEBHOOK; null when none is configured. */
    reportNotices: url === undefined ? null : buildNotices(url),
  };

  function buildNotices(url: string) {
    const { BASE_URL: baseUrl, WORKER_WEBHOOK_MAX_RETRIES: maxAttempts, WEBHOOK_TIMEOUT_MS: timeoutMs } = config;
    // The operator's own receiver may be at a private address.
    const send = createLazySender({ allowInsecure: true, ownPort: portOf(config), resolve: resolveBySystem, timeoutMs });
    return {
      queue: createOutboxQueue(db, NOTICE_QUEUE, maxAttempts),
      attempt: createNoticeAttempt({ reports, send, url, baseUrl, maxAttempts, log }),
    };
  }
}

/** Loads undici with the first request, because it is large and most processes send none. */
function createLazySender(options: SenderOptions): Send {
  let loading: Promise<Send> | undefined;
  return async (...request) => {
    loading ??= import('../webhooks/webhook-sender').then(({ createSender }) => createSender(options));
    return (await loading)(...request);
  };
}

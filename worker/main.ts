import { randomUUID } from 'node:crypto';
import { buildProcess } from '#lib/composition/build-services';
import { runProcess } from '#lib/composition/run-process';
import { backupFolderOf, backupSourceOf } from '#lib/config/config';
import { BEAT_INTERVAL_MS, createHeartbeat } from '#lib/db/heartbeat';
import { createLease } from '#lib/db/lease';
import { HOUR_MS } from '#lib/encoding/time.rules';
import { createCounterCleanup } from '#lib/http/rate-limit-cleanup';
import { readinessOf } from '#lib/http/readiness';
import { loadLanguages } from '#lib/locales/messages';
import { createDatabaseGauges } from '#lib/operations/metrics/gauges';
import { BACKUP_CHECK_MS, backUpOnSchedule } from './backup';
import { CLEANUP_LEASE_MS, cleanUp } from './cleanup';
import { notifyExpiring } from './expiring';
import { startLoop } from './loop';
import { startMetricsServer } from './metrics-server';
import { startQueue } from './queue';

/** How long the object of a deleted paste may stay in the store while the worker is idle. */
const CONTENTS_INTERVAL_MS = 15_000;
/** Greatest age of the database's metrics. */
const GAUGES_INTERVAL_MS = 15_000;
/** Longer than the interval; another worker takes over afterwards. */
const GAUGES_LEASE_MS = 60_000;

await runProcess(async () => {
  const services = await buildProcess('worker');
  await loadLanguages(services.config.LANGUAGES);
  const heartbeat = createHeartbeat(services.db, 'worker');
  await heartbeat.beat();
  const { config, db, keyring, log, messenger, metrics, pastes, webhooks, receipts, moderation, reports, audit } = services;
  const { idempotentCreates: requests, secretRequests, mailboxes: mail } = services;
  const old = {
    webhooks,
    messenger,
    mail,
    receipts,
    requests,
    secretRequests,
    removed: moderation,
    reports,
    audit,
    counters: createCounterCleanup(db),
  };
  const lease = createLease(db, 'cleanup', randomUUID(), CLEANUP_LEASE_MS);

  // Before the loops: a process that ends while SQLite's thread works for them is aborted.
  const metricsServer =
    config.METRICS_PORT === undefined
      ? null
      : await startMetricsServer({ host: config.HOST, port: config.METRICS_PORT, token: config.METRICS_TOKEN }, metrics, () =>
          readinessOf(db, log),
        );

  const stops: (() => Promise<void>)[] = [];
  const start = (name: string, intervalMs: number, runOnce: (signal: AbortSignal) => Promise<void>) =>
    void stops.push(startLoop({ name, intervalMs, runOnce, log }));
  /** Starts a loop whose runs the metrics count. */
  const startCounted = (name: string, intervalMs: number, runOnce: (signal: AbortSignal) => Promise<void>) =>
    start(name, intervalMs, async (signal) => {
      try {
        await runOnce(signal);
        metrics.loopRun(name, true);
      } catch (error) {
        metrics.loopRun(name, false);
        throw error;
      }
    });

  startCounted('cleanup', config.WORKER_TTL_CLEANUP_INTERVAL_MS, (signal) => cleanUp({ lease, pastes, old, log }, signal));
  startCounted('expiring', config.WORKER_TTL_CLEANUP_INTERVAL_MS, (signal) => notifyExpiring({ pastes, log }, signal));
  if (config.CONTENT_STORE !== undefined)
    // Workers need no lease for it: removing an object twice is harmless.
    startCounted('contents', CONTENTS_INTERVAL_MS, async (signal) => {
      while (!signal.aborted && (await services.contentObjects.removeDue()) > 0);
    });
  if (config.BACKUP_INTERVAL_HOURS > 0) {
    const { createBackupKeys } = await import('#lib/operations/backup/backup-keys');
    const { recipient } = await createBackupKeys(config.BACKUP_KEY, keyring);
    startCounted('backup', BACKUP_CHECK_MS, (signal) =>
      backUpOnSchedule(
        {
          ...{ db, recipient, log, intervalMs: config.BACKUP_INTERVAL_HOURS * HOUR_MS, keep: config.BACKUP_KEEP },
          masterKeyIds: keyring.all.map(({ id }) => id),
          source: backupSourceOf(config),
          folder: backupFolderOf(config),
        },
        signal,
      ),
    );
  }
  start('heartbeat', BEAT_INTERVAL_MS, heartbeat.beat);
  if (config.METRICS_TOKEN !== undefined) {
    const gaugesLease = createLease(db, 'gauges', randomUUID(), GAUGES_LEASE_MS);
    start('gauges', GAUGES_INTERVAL_MS, createDatabaseGauges(db, metrics, gaugesLease));
  }
  stops.push(
    startQueue(services, { name: 'deliveries', counted: 'webhooks', queue: services.deliveries }),
    startQueue(services, { name: 'notifications', counted: 'chats', queue: services.notifications }),
    startQueue(services, { name: 'mails', counted: 'mails', queue: services.mails }),
    startQueue(services, { name: 'code-mails', counted: 'mails', queue: services.codeMails }),
    startQueue(services, { name: 'report-notices', counted: 'reports', queue: services.reportNotices }),
  );
  log.info(
    { engine: db.engine, version: services.version, ...(metricsServer ? { metricsPort: metricsServer.port } : {}) },
    'worker is running',
  );

  return async () => {
    log.info('worker is stopping');
    await Promise.all([...stops.map((stop) => stop()), metricsServer?.stop()]);
    await heartbeat.end();
    await services.close();
  };
});

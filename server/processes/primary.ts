/**
 * Starts the web processes of this machine and keeps them running (WEB_PROCESSES). They share its socket. On SQLite they
 * write through its writer thread. It also keeps the rate limits' counters, where no other store does.
 *
 * Guarantees: each member accepts connections itself, whichever is free. A member that ends is replaced, after a pause that
 * doubles while members keep ending; the others serve meanwhile. A member that can't start at the beginning stops all. A
 * signal stops each member as it would stop alone, and then closes the writer. When this process ends, so do its members.
 * Not protected: the requests of a member that dies.
 */
import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { logMigrations } from '#lib/composition/log-migrations';
import { fail } from '#lib/composition/run-process';
import { type Config, databaseOf } from '#lib/config/config';
import { programVersion } from '#lib/config/version';
import { startSharedWriter } from '#lib/db/open/shared-writer';
import { OperatorError } from '#lib/errors/operator.error';
import { createLogger } from '#lib/log/logger';
import { createMetricsGathering } from './gather-metrics';
import type { FromWeb, ToWeb } from './messages';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long didn't fail at its start. */
const SETTLED_MS = 60_000;

/** @returns a function that stops all processes */
export async function startWebProcesses(config: Config): Promise<() => Promise<void>> {
  const log = await createLogger({ level: config.LOG_LEVEL, pretty: false, name: 'web', isShared: true });
  // Without its writer the service could only read, so this process ends and the operator's supervisor restarts it all.
  const writer = await startSharedWriter(databaseOf(config), (cause) => void (stopping || fail(cause)));
  logMigrations(writer?.migrations ?? [], config, log);
  const metrics = createMetricsGathering();
  new RateLimiterClusterMaster();
  // Round robin may hand a connection to a process that has just stopped accepting, where nobody would serve it.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: join(config.rootDir, 'dist/web.js'), args: [], serialization: 'advanced' });
  const ends = new Set<Promise<void>>();
  let stopping = false;
  let isStarted = false;

  /** @returns its port when it listens @throws OperatorError when it ends before that */
  function start(pauseMs = FIRST_PAUSE_MS): Promise<number> {
    const startedAt = performance.now();
    const worker = cluster.fork();
    const send = (message: ToWeb) => void (worker.isConnected() && worker.send(message));
    const client = writer?.connect((replies) => send({ kind: 'written', replies }));
    const source = metrics.add((id) => send({ kind: 'ask-metrics', id }));
    // The process has just ended and will be replaced: nobody waits for the lost message.
    worker.on('error', (err) => log.warn({ err }, 'a message to a web process was lost'));
    worker.on('message', (message: FromWeb) => {
      if (message.kind === 'write') client?.receive(message.requests);
      else if (message.kind === 'metrics') source.told(message.id, message.own);
      else if (message.kind === 'ask-metrics') void metrics.gather().then((all) => send({ kind: 'all-metrics', id: message.id, all }));
    });
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', (exitCode, signal) => {
        client?.end();
        source.end();
        if (!stopping && isStarted)
          replace(worker, exitCode, signal, performance.now() - startedAt >= SETTLED_MS ? FIRST_PAUSE_MS : pauseMs);
        resolve();
      });
    });
    ends.add(ended);
    void ended.then(() => ends.delete(ended));
    return new Promise((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port));
      void ended.then(() => reject(new OperatorError('a web process did not start')));
    });
  }

  function replace({ process: { pid } }: Worker, exitCode: number, signal: string | null, pauseMs: number): void {
    log.error({ endedPid: pid, exitCode, signal, pauseMs }, 'a web process has ended, another takes its place');
    setTimeout(() => {
      if (stopping) return;
      start(Math.min(2 * pauseMs, LONGEST_PAUSE_MS)).catch(() => undefined);
    }, pauseMs).unref();
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    await Promise.all(ends);
    await writer?.close();
  }

  try {
    // The first one starts alone, so that a wrong configuration is reported once.
    const port = await start();
    await Promise.all(Array.from({ length: config.WEB_PROCESSES - 1 }, () => start()));
    isStarted = true;
    const engine = writer ? 'sqlite' : 'postgresql';
    const version = programVersion(config.rootDir);
    log.info({ port, baseUrl: config.BASE_URL, engine, version, processes: config.WEB_PROCESSES }, 'web is listening');
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

// @ts-check
/**
 * Webhook deliveries per second: 10,000 waiting ones to a receiver that responds at once, on each engine, by one worker
 * and by two, and among a million finished ones.
 *
 * The deliveries are copies of one that the service made. PostgreSQL is measured if reachable (TEST_POSTGRES_URL), in a
 * database that is removed afterwards.
 */
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import pg from 'pg';
import { createPostgres } from './postgresql.mjs';
import { count, endProgress, printTable, progress } from './print.mjs';
import { environment, fetchJson, freePort, startLogged, startWeb, waitUntilResponding } from './servers.mjs';

const DELIVERIES = 10_000;
const DONE_ROWS = 1_000_000;
const POLL_MS = 100;
const GIVE_UP_MS = 300_000;

/** @typedef {{ run(sql: string): Promise<unknown>, env: Record<string, string>, close(): Promise<void> }} Store */

/** @param {import('./workspace.mjs').Workspace} workspace */
export async function measureWebhooks(workspace) {
  const port = await freePort();
  const receiver = `http://127.0.0.1:${port}/hook`;
  const script = fileURLToPath(new URL('webhook-receiver.mjs', import.meta.url));
  const receiving = workspace.start(process.execPath, [script, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await waitUntilResponding(receiver);

  /** @type {{ name: string, perSecond: number }[]} */
  const measured = [];
  for (const [engine, open] of /** @type {const} */ ([
    ['SQLite', openSqlite],
    ['PostgreSQL', openPostgres],
  ])) {
    const store = await open(workspace).catch(() => null);
    if (!store) {
      console.log(`${engine} is not reachable and not measured`);
      continue;
    }
    await prepare(workspace, store, receiver);
    /** @type {readonly [string, number, boolean][]} */
    const cases = [
      ['one worker', 1, false],
      ['two workers', 2, false],
      ['one worker, among 1,000,000 done', 1, true],
    ];
    for (const [name, workers, amongMany] of cases) {
      progress(`${engine}, ${name}`);
      if (amongMany) await store.run(copies('done', DONE_ROWS, "'delivered'", 'NULL'));
      await store.run(copies('due', DELIVERIES, "'pending'", '0'));
      await store.run('ANALYZE');
      measured.push({ name: `${engine}, ${name}`, perSecond: await deliver(workspace, store, receiver, workers) });
      await store.run("DELETE FROM webhook_deliveries WHERE id LIKE 'due%'");
    }
    await store.close();
  }
  await receiving.stop();
  endProgress();
  printTable(
    `Webhooks: ${count(DELIVERIES)} deliveries that wait`,
    ['', 'deliveries/s'],
    measured.map(({ name, perSecond }) => [name, count(perSecond)]),
  );
  return { measured };
}

/**
 * Makes one delivery through the service, to copy from.
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {Store} store
 * @param {string} receiver
 */
async function prepare(workspace, store, receiver) {
  const env = { ...environment('unused'), ...store.env };
  const { output } = workspace.run(process.execPath, ['dist/admin.js', 'key', 'create', '--user', 'bench'], { env });
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': (await output).trim() };
  const web = await startWeb(workspace, 'webhooks', store.env);
  const post = (/** @type {string} */ path, /** @type {unknown} */ json) =>
    fetchJson(`${web.origin}/api/v1/${path}`, 201, { method: 'POST', headers, body: JSON.stringify(json) });
  await post('webhooks', { url: receiver, secret: 'a secret of the bench', events: ['paste.created'] });
  await post('pastes', { content: 'text', title: 'a title to be decrypted and sent' });
  await web.stop();
  await store.run("UPDATE webhook_deliveries SET id = 'template', status = 'delivered', next_retry_at = NULL, finished_at = 9000000000000");
}

/**
 * @param {string} prefix
 * @param {number} rows
 * @param {string} status SQL
 * @param {string} due SQL
 */
function copies(prefix, rows, status, due) {
  const columns = `endpoint_id, event, paste_id, id_sealed, syntax, is_e2ee, burn_after_read, title_sealed, paste_created_at, created_at`;
  return `INSERT INTO webhook_deliveries (id, status, next_retry_at, finished_at, ${columns})
    WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${rows})
    SELECT '${prefix}' || CAST(number AS TEXT), ${status}, ${due}, ${due === 'NULL' ? '9000000000000' : 'NULL'}, ${columns}
    FROM webhook_deliveries, numbers WHERE id = 'template'`;
}

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @param {Store} store
 * @param {string} receiver
 * @param {number} workers
 * @returns {Promise<number>} deliveries a second, from the first that arrived to the last
 */
async function deliver(workspace, store, receiver, workers) {
  await fetchJson(receiver, 200, { headers: { Connection: 'close' } });
  const env = { ...environment('unused'), ...store.env, WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' };
  const running = Array.from({ length: workers }, (_, index) => startLogged(workspace, `deliveries-${index}.log`, ['dist/worker.js'], env));
  const giveUpAt = Date.now() + GIVE_UP_MS;
  let total = { count: 0, firstAt: 0, lastAt: 0 };
  while (total.count < DELIVERIES) {
    if (Date.now() > giveUpAt) throw new Error(`${total.count} of ${DELIVERIES} deliveries within ${GIVE_UP_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const seen = await fetchJson(receiver, 200, { headers: { Connection: 'close' } });
    if (seen.count > 0) total = { count: total.count + seen.count, firstAt: total.firstAt || seen.firstAt, lastAt: seen.lastAt };
  }
  await Promise.all(running.map(({ stop }) => stop()));
  return (total.count / (total.lastAt - total.firstAt)) * 1000;
}

/**
 * @param {import('./workspace.mjs').Workspace} workspace
 * @returns {Promise<Store>}
 */
async function openSqlite(workspace) {
  const file = workspace.path('webhooks.db');
  return {
    env: { DATABASE_URL: `file:${file}`, WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' },
    async run(sql) {
      const database = new DatabaseSync(file, { timeout: 60_000 });
      database.exec(sql);
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
    close: async () => undefined,
  };
}

/** @returns {Promise<Store>} */
async function openPostgres() {
  const database = await createPostgres();
  return {
    env: { DATABASE_URL: database.url, WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' },
    async run(sql) {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(sql);
      await client.end();
    },
    close: database.drop,
  };
}

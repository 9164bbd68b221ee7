/**
 * Looks at everything the service needs, each thing by itself, so that one that is broken hides no
 * other. Changes nothing, except that opening the database brings its schema up to date.
 */
import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createClient } from '@redis/client';
import { refuseUnfinishedLoad } from '../archive/archive.load';
import type { Config } from '../config/config';
import type { Database } from '../db/database';
import { openDatabase, sqliteFile } from '../db/open';
import { createPasteRepository } from '../pastes/paste.repository';
import { configuredKeys } from '../services/compose';
import { unwrapDataKey } from '../vault/vault';
import { checkMasterKeys } from '../vault/vault.check';

const NETWORK_TIMEOUT_MS = 5_000;
const CLOCK_WARN_MS = 5_000;
const DISK_WARN_BYTES = 1024 ** 3;
const DISK_FAIL_BYTES = 64 * 1024 ** 2;
/** Of cleanup intervals: so long an expired paste may wait until somebody should ask for the worker. */
const CLEANUP_LATE_INTERVALS = 5;

export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

type Finding = string | { warning: string };

/** @param config already valid: reading it was the first check */
export async function runChecks(config: Config): Promise<Check[]> {
  const checks: Check[] = [{ name: 'config', state: 'ok', message: `valid; Node ${process.version}` }];
  async function check(name: string, look: () => Promise<Finding>): Promise<void> {
    try {
      const finding = await look();
      checks.push(
        typeof finding === 'string' ? { name, state: 'ok', message: finding } : { name, state: 'warning', message: finding.warning },
      );
    } catch (error) {
      checks.push({ name, state: 'failed', message: describe(error) });
    }
  }

  let db: Database | undefined;
  await check('database', async () => {
    db = await openDatabase({ url: config.DATABASE_URL, rootDir: config.rootDir });
    await refuseUnfinishedLoad(db);
    return `${db.engine} answers, schema up to date`;
  });
  const database = db;
  if (database) {
    await check('key', () => checkKey(database, config));
    await check('clock', () => checkClock(database));
    await check('worker', () => checkWorker(database, config));
  }
  await check('disk', async () => checkDisk(config));
  if (config.REDIS_URL !== undefined) await check('redis', () => checkRedis(config.REDIS_URL as string));
  await check('address', () => checkAddress(config.BASE_URL));
  await database?.close();
  return checks;
}

async function checkKey(db: Database, config: Config): Promise<Finding> {
  const keyring = configuredKeys(config);
  await checkMasterKeys(db, keyring);
  const [row] = await db.read('SELECT public_id, data_key, master_key_id FROM pastes ORDER BY public_id LIMIT 1');
  if (!row) return `fingerprint ${keyring.current.id}; nothing is stored yet`;
  unwrapDataKey(keyring, String(row.public_id), { dataKey: row.data_key as Uint8Array, masterKeyId: String(row.master_key_id) });
  return `fingerprint ${keyring.current.id}, opens what is stored`;
}

async function checkClock(db: Database): Promise<Finding> {
  const [row] = await db.read(`SELECT ${db.dialect.now} AS now`);
  const apart = Math.abs(Number(row?.now) - Date.now());
  const message = `the database's clock and this machine's are ${apart} ms apart`;
  return apart > CLOCK_WARN_MS ? { warning: `${message}; expiry goes by the database's` } : message;
}

async function checkWorker(db: Database, config: Config): Promise<Finding> {
  const { expired, longestExpiredMs } = await createPasteRepository(db, []).totals();
  if (longestExpiredMs > CLEANUP_LATE_INTERVALS * config.WORKER_TTL_CLEANUP_INTERVAL_MS)
    return {
      warning: `${expired} expired pastes wait for removal, the first for ${Math.round(longestExpiredMs / 1000)} s: is a worker running?`,
    };
  return 'no expired paste has been waiting for long';
}

function checkDisk(config: Config): Finding {
  const file = sqliteFile(config.DATABASE_URL, config.rootDir);
  const folder = file === null ? resolve(config.rootDir) : dirname(file);
  const { bavail, bsize } = statfsSync(existsSync(folder) ? folder : config.rootDir);
  const free = bavail * bsize;
  const message = `${(free / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  if (free < DISK_FAIL_BYTES) throw new Error(message);
  return free < DISK_WARN_BYTES ? { warning: message } : message;
}

async function checkRedis(url: string): Promise<Finding> {
  const client = createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: NETWORK_TIMEOUT_MS, reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return 'answers';
  } finally {
    client.destroy();
  }
}

async function checkAddress(baseUrl: string): Promise<Finding> {
  const response = await fetch(`${baseUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS) }).catch(
    (error: Error) => {
      throw new Error(`BASE_URL: ${baseUrl}/healthz can't be reached from here (${describe(error.cause ?? error)})`);
    },
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 200 || (body as { status?: unknown } | undefined)?.status !== 'ok')
    throw new Error(`BASE_URL: ${baseUrl}/healthz answers ${response.status}, and not as this service does`);
  if (new URL(baseUrl).protocol === 'http:' && new URL(baseUrl).hostname !== 'localhost')
    return { warning: `${baseUrl} leads here; without https browsers refuse to encrypt` };
  return `${baseUrl} leads here`;
}

/** Message and code, never a stack: a connection's error may have no message. */
function describe(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown };
  const text = message || code || 'failed';
  return cause === undefined ? text : `${text}: ${describe(cause)}`;
}

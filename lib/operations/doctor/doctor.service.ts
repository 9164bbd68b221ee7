/**
 * Checks everything that the service needs, each thing by itself, so that one failure hides no other. The doctor changes
 * nothing, except that when it has read everything and found it whole, it forgets the damage that a process met before.
 */
import { existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Config, databaseOf, masterKeysOf } from '../../config/config';
import { type Database, readClock } from '../../db/database';
import { openDatabase, sqliteFile } from '../../db/engines/open-database';
import { copiesBeside } from '../../db/engines/sqlite-migrations';
import { countAddresses } from '../../http/trusted-proxies';
import { readOverdue } from '../../pastes/storage/paste-totals';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { doctorToken, openValue, pasteIdPlace } from '../../vault/vault';
import { refuseUnfinishedLoad } from '../backup/unfinished-load';
import { forgetDamage } from '../metrics/vitals';
import { rotatedTables } from '../rotation';
import {
  checkAdministrators,
  checkBackup,
  checkConnections,
  checkHeartbeat,
  checkKnownDamage,
  checkRows,
  checkStandbys,
  checkWholeness,
  readConnectionLimit,
  readStandbys,
} from './doctor-database';
import {
  askAddress,
  checkAddress,
  checkCertificate,
  checkForwarded,
  checkTime,
  describeError,
  type Finding,
  OTHER_SERVERS,
  type Seen,
  type ServerTime,
} from './doctor-servers';
import { checkBackupFolder, checkVariables, checkWebhookTargets } from './doctor-settings';

const CLOCK_WARN_MS = 5_000;
const DISK_WARN_BYTES = 1024 ** 3;
const DISK_FAIL_BYTES = 64 * 1024 ** 2;
/** Addresses of a network that may be the proxies' own; clients are to be expected in a larger one. */
const PROXIES_WARN = 256;
/** Hosts that mean all addresses of the machine. */
const ALL_ADDRESSES: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
/** Cleanup intervals that an expired paste may wait before the doctor warns that no worker cleans up. */
const CLEANUP_LATE_INTERVALS = 5;

export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

/**
 * @param config valid, because reading it was the first check
 * @param options.deep whether all rows are read
 */
export async function runChecks(config: Config, { deep = false } = {}): Promise<Check[]> {
  const checks: Check[] = [{ name: 'config', state: 'ok', message: `valid; Node ${process.version}` }];
  let db: Database | undefined;
  await check(checks, 'database', async () => {
    db = await openDatabase(databaseOf(config));
    await refuseUnfinishedLoad(db);
    const { latest, later } = await db.checkSchema();
    return `${db.engine} responds, migrated to ${latest}${later.length === 0 ? '' : ', of a newer version that this one can live with'}`;
  });
  const database = db;
  if (database) {
    await checkDatabase(checks, database, config);
    if (deep) await lookForDamage(checks, database, config);
    else await check(checks, 'damage', () => checkKnownDamage(database));
  }
  await checkSurroundings(checks, config);
  await checkNetwork(checks, config);
  await database?.close();
  return checks;
}

/** The checks that a running process can make: none opens the database anew or requests this service. */
async function runQuickChecks(db: Database, config: Config): Promise<Check[]> {
  const checks: Check[] = [];
  await checkDatabase(checks, db, config);
  await check(checks, 'damage', () => checkKnownDamage(db));
  await checkSurroundings(checks, config);
  return checks;
}

async function check(checks: Check[], name: string, look: () => Promise<Finding>): Promise<void> {
  try {
    const finding = await look();
    checks.push(
      typeof finding === 'string' ? { name, state: 'ok', message: finding } : { name, state: 'warning', message: finding.warning },
    );
  } catch (error) {
    checks.push({ name, state: 'failed', message: describeError(error) });
  }
}

async function checkDatabase(checks: Check[], db: Database, config: Config): Promise<void> {
  await check(checks, 'key', () => checkKey(db, config));
  await check(checks, 'clock', () => checkClock(db));
  await check(checks, 'worker', () => checkWorker(db, config));
  await check(checks, 'heartbeat', () => checkHeartbeat(db));
  await check(checks, 'backup', () => checkBackup(db, config));
  await check(checks, 'administrators', () => checkAdministrators(db));
  await check(checks, 'connections', async () => checkConnections(await readConnectionLimit(db, config)));
  const standbys = await readStandbys(db).catch(() => null);
  if (standbys) await check(checks, 'standby', async () => checkStandbys(standbys));
}

/** Reads everything. Damage that a process met before is forgotten when all is whole. */
async function lookForDamage(checks: Check[], db: Database, config: Config): Promise<void> {
  const before = checks.length;
  await check(checks, 'damage', () => checkWholeness(db, config));
  await check(checks, 'rows', () => checkRows(db, rotatedTables(createKeyring(masterKeysOf(config)))));
  if (checks.slice(before).every(({ state }) => state === 'ok')) await forgetDamage(db);
}

async function checkSurroundings(checks: Check[], config: Config): Promise<void> {
  await check(checks, 'disk', async () => checkDisk(config));
  const file = sqliteFile(config.DATABASE_URL, config.rootDir);
  if (file !== null && existsSync(file)) {
    await check(checks, 'files', async () => checkMode(file));
    await check(checks, 'copies', async () => checkCopies(file));
  }
  for (const server of OTHER_SERVERS)
    if (server.isNear && server.isUsed(config)) await check(checks, server.name, () => server.look(config, () => undefined));
  await check(checks, 'backup-folder', async () => checkBackupFolder(config));
  await check(checks, 'variables', async () => checkVariables(config));
  await check(checks, 'webhooks', async () => checkWebhookTargets(config));
  await check(checks, 'proxy', async () => checkProxy(config));
}

/** Asks this service and the others that it uses, over the network. */
async function checkNetwork(checks: Check[], config: Config): Promise<void> {
  const times: ServerTime[] = [];
  const onTime = (answer: ServerTime) => void times.push(answer);
  for (const server of OTHER_SERVERS)
    if (!server.isNear && server.isUsed(config)) await check(checks, server.name, () => server.look(config, onTime));
  let seen: Seen | null = null;
  await check(checks, 'address', async () => {
    seen = await askAddress(config.BASE_URL, doctorToken(createKeyring(masterKeysOf(config))), onTime);
    return checkAddress(config.BASE_URL);
  });
  if (seen) await check(checks, 'forwarded', async () => checkForwarded(config, seen as Seen));
  if (config.BASE_URL.startsWith('https:')) await check(checks, 'certificate', () => checkCertificate(config.BASE_URL));
  if (times.length > 0) await check(checks, 'time', async () => checkTime(times));
}

async function checkKey(db: Database, config: Config): Promise<Finding> {
  const keyring = createKeyring(masterKeysOf(config));
  await checkMasterKeys(db, keyring);
  const paste = await db.prisma.paste.findFirst({ orderBy: { id: 'asc' } });
  if (!paste) return `fingerprint ${keyring.current.id}; nothing is stored yet`;
  openValue(keyring, pasteIdPlace(paste.id), paste.idSealed);
  return `fingerprint ${keyring.current.id}, opens what is stored`;
}

async function checkClock(db: Database): Promise<Finding> {
  const apart = Math.abs((await readClock(db)) - Date.now());
  const message = `the database's clock and this machine's are ${apart} ms apart`;
  return apart > CLOCK_WARN_MS ? { warning: `${message}; expiry goes by the database's` } : message;
}

async function checkWorker(db: Database, config: Config): Promise<Finding> {
  const { expired, isAll, longestExpiredMs } = await readOverdue(db);
  if (longestExpiredMs > CLEANUP_LATE_INTERVALS * config.WORKER_TTL_CLEANUP_INTERVAL_MS)
    return {
      warning: `${isAll ? '' : 'more than '}${expired} expired pastes wait for removal, the first for ${Math.round(longestExpiredMs / 1000)} s: is a worker running?`,
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
  if (file !== null && free < config.MIN_FREE_DISK_BYTES) throw new Error(`${message}, less than MIN_FREE_DISK_BYTES: creating gets 507`);
  return free < DISK_WARN_BYTES ? { warning: message } : message;
}

/** Warns of copies of the database from before an upgrade, which have pastes that were burned or deleted since. */
function checkCopies(file: string): Finding {
  const copies = copiesBeside(file);
  if (copies.length === 0) return 'no copy of the database from before an upgrade is left';
  return {
    warning: `${copies.join(', ')}: from before an upgrade, or left by a killed one (.partial); delete it when you need it no more`,
  };
}

/** New files are readable by their user alone, but a file from before keeps its mode. */
function checkMode(file: string): Finding {
  const mode = statSync(file).mode & 0o777;
  if (mode & 0o077) return { warning: `${file} has mode ${mode.toString(8)}: other users of this machine get at it (chmod 600)` };
  return `the database is its user's alone (mode ${mode.toString(8)})`;
}

/** Warns where clients may claim to be a proxy: with a number of proxies alone, or with a large network. */
function checkProxy({ TRUST_PROXY: { hops, networks }, HOST }: Config): Finding {
  if (hops === 0) return 'X-Forwarded-For is ignored';
  const name = "Name the proxies' own addresses, such as 10.0.0.5,10.0.0.6";
  if (networks === null) {
    const message = `TRUST_PROXY=${hops} believes X-Forwarded-For from whoever reaches the port`;
    if (!ALL_ADDRESSES.has(HOST)) return message;
    return {
      warning: `${message}, and HOST=${HOST} is every address of this machine: clients may choose their own address. ${name}, or listen on 127.0.0.1`,
    };
  }
  if (countAddresses(networks) <= PROXIES_WARN) return 'X-Forwarded-For is believed from the addresses in TRUST_PROXY';
  return {
    warning: `TRUST_PROXY has more than ${PROXIES_WARN} addresses: a client with one of them that reaches the port may choose its own address. ${name}`,
  };
}

/** The doctor's quick checks and the lengths of the queues, for the administrators' page. SQL (decision 0041): index. */

/** Most rows that are counted. */
const MAX_COUNTED = 1_000;

/** Rows of each queue that wait. */
const WAITING = {
  deliveries: 'webhook_deliveries WHERE next_retry_at IS NOT NULL',
  messages: 'notification_queue WHERE next_retry_at IS NOT NULL',
  reportNotices: 'report_notices WHERE next_retry_at IS NOT NULL',
  openReports: 'reports WHERE closed_at IS NULL',
  heldPastes: 'pastes WHERE held_at IS NOT NULL',
  expiredPastes: 'pastes WHERE expires_at <= NOW',
} as const;

/** Numbers of waiting rows, at most MAX_COUNTED each. */
type Backlog = Record<keyof typeof WAITING, number>;

export async function readHealth(db: Database, config: Config) {
  return { engine: db.engine, checks: await runQuickChecks(db, config), backlog: await readBacklog(db), maxCounted: MAX_COUNTED };
}

/** Counts each queue by an index that holds only waiting rows, or expired ones first. */
async function readBacklog(db: Database): Promise<Backlog> {
  const counts = Object.entries(WAITING).map(
    ([name, from]) =>
      `(SELECT count(*) FROM (SELECT 1 FROM ${from.replace('NOW', db.dialect.now)} LIMIT ${MAX_COUNTED}) AS t) AS "${name}"`,
  );
  const [row = {}] = await db.readLong(`SELECT ${counts.join(', ')}`);
  return Object.fromEntries(Object.keys(WAITING).map((name) => [name, Number(row[name])])) as Backlog;
}

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
  checkKnownDamage,
  checkRows,
  checkStandbys,
  checkWholeness,
  checkWorkers,
} from './doctor-database';
import {
  askAddress,
  checkAddress,
  checkCertificate,
  checkForwarded,
  checkTime,
  describeError,
  FAR_SERVERS,
  type Finding,
  NEAR_SERVERS,
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

export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'failed';
  message: string;
}

/** A check by its name. It throws what has failed, and finds null when there is nothing to look at. */
type Look = [name: string, look: () => Finding | null | Promise<Finding | null>];

/**
 * @param config valid, because reading it was the first check
 * @param options.deep whether all rows are read
 */
export async function runChecks(config: Config, { deep = false } = {}): Promise<Check[]> {
  let db: Database | undefined;
  const checks = await make([
    ['config', () => `valid; Node ${process.version}`],
    [
      'database',
      async () => {
        db = await openDatabase(databaseOf(config));
        await refuseUnfinishedLoad(db);
        const { latest, later } = await db.checkSchema();
        return `${db.engine} responds, migrated to ${latest}${later.length === 0 ? '' : ', of a newer version that this one can live with'}`;
      },
    ],
  ]);
  if (db)
    checks.push(...(await make(databaseLooks(db, config))), ...(deep ? await lookForDamage(db, config) : await make([damageLook(db)])));
  checks.push(...(await make([...nearLooks(config), ...networkLooks(config)])));
  await db?.close();
  return checks;
}

/** Makes one check after the other. */
async function make(looks: readonly Look[]): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of looks) {
    try {
      const finding = await look();
      if (typeof finding === 'string') checks.push({ name, state: 'ok', message: finding });
      else if (finding !== null) checks.push({ name, state: 'warning', message: finding.warning });
    } catch (error) {
      checks.push({ name, state: 'failed', message: describeError(error) });
    }
  }
  return checks;
}

const databaseLooks = (db: Database, config: Config): Look[] => [
  ['key', () => checkKey(db, config)],
  ['clock', () => checkClock(db)],
  ['worker', () => checkWorkers(db)],
  ['backup', () => checkBackup(db, config)],
  ['administrators', () => checkAdministrators(db)],
  ['connections', () => checkConnections(db, config)],
  ['standby', () => checkStandbys(db)],
];

const damageLook = (db: Database): Look => ['damage', () => checkKnownDamage(db)];

/** Reads everything. Damage that a process met before is forgotten when all is whole. */
async function lookForDamage(db: Database, config: Config): Promise<Check[]> {
  const checks = await make([
    ['damage', () => checkWholeness(db, config)],
    ['rows', () => checkRows(db, rotatedTables(createKeyring(masterKeysOf(config))))],
  ]);
  if (checks.every(({ state }) => state === 'ok')) await forgetDamage(db);
  return checks;
}

/** Checks of this machine, of settings, and of servers that belong to this installation. */
function nearLooks(config: Config): Look[] {
  const file = sqliteFile(config.DATABASE_URL, config.rootDir);
  const fileLooks: Look[] =
    file !== null && existsSync(file)
      ? [
          ['files', () => checkMode(file)],
          ['copies', () => checkCopies(file)],
        ]
      : [];
  return [
    ['disk', () => checkDisk(config)],
    ...fileLooks,
    ...serverLooks(NEAR_SERVERS, config),
    ['backup-folder', () => checkBackupFolder(config)],
    ['variables', () => checkVariables(config)],
    ['webhooks', () => checkWebhookTargets(config)],
    ['proxy', () => checkProxy(config)],
  ];
}

const serverLooks = (servers: typeof NEAR_SERVERS, config: Config, times: ServerTime[] = []): Look[] =>
  Object.entries(servers).map(([name, look]) => [name, () => look(config, times)]);

/** Asks this service and the others that it uses, over the network. */
function networkLooks(config: Config): Look[] {
  const { BASE_URL: baseUrl } = config;
  let seen: Seen | null = null;
  const times: ServerTime[] = [];
  return [
    ...serverLooks(FAR_SERVERS, config, times),
    [
      'address',
      async () => {
        seen = await askAddress(baseUrl, doctorToken(createKeyring(masterKeysOf(config))), times);
        return checkAddress(baseUrl);
      },
    ],
    ['forwarded', () => seen && checkForwarded(config, seen)],
    ['certificate', () => (baseUrl.startsWith('https:') ? checkCertificate(baseUrl) : null)],
    ['time', () => (times.length > 0 ? checkTime(times) : null)],
  ];
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

/** Makes the checks that a running process can: none opens the database anew or requests this service. */
export async function readHealth(db: Database, config: Config) {
  const checks = await make([...databaseLooks(db, config), damageLook(db), ...nearLooks(config)]);
  return { engine: db.engine, checks, backlog: await readBacklog(db), maxCounted: MAX_COUNTED };
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

/** The doctor's checks of the database: key, clock, workers, backups, damage, connections and administrators. */
import { type Config, masterKeysOf } from '../../config/config';
import { type Database, MAX_CONNECTIONS, type Row, readClock } from '../../db/database';
import { DAY_MS, HOUR_MS } from '../../encoding/time.rules';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring, UnknownMasterKeyError } from '../../vault/keyring';
import { openValue, pasteIdPlace, SealBrokenError } from '../../vault/vault';
import { readVitals } from '../metrics/vitals';
import { pagesOf, type RotatedTable } from '../rotation';
import type { Finding, Look } from './doctor-servers';

export const databaseLooks = (db: Database, config: Config): Look[] => [
  ['key', () => checkKey(db, config)],
  ['clock', () => checkClock(db)],
  ['worker', () => checkWorkers(db)],
  ['backup', () => checkBackup(db, config)],
  ['administrators', () => checkAdministrators(db)],
  ['connections', () => checkConnections(db, config)],
  ['standby', () => checkStandbys(db)],
];

export const knownDamageLook = (db: Database): Look => ['damage', () => checkKnownDamage(db)];

const CLOCK_WARN_MS = 5_000;

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

/** Hours after which a backup counts as late when something else than the worker starts backups, such as cron. */
const BY_HAND_HOURS = 24;

export async function checkWorkers(db: Database): Promise<Finding> {
  const { workers, workerSilentMs } = await readVitals(db);
  if (workers > 0) return `${workers} running, the last heard of ${seconds(workerSilentMs ?? 0)} ago`;
  return {
    warning: `none is running (${workerSilentMs === null ? 'none was within a day' : `the last was ${seconds(workerSilentMs)} ago`}): nothing is removed, sent or backed up`,
  };
}

/** Days without a check after which the worker, which checks a backup a week, has failed at that. */
const CHECK_DAYS = 15;

/** Warns when the last backup is older than two intervals, or the worker's check of backups fails. */
export async function checkBackup(db: Database, { BACKUP_INTERVAL_HOURS: interval }: Config): Promise<Finding> {
  const { backupAgeMs, backupCheckAgeMs } = await readVitals(db);
  const setting = interval === 0 ? ', and BACKUP_INTERVAL_HOURS is 0: the worker makes none' : ` (BACKUP_INTERVAL_HOURS is ${interval})`;
  if (backupAgeMs === null) return { warning: `no backup is known${setting}` };
  const message = `the last good backup is ${hours(backupAgeMs)} old`;
  if (backupAgeMs > 2 * (interval || BY_HAND_HOURS) * HOUR_MS) return { warning: `${message}${setting}` };
  if (backupCheckAgeMs === null) return `${message}, and none was checked by the worker`;
  const checked = `a backup was last checked ${hours(backupCheckAgeMs)} ago`;
  return interval > 0 && backupCheckAgeMs > CHECK_DAYS * DAY_MS
    ? { warning: `${message}, but ${checked}: the worker's log says why` }
    : `${message}, and ${checked}`;
}

/** @throws Error that names the damage which a process met last, until `doctor --deep` finds everything whole */
export async function checkKnownDamage(db: Database): Promise<Finding> {
  const { damage } = await readVitals(db);
  if (damage === null) return 'none is known (doctor --deep looks for it)';
  throw new Error(`${damage.what}, met ${seconds(damage.ageMs)} ago: "doctor --deep" says where, docs/damaged.md what to do`);
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`;
const hours = (ms: number) => `${Math.floor(ms / HOUR_MS)} h`;

/**
 * Says how many processes PostgreSQL's connections are enough for. Behind a PgBouncer processes wait for a free connection.
 * @returns null without PostgreSQL
 */
export async function checkConnections(
  db: Pick<Database, 'engine' | 'read'>,
  { DATABASE_SESSION_SETTINGS }: Config,
): Promise<Finding | null> {
  if (db.engine !== 'postgresql' || DATABASE_SESSION_SETTINGS === 'off') return null;
  // -1 means that the role or database has no limit.
  const [limit] = await db.read(
    `SELECT connections, setting FROM (VALUES
      (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int, 'max_connections'),
      ((SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user), 'the role''s CONNECTION LIMIT'),
      ((SELECT datconnlimit FROM pg_database WHERE datname = current_database()), 'the database''s CONNECTION LIMIT')
    ) AS limits (connections, setting) WHERE connections >= 0 ORDER BY connections LIMIT 1`,
  );
  const connections = Number(limit?.connections);
  const processes = Math.floor(connections / MAX_CONNECTIONS);
  // The service has at least one web process and one worker.
  if (processes < 2)
    return {
      warning: `a web process and a worker open up to ${2 * MAX_CONNECTIONS} connections, and PostgreSQL allows ${connections} (${limit?.setting}): requests get 503 when none is left. Raise it, or use PgBouncer`,
    };
  return `${connections} are enough for ${processes} web processes and workers, with up to ${MAX_CONNECTIONS} each (${limit?.setting})`;
}

/** Values of `synchronous_commit` with which a commit is acknowledged before a standby has it on disk. */
const NOT_WAITING: ReadonlySet<string> = new Set(['off', 'local', 'remote_write']);

/** Says whether commits wait for a standby. Every role may read these settings. @returns null without PostgreSQL or without a standby */
export async function checkStandbys(db: Pick<Database, 'engine' | 'read'>): Promise<Finding | null> {
  if (db.engine !== 'postgresql') return null;
  const [row] = await db.read(
    "SELECT (SELECT count(*) FROM pg_stat_replication) AS receivers, current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS waits",
  );
  const receivers = Number(row?.receivers ?? 0);
  if (receivers === 0) return null;
  const count = `${receivers} standby${receivers === 1 ? '' : 's'}`;
  const consequence =
    'after a failover acknowledged pastes may be missing, and burned ones may be readable again; docs/failover.md says how commits wait for a standby';
  if (row?.names === '')
    return { warning: `${count}, none of which a commit waits for (synchronous_standby_names is empty): ${consequence}` };
  if (NOT_WAITING.has(String(row?.waits)))
    return { warning: `${count}, which a commit does not wait for (synchronous_commit is ${row?.waits}): ${consequence}` };
  return `${count}; each commit waits for ${row?.names}`;
}

const UNSEEN_DAYS = 30;
/** Names in the message; the others are counted. */
const MAX_NAMED = 10;

/**
 * Administrators who sign in at a provider and haven't done so for long: whoever left there may still be one here, by a right
 * of the user, by a key, or until the next sign-in.
 */
export async function checkAdministrators(db: Database): Promise<Finding> {
  const rows = await db.read(
    `SELECT u.name FROM users u JOIN identities i ON i.user_id = u.id WHERE u.disabled_at IS NULL
      GROUP BY u.id, u.name, u.promoted_at
      HAVING (u.promoted_at IS NOT NULL OR MAX(i.admin_at) IS NOT NULL)
        AND MAX(COALESCE(i.last_used_at, i.created_at)) <= ${db.dialect.now} - ${UNSEEN_DAYS * DAY_MS}
      ORDER BY u.name LIMIT ${MAX_NAMED + 1}`,
  );
  if (rows.length === 0) return `every administrator who has a linked account used it within ${UNSEEN_DAYS} days`;
  const names = rows.slice(0, MAX_NAMED).map(({ name }) => String(name));
  const more = rows.length > MAX_NAMED ? ' and more' : '';
  return {
    warning: `administrators who haven't signed in at the provider for ${UNSEEN_DAYS} days: ${names.join(', ')}${more}; demote or disable those who left`,
  };
}

/** Checks that read everything: whether the database is whole, and every row decrypts. They take minutes on a large database. */

/** Problems that are listed one by one; the others are counted. */
const MAX_LISTED = 5;

/** @returns a sentence that names the checks which found no damage @throws Error that names the damage */
export async function checkWholeness(db: Database, config: Config): Promise<Finding> {
  if (db.engine === 'postgresql') {
    const { checkPostgresql } = await import('../../db/engines/postgresql-check');
    const found = await checkPostgresql(config.DATABASE_URL, MAX_LISTED);
    if (found === null)
      return { warning: 'not looked at: "CREATE EXTENSION amcheck" in this database lets doctor --deep check tables and indexes' };
    if (found.length > 0) throw new Error(`damaged: ${found.join('; ')} (docs/damaged.md)`);
    return 'amcheck finds tables and indexes whole';
  }
  const problems = (await db.read(`PRAGMA quick_check(${MAX_LISTED})`)).map((row) => String(Object.values(row)[0]));
  if (problems[0] !== 'ok') throw new Error(`damaged: ${problems.join('; ')} (docs/damaged.md)`);
  const dangling = await db.read('PRAGMA foreign_key_check');
  if (dangling.length > 0) throw new Error(`${dangling.length} rows refer to rows that are missing (docs/damaged.md)`);
  return 'quick_check and foreign_key_check find the file whole';
}

/** Decrypts everything under a master key but the contents. @throws Error that names rows which don't decrypt */
export async function checkRows(db: Database, tables: readonly RotatedTable[]): Promise<string> {
  let all = 0;
  let broken = 0;
  const listed: string[] = [];
  for (const table of tables) {
    const isSealed = table.sealed.length === 0 ? 'TRUE' : `(${table.sealed.map((column) => `${column} IS NOT NULL`).join(' OR ')})`;
    for await (const rows of pagesOf(db, table, { sql: isSealed, params: [] })) {
      all += rows.length;
      const damaged = rows.filter((row) => !opens(table, row));
      broken += damaged.length;
      listed.push(...damaged.slice(0, MAX_LISTED - listed.length).map(({ id }) => `${table.table} ${id}`));
    }
  }
  if (broken > 0)
    throw new Error(`${broken} of ${all} rows don't open: ${listed.join(', ')}${broken > listed.length ? ', …' : ''} (docs/damaged.md)`);
  return `all ${all} rows open`;
}

/** Decrypts a row as key rotation does. */
function opens(table: RotatedTable, row: Row): boolean {
  try {
    table.rotate(row);
    return true;
  } catch (error) {
    if (error instanceof SealBrokenError || error instanceof UnknownMasterKeyError) return false;
    throw error;
  }
}

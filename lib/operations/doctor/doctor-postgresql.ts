/** The doctor's checks of PostgreSQL: how many processes its connections are enough for, and whether commits wait for a standby. */
import type { Config } from '../../config/config';
import { type Database, MAX_CONNECTIONS } from '../../db/database';
import type { Finding } from './finding';

/** Most connections that PostgreSQL gives to the service's role. */
interface ConnectionLimit {
  connections: number;
  /** The setting of PostgreSQL that limits the number. */
  setting: string;
}

/** @returns null without PostgreSQL, or behind a PgBouncer, where processes wait for a free connection */
export async function readConnectionLimit(db: Database, { DATABASE_SESSION_SETTINGS }: Config): Promise<ConnectionLimit | null> {
  if (db.engine !== 'postgresql' || DATABASE_SESSION_SETTINGS === 'off') return null;
  const [row] = await db.read(
    `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS server,
      (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS role,
      (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS database`,
  );
  // -1 means that the role or database has no limit.
  const limits = [
    { connections: Number(row?.server), setting: 'max_connections' },
    { connections: Number(row?.role), setting: "the role's CONNECTION LIMIT" },
    { connections: Number(row?.database), setting: "the database's CONNECTION LIMIT" },
  ].filter(({ connections }) => connections >= 0);
  return limits.reduce((least, limit) => (limit.connections < least.connections ? limit : least));
}

export function checkConnections(limit: ConnectionLimit | null): Finding {
  if (limit === null) return 'not limited';
  const { connections, setting } = limit;
  const processes = Math.floor(connections / MAX_CONNECTIONS);
  // The service has at least one web process and one worker.
  if (processes < 2)
    return {
      warning: `a web process and a worker open up to ${2 * MAX_CONNECTIONS} connections, and PostgreSQL allows ${connections} (${setting}): requests get 503 when none is left. Raise it, or use PgBouncer`,
    };
  return `${connections} are enough for ${processes} web processes and workers, with up to ${MAX_CONNECTIONS} each (${setting})`;
}

/** Receivers of PostgreSQL's log, and the settings that make commits wait for them. Every role may read both. */
export interface Standbys {
  receivers: number;
  /** `synchronous_standby_names`: empty when no commit waits for a standby. */
  synchronousNames: string;
  /** `synchronous_commit` as this service's connections have it. */
  synchronousCommit: string;
}

/** Values of `synchronous_commit` with which a commit is acknowledged before a standby has it on disk. */
const NOT_WAITING: ReadonlySet<string> = new Set(['off', 'local', 'remote_write']);

/** @returns null without PostgreSQL or without a standby */
export async function readStandbys(db: Database): Promise<Standbys | null> {
  if (db.engine !== 'postgresql') return null;
  const [row] = await db.read(
    "SELECT (SELECT count(*) FROM pg_stat_replication) AS receivers, current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS waits",
  );
  const receivers = Number(row?.receivers ?? 0);
  return receivers === 0 ? null : { receivers, synchronousNames: String(row?.names), synchronousCommit: String(row?.waits) };
}

export function checkStandbys({ receivers, synchronousNames, synchronousCommit }: Standbys): Finding {
  const count = `${receivers} standby${receivers === 1 ? '' : 's'}`;
  const consequence =
    'after a failover acknowledged pastes may be missing, and burned ones may be readable again; docs/failover.md says how commits wait for a standby';
  if (synchronousNames === '')
    return { warning: `${count}, none of which a commit waits for (synchronous_standby_names is empty): ${consequence}` };
  if (NOT_WAITING.has(synchronousCommit))
    return { warning: `${count}, which a commit does not wait for (synchronous_commit is ${synchronousCommit}): ${consequence}` };
  return `${count}; each commit waits for ${synchronousNames}`;
}

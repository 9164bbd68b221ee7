/** Warns of more web processes than this machine's cores or PostgreSQL's connections can serve. */
import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config';
import type { Database } from '../../db/database';
import { MAX_CONNECTIONS } from '../../db/postgresql/postgresql.limits';
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

export function checkProcesses(processes: number, limit: ConnectionLimit | null, cores = availableParallelism()): Finding {
  const count = `${processes} web process${processes === 1 ? '' : 'es'} on ${cores} core${cores === 1 ? '' : 's'}`;
  // One worker runs beside the web processes.
  const needed = (processes + 1) * MAX_CONNECTIONS;
  if (limit !== null && needed > limit.connections)
    return {
      warning: `${count} and a worker open up to ${needed} connections, and PostgreSQL allows ${limit.connections} (${limit.setting}): requests get 503 when none is left. Raise it, lower WEB_PROCESSES, or use PgBouncer`,
    };
  if (processes > cores)
    return { warning: `${count}: more than one for each core serve nothing faster, and each takes memory (WEB_PROCESSES)` };
  return limit === null ? count : `${count}, with a worker up to ${needed} of ${limit.connections} connections`;
}

/** Says how many processes PostgreSQL's connections are enough for. */
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

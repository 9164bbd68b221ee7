import pg from 'pg';
import { OperatorError } from '../../errors/operator-error';

export const CONNECT_TIMEOUT_MS = 5_000;

/**
 * The time in ms since 1970, as SQL. statement_timestamp() is stable within a statement, so an index on expires_at can be used;
 * now() would be the transaction's start.
 */
export const POSTGRESQL_NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint';

const INT8 = 20;
/** Parses 64-bit integers as numbers, as on SQLite: ours are ms since 1970 and counts, far below 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Opens a connection for one task, without the time-outs of the service's connections. The caller ends it.
 * @throws OperatorError that names host and database, and never the password
 */
export async function connectPostgresql(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'sealpaste',
    types,
  });
  // A lost connection makes the next query fail, which is enough: without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { host, port, database } = client;
    throw new OperatorError(`DATABASE_URL: the database ${database} on ${host}, port ${port}, can't be reached: ${reasonOf(error)}`);
  }
  return client;
}

/** Runs one task on a connection of its own. @throws as `connectPostgresql` */
export async function withPostgresql<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectPostgresql(url);
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Meanings of the codes of the socket and of PostgreSQL, for the operator. The server's own words say the rest. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the name of the host is unknown',
  EAI_AGAIN: 'no name server responds',
  ETIMEDOUT: 'it does not respond',
};

/** A host with several addresses gives an error for each, in an error without a message. */
function reasonOf(error: unknown): string {
  const { errors: [first = error] = [] } = error as { errors?: unknown[] };
  const { code, message } = first as { code?: string; message?: string };
  if (/timeout/.test(message ?? '')) return 'it does not respond';
  return REASONS[code ?? ''] ?? message ?? 'the connection failed';
}

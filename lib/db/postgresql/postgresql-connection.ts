import pg from 'pg';

export const CONNECT_TIMEOUT_MS = 5_000;

const INT8 = 20;
/** Parses 64-bit integers as numbers, as on SQLite: ours are ms since 1970 and counts, far below 2^53. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** Opens a connection for one task, without the time-outs of the service's connections. The caller ends it. */
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
  await client.connect();
  return client;
}

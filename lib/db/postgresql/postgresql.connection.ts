import pg from 'pg';

export const CONNECT_TIMEOUT_MS = 5_000;

const INT8 = 20;
/** 64-bit integers are ms since 1970 and counts here, far below 2^53: numbers, as on SQLite. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/** A connection for one task, beside the service's: without its time-outs, and not to be shared. The caller ends it. */
export async function connectPostgresql(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'sealpaste',
    types,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

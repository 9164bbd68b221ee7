import { withPostgresql } from './postgresql-connection';

/**
 * Checks all tables and indexes with amcheck while others read and write, on a connection without time-outs.
 * @returns the problems, at most `max`; null when the extension isn't installed
 */
export const checkPostgresql = (url: string, max: number): Promise<string[] | null> =>
  withPostgresql(url, async (client) => {
    if ((await client.query("SELECT 1 FROM pg_extension WHERE extname = 'amcheck'")).rows.length === 0) return null;
    const found: string[] = [];
    const relations = (kind: string, join = '') =>
      client.query<{ oid: number; name: string }>(
        `SELECT c.oid, c.relname AS name FROM pg_class c ${join} WHERE c.relkind = '${kind}' AND c.relpersistence = 'p'
          AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname`,
      );
    for (const { oid, name } of (await relations('r')).rows) {
      const { rows } = await client.query<{ msg: string }>(`SELECT msg FROM verify_heapam($1::oid::regclass) LIMIT ${max}`, [oid]);
      found.push(...rows.map(({ msg }) => `${name}: ${msg}`));
    }
    for (const { oid, name } of (await relations('i', "JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree'")).rows)
      await client
        .query('SELECT bt_index_check($1::oid::regclass, true)', [oid])
        .catch((error: Error) => found.push(`${name}: ${error.message}`));
    return found.slice(0, max);
  });

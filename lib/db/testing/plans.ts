/** What a database does for a statement. */
import type { Database, Statement } from '../database';

/** The database, noting every statement that runs on it. */
export function notingDatabase(db: Database): { noting: Database; statements: Statement[] } {
  const statements: Statement[] = [];
  const noting: Database = {
    ...db,
    read: async (sql, params = []) => {
      statements.push({ sql, params });
      return db.read(sql, params);
    },
    readLong: async (sql, params = []) => {
      statements.push({ sql, params });
      return db.readLong(sql, params);
    },
    write: async (batch) => {
      statements.push(...batch);
      return db.write(batch);
    },
  };
  return { noting, statements };
}

/** The plan of a statement, as the engine tells it; nothing is run. Texts among the parameters have no quotes in them. */
export async function explain(db: Database, { sql, params }: Statement): Promise<string> {
  const values = params.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const literal = sql.replace(/\?/g, () => values.shift() ?? '');
  const [rows = []] = await db.write([{ sql: `${db.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${literal}`, params: [] }]);
  return rows.map((row) => Object.values(row).join(' ')).join('\n');
}

/** Where a plan looks at every row of a table, or of its alias. */
export const wholeTable = (db: Database, table: string, alias: string): RegExp =>
  db.engine === 'sqlite' ? new RegExp(`SCAN (?:${alias}|${table})\\b(?! USING COVERING INDEX)`) : new RegExp(`Seq Scan on ${table}\\b`);

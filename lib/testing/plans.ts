/** Shows which statements a database runs, and how. */
import type { Database, Statement } from '../db/database';

/** Wraps the database so that it notes every statement that runs on it. */
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

/** The engine's plan for a statement, which is not run. Text parameters must contain no quotes. */
export async function explain(db: Database, { sql, params }: Statement): Promise<string> {
  const values = params.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  const literal = sql.replace(/\?/g, () => values.shift() ?? '');
  const [rows = []] = await db.write([{ sql: `${db.engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${literal}`, params: [] }]);
  return rows.map((row) => Object.values(row).join(' ')).join('\n');
}

/** Matches a plan that scans a whole table, by its name or alias. */
export const wholeTable = (db: Database, table: string, alias: string): RegExp =>
  db.engine === 'sqlite' ? new RegExp(`SCAN (?:${alias}|${table})\\b(?! USING COVERING INDEX)`) : new RegExp(`Seq Scan on ${table}\\b`);

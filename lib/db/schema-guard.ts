/**
 * Keeps a process from using a database whose schema changed under it.
 *
 * Guarantees: once a check has found an unusable schema, no statement runs until a later check finds it usable. A statement that
 * fails for a reason which a changed schema can have makes a check at once. Callers then get SchemaUnusableError, which is
 * worth a retry like any DatabaseUnavailableError.
 * Not covered: statements of libraries on `pool`, and a change that no statement notices, until the next check.
 */
import {
  type Database,
  DatabaseDamagedError,
  DatabaseUnavailableError,
  NoRowError,
  type SchemaState,
  SchemaUnusableError,
} from './database';
import { type Applied, compareSchemas, emptyDatabase, type Migration, requireComplete, SchemaError, SELECT_APPLIED } from './migrations';

/** A database as an engine opens it, without the guard. */
export type OpenedDatabase = Omit<Database, 'knows' | 'checkSchema'>;

/** Codes of errors that statements are written to meet: conflicts, and conditions without a row. */
const ORDINARY = /^(?:P20(?:02|03|25)|235(?:03|05)|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|FOREIGNKEY|TRIGGER))$/;

export function guardSchema(db: OpenedDatabase, known: readonly Migration[]): Database {
  /** The reason why the schema is unusable; null while it is usable. */
  let problem: string | null = null;

  async function readApplied(): Promise<Applied[]> {
    try {
      return (await db.read(SELECT_APPLIED)) as unknown as Applied[];
    } catch (error) {
      if (error instanceof DatabaseUnavailableError || error instanceof DatabaseDamagedError) throw error;
      throw emptyDatabase('the database is empty');
    }
  }

  async function checkSchema(): Promise<SchemaState> {
    try {
      const state = requireComplete(compareSchemas(known, await readApplied()));
      problem = null;
      return state;
    } catch (error) {
      if (!(error instanceof SchemaUnusableError || error instanceof SchemaError)) throw error;
      problem = error.message;
      throw new SchemaUnusableError(problem, { cause: error });
    }
  }

  async function explain(error: unknown): Promise<never> {
    const isOrdinary =
      error instanceof NoRowError ||
      error instanceof DatabaseUnavailableError ||
      error instanceof DatabaseDamagedError ||
      ORDINARY.test(String((error as { code?: unknown }).code));
    // A check that fails for another reason explains nothing.
    if (!isOrdinary) await checkSchema().catch(() => undefined);
    throw problem === null || isOrdinary ? error : new SchemaUnusableError(problem, { cause: error });
  }

  const guard =
    <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      problem === null ? run(...given).catch(explain) : Promise.reject(new SchemaUnusableError(problem));

  return {
    ...db,
    knows: known.at(-1)?.name ?? '',
    // The type of an extended client lacks what only unextended ones have, such as events.
    prisma: db.prisma.$extends({ query: { $allOperations: ({ args, query }) => guard(query)(args) } }) as unknown as Database['prisma'],
    read: guard(db.read),
    readEach: guard(db.readEach),
    readLong: guard(db.readLong),
    write: guard(db.write),
    async ping() {
      await db.ping();
      await checkSchema();
    },
    checkSchema,
  };
}

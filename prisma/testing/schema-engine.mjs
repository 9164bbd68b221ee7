// @ts-check
// Prisma's schema engine writes the SQL that builds the schema, from nothing or from the migrations. This uses its
// WebAssembly build, which takes driver adapters, so nothing is downloaded.
//
// The engine runs the migrations and wipes the database. It gets only a scratch database: in memory for SQLite, or created
// and dropped here for PostgreSQL, on the server of TEST_POSTGRES_URL.

import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { readSchema, renderSchema } from '../schema.mjs';

/** @typedef {import('../schema.mjs').Provider} Provider */
/** @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter} Connection */
/** @typedef {import('@prisma/schema-engine-wasm/schema_engine_bg').DiffTarget} DiffTarget */

export const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url));

export const postgresServerUrl = process.env.TEST_POSTGRES_URL || 'postgresql://postgres@127.0.0.1:5432/postgres';

/**
 * @param {Provider} provider
 * @param {string} [schema]
 * @returns {Promise<string>} the SQL that builds the schema in an empty database
 */
export function diffFromEmpty(provider, schema = readSchema()) {
  return diff(provider, { tag: 'empty' }, schema);
}

/**
 * @param {Provider} provider
 * @param {string} [schema]
 * @returns {Promise<string>} the SQL that is missing from the migrations; empty when nothing is
 */
export async function diffFromMigrations(provider, schema = readSchema()) {
  return diff(provider, await readMigrations(provider), schema);
}

/**
 * @param {Provider} provider
 * @param {DiffTarget} from
 * @param {string} schema
 */
async function diff(provider, from, schema) {
  const path = 'schema.prisma';
  const content = renderSchema(schema, provider);
  return withScratchDatabase[provider](async (connect) => {
    const adapter = bindMigrationAwareSqlAdapterFactory({
      provider: provider === 'sqlite' ? 'sqlite' : 'postgres',
      adapterName: 'scratch-database',
      connect,
      connectToShadowDb: connect,
    });
    const { SchemaEngine } = await loadEngine();
    try {
      const engine = await SchemaEngine.new({ datamodels: [[path, content]] }, () => {}, adapter);
      try {
        const { exitCode, stdout } = await engine.diff({
          from,
          to: { tag: 'schemaDatamodel', files: [{ path, content }] },
          script: true,
          // The exit code shows whether there is a difference: the text always has a comment.
          exitCode: true,
          filters: { externalTables: [], externalEnums: [] },
        });
        return exitCode === 0 ? '' : (stdout ?? '');
      } finally {
        engine.free();
      }
    } catch (error) {
      // The engine reports only the number of a driver error.
      const driverError = adapter.errorRegistry.consumeError(0)?.error;
      throw driverError === undefined ? error : new Error(String(error), { cause: driverError });
    }
  });
}

/**
 * @param {Provider} provider
 * @returns {Promise<DiffTarget>}
 */
async function readMigrations(provider) {
  const baseDir = join(migrationsFolder, provider);
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    tag: 'migrations',
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: await readFile(join(baseDir, 'migration_lock.toml'), 'utf8') },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: /** @type {const} */ ('ok'), value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}

/** @type {Promise<typeof engineBindings> | undefined} */
let loadedEngine;

/** The package's own entry imports the .wasm file as a module, which Node 20 can't. */
function loadEngine() {
  loadedEngine ??= (async () => {
    const bindings = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
    const code = await readFile(bindings.replace(/\.js$/, '.wasm'));
    const imports = { './schema_engine_bg.js': /** @type {any} */ (engineBindings) };
    /** @type {any} */
    const { exports } = (await WebAssembly.instantiate(code, imports)).instance;
    engineBindings.__wbg_set_wasm(exports);
    exports.__wbindgen_start();
    return engineBindings;
  })();
  return loadedEngine;
}

/**
 * @type {Record<Provider, (use: (connect: () => Promise<Connection>) => Promise<string>) => Promise<string>>}
 */
const withScratchDatabase = {
  sqlite: (use) => use(connectToSqlite),

  async postgresql(use) {
    const name = `sealpaste_scratch_${randomUUID().replaceAll('-', '')}`;
    await onPostgresServer(`CREATE DATABASE ${name} TEMPLATE template0`);
    try {
      const url = new URL(postgresServerUrl);
      url.pathname = name;
      const pool = new CatalogPool({ connectionString: url.href });
      try {
        return await use(() => connectToPostgres(pool));
      } finally {
        await pool.end();
      }
    } finally {
      await onPostgresServer(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  },
};

/** @returns {Promise<Connection>} */
async function connectToSqlite() {
  const database = new DatabaseSync(':memory:');
  const info = /** @type {const} */ ({ provider: 'sqlite', adapterName: 'scratch-database' });
  return {
    ...info,
    async queryRaw({ sql, args }) {
      // The engine quotes the name of a partial index like a column when it reads the index's condition.
      const statement = database.prepare(sql.replace(/= "(\w+)"/g, "= '$1'"));
      statement.setReturnArrays(true);
      const rows = statement.all(...args);
      const columnNames = statement.columns().map(({ name }) => name);
      // The engine reads names and numbers of SQLite's catalogue only.
      const isText = columnNames.map((_, index) => rows.some((row) => typeof row[index] === 'string'));
      return { columnNames, columnTypes: isText.map((text) => (text ? ColumnTypeEnum.Text : ColumnTypeEnum.Int32)), rows };
    },
    // The engine runs a whole migration through executeRaw.
    async executeRaw({ sql }) {
      database.exec(sql);
      return 0;
    },
    executeScript: async (script) => database.exec(script),
    startTransaction: () => Promise.reject(new Error('a scratch database has no transactions')),
    dispose: async () => database.close(),
  };
}

/**
 * @param {pg.Pool} pool
 * @returns {Promise<Connection>}
 */
async function connectToPostgres(pool) {
  const connection = await new PrismaPg(pool).connect();
  // The adapter would split the script at every semicolon, even in a comment or a string.
  connection.executeScript = async (script) => {
    await pool.query(script);
  };
  return connection;
}

/** PostgreSQL's catalog has columns of type "char", which the adapter doesn't know. */
class CatalogPool extends pg.Pool {
  /**
   * @override
   * @param {...any} query
   * @returns {Promise<any>}
   */
  async query(...query) {
    const result = await /** @type {any} */ (super.query)(...query);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === 18) field.dataTypeID = pg.types.builtins.TEXT;
    }
    return result;
  }
}

/** @param {string} statement */
async function onPostgresServer(statement) {
  const client = new pg.Client({ connectionString: postgresServerUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

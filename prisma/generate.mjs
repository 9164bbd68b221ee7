// @ts-check
// Generates the database clients from prisma/schema: one per engine, because a Prisma client knows
// one SQL dialect. They go to lib/db/generated/<provider>/, with the list of tables beside them, and are never committed.
// It works without a network, and does nothing when the clients are current. It generates into a folder of its own, and moves
// what is finished into place.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { providers, readSchema, renderSchema, renderTables } from './schema.mjs';

const require = createRequire(import.meta.url);
const generatedFolder = fileURLToPath(new URL('../lib/db/generated/', import.meta.url));
const TABLES_FILE = 'tables.ts';
const sourceHashFile = join(generatedFolder, 'source-hash');

export async function generateClients() {
  const schemas = providers.map((provider) => ({
    provider,
    // The output path is relative, because the generated code contains the schema.
    text: renderSchema(readSchema(), provider, `./${provider}`),
  }));
  const tables = renderTables(readSchema());
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([require('prisma/package.json').version, schemas, tables]))
    .digest('hex');
  if (await isCurrent(sourceHash)) return;

  await mkdir(generatedFolder, { recursive: true });
  const ownFolder = await mkdtemp(join(generatedFolder, 'new-'));
  try {
    await Promise.all(
      schemas.map(async ({ provider, text }) => {
        await writeFile(join(ownFolder, `${provider}.prisma`), text);
        await runPrismaGenerate(ownFolder, `${provider}.prisma`);
      }),
    );
    await writeFile(join(ownFolder, TABLES_FILE), tables);
    for (const name of [...providers, TABLES_FILE]) {
      await rm(join(generatedFolder, name), { recursive: true, force: true });
      await rename(join(ownFolder, name), join(generatedFolder, name));
    }
    // The source hash comes last, because it says that the files are complete.
    await writeFile(sourceHashFile, sourceHash);
  } finally {
    await rm(ownFolder, { recursive: true, force: true });
  }
}

/** @param {string} sourceHash */
async function isCurrent(sourceHash) {
  const found = await readFile(sourceHashFile, 'utf8').catch(() => undefined);
  const files = [TABLES_FILE, ...providers.map((provider) => join(provider, 'client.ts'))];
  return found === sourceHash && files.every((file) => existsSync(join(generatedFolder, file)));
}

/**
 * @param {string} folder
 * @param {string} schemaFile
 */
async function runPrismaGenerate(folder, schemaFile) {
  const arguments_ = [require.resolve('prisma/build/index.js'), 'generate', '--schema', schemaFile, '--no-hints'];
  const environment = {
    ...process.env,
    // `generate` needs no schema engine, but the command downloads one unless told where one is.
    // Any program will do, because only its version is asked for.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    // These switch off the usage report and the check for updates.
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  };
  const run = promisify(execFile)(process.execPath, arguments_, { cwd: folder, env: environment });
  run.child.stdin?.end();
  await run.catch((/** @type {Error & { stdout?: string, stderr?: string }} */ error) => {
    throw new Error(`prisma generate failed:\n${error.stdout}${error.stderr}`);
  });
}

// @ts-check
/** `npm start`: builds if needed, writes the first `.env`, and runs web and worker. */

import { ensureBuilt } from './ensure-built.mjs';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { rootDir } from './source-hash.mjs';
import { runTogether } from './supervise.mjs';

process.chdir(rootDir);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' });

loadEnvFile(rootDir);
const written = writeFirstEnvFile(rootDir);
if (written) {
  loadEnvFile(rootDir);
  console.log('Wrote .env with a fresh MASTER_KEY.');
  console.log('KEEP A COPY OF IT SOMEWHERE SAFE: without MASTER_KEY every stored paste is lost.\n');
}
if (await ensureBuilt()) console.log('\nBuilt.');
console.log(`Starting web and worker: ${process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`}  (Ctrl+C stops both)`);
process.exitCode = await runTogether(['web', 'worker']);

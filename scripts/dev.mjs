// @ts-check
/** `npm run dev`: pages compile on demand; web and worker restart when a bundle changes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { generateClients } from '../prisma/generate.mjs';
import { buildShareWorker, serverPrograms } from './build.mjs';
import { buildClient } from './build-client.mjs';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { generateMessages } from './generate-messages.mjs';
import { generateOperations } from './generate-operations.mjs';
import { forget, rootDir } from './source-hash.mjs';

/** @type {import('node:child_process').ChildProcess[]} */
let running = [];

/** Ends web and worker, which may finish the request at hand. Either may have ended by itself before. */
async function stop() {
  const ends = running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null).map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ends);
}

/**
 * Restarts web and worker. Node's own `--watch` is no help: it restarts a process for each file that the process has loaded,
 * and Next loads lists that it writes anew while it compiles.
 */
async function restart() {
  await stop();
  // The processes have their own groups, so that Ctrl+C reaches them only once, through `end`.
  const options = /** @type {const} */ ({ stdio: 'inherit', detached: true });
  running = ['web', 'worker'].map((name) => spawn(process.execPath, ['--enable-source-maps', `dist/${name}.js`], options));
}

process.chdir(rootDir);
Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' });
loadEnvFile(rootDir);
if (writeFirstEnvFile(rootDir)) loadEnvFile(rootDir);
await Promise.all([generateMessages(), generateClients()]);
// Pages need these, and not the programs that are compiled meanwhile.
const operations = generateOperations();

// From here on each change rewrites the bundles.
forget('bundles');
const programs = serverPrograms(async (isChanged) => {
  await operations;
  if (isChanged || running.length === 0) await restart();
});
const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (await build(programs));
watcher.on('event', (event) => {
  if (event.code === 'ERROR') console.error(String(event.error));
});
await operations;
await Promise.all([buildClient(), buildShareWorker()]);

// Sentences are compiled anew a moment after the last change: an editor writes a file in parts.
/** @type {NodeJS.Timeout | undefined} */
let soon;
const sentences = watch(join(rootDir, 'locales'), { recursive: true }, () => {
  clearTimeout(soon);
  soon = setTimeout(() => void generateMessages().catch((error) => console.error(String(error))), 50);
});

async function end() {
  sentences.close();
  await watcher.close();
  await stop();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end());

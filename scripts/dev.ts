/** `npm run dev`: pages compile on demand; web and worker restart when a bundle changes. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, mergeConfig, type Rolldown } from 'vite';
import { buildShareWorker, generate, serverPrograms } from './build';
import { buildClient } from './build-client';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { generateMessages } from './generate-messages';
import { ENDING_SIGNALS, runTogether } from './run-together.mjs';
import { forgetBuild, rootDir } from './source-hash.mjs';

let running: ReturnType<typeof runTogether> | undefined;

/** Ends web and worker, which may finish the request at hand. */
async function stop(): Promise<void> {
  running?.stop();
  await running?.ended;
}

/**
 * Restarts web and worker. Node's own `--watch` is no help: it restarts a process for each file that the process has loaded, and Next
 * loads lists that it writes anew while it compiles.
 */
async function restart(): Promise<void> {
  await stop();
  running = runTogether({ web: ['--enable-source-maps', 'dist/web.js'], worker: ['--enable-source-maps', 'dist/worker.js'] });
}

export async function main(): Promise<void> {
  process.chdir(rootDir);
  Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' });
  loadEnvFile(rootDir);
  writeFirstEnvFile(rootDir);
  await generate();
  // From here on each change rewrites the bundles.
  forgetBuild();
  const options = { plugins: [{ name: 'restart', writeBundle: restart }], build: { watch: {}, sourcemap: true } };
  const watcher = (await build(mergeConfig(serverPrograms(), options))) as Rolldown.RolldownWatcher;
  watcher.on('event', (event) => {
    if (event.code === 'ERROR') console.error(String(event.error));
  });
  await Promise.all([buildClient(), buildShareWorker()]);

  // Sentences are compiled anew a moment after the last change: an editor writes a file in parts.
  let soon: NodeJS.Timeout | undefined;
  const sentences = watch(join(rootDir, 'locales'), { recursive: true }, () => {
    clearTimeout(soon);
    soon = setTimeout(() => void generateMessages().catch((error) => console.error(String(error))), 50);
  });

  async function end(): Promise<void> {
    sentences.close();
    await watcher.close();
    await stop();
  }
  for (const signal of ENDING_SIGNALS) process.once(signal, () => void end());
}

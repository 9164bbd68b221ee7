// @ts-check
/**
 * `npm start` writes the first `.env`, builds if needed, and runs web and worker. `node scripts/start.mjs web | worker | admin …` becomes
 * that process of the build.
 */
import { existsSync } from 'node:fs';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { ENDING_SIGNALS, runTogether } from './run-together.mjs';
import { isBuilt, rootDir } from './source-hash.mjs';

async function startBoth() {
  if (writeFirstEnvFile(rootDir)) {
    console.log('Wrote a fresh MASTER_KEY into .env.');
    console.log('KEEP A COPY OF IT SOMEWHERE SAFE: without MASTER_KEY every stored paste is lost.\n');
  }
  if (!isBuilt()) {
    // An installation without development dependencies can run a build but not make one.
    if (!existsSync('node_modules/vite'))
      end('The build needs packages that are not installed, for example because NODE_ENV is production: npm ci --include=dev');
    console.log('Building, once: about half a minute on two cores, and up to 1 GB of memory.');
    // In a process of its own, since this one stays and would keep the memory of the build.
    await run({ build: ['scripts/run.mjs', 'build'] });
    if (!isBuilt()) end('Not built. A build that was killed lacked memory: it takes up to 1 GB (docs/install.md).');
    console.log('\nBuilt.');
  }
  console.log(`Starting web and worker: ${process.env.BASE_URL || `http://localhost:${process.env.PORT || 3000}`}  (Ctrl+C stops both)`);
  process.exitCode = await run({ web: ['dist/web.js'], worker: ['dist/worker.js'] });
}

/** Runs processes to their end, and passes signals on. @param {Record<string, string[]>} programs */
function run(programs) {
  const { stop, ended } = runTogether(programs);
  for (const signal of ENDING_SIGNALS) process.on(signal, stop);
  return ended;
}

/** @param {string} sentence @returns {never} */
function end(sentence) {
  console.error(sentence);
  process.exit(1);
}

const [name, ...args] = process.argv.slice(2);
process.chdir(rootDir);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' });
loadEnvFile(rootDir);
if (name === undefined) await startBoth();
else {
  if (!isBuilt()) end('Not built from these sources: npm run build');
  process.argv = [process.execPath, name, ...args];
  await import(`../dist/${name}.js`);
}

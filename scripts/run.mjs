// @ts-check
/** Becomes the named process: `node scripts/run.mjs web | worker | admin …`. */

import { loadEnvFile } from './env-file.mjs';
import { isBuilt, rootDir } from './source-hash.mjs';

const [name, ...args] = process.argv.slice(2);
if (!name || !['web', 'worker', 'admin'].includes(name)) throw new Error('expected web, worker or admin');

process.chdir(rootDir);
loadEnvFile(rootDir);
Object.assign(process.env, { NODE_ENV: process.env.NODE_ENV || 'production' });
if (!isBuilt()) {
  console.error('Not built from these sources: npm run build');
  process.exit(1);
}
process.argv = [process.execPath, name, ...args];
await import(`../dist/${name}.js`);

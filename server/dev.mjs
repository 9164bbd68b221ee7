// @ts-check
/** `npm run dev`: pages compile on demand; web and worker restart when a bundle changes. */
import { spawn } from 'node:child_process';
import * as esbuild from 'esbuild';
import { buildBundles, bundleOptions } from './build.mjs';
import { loadEnvFile, writeFirstEnvFile } from './env-file.mjs';
import { forget, rootDir } from './source-hash.mjs';
import { subsetFonts } from './subset-fonts.mjs';

process.chdir(rootDir);
Object.assign(process.env, { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' });
writeFirstEnvFile(rootDir);
loadEnvFile(rootDir);
await buildBundles();
await subsetFonts();

for (const name of ['web', 'worker']) {
  spawn(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', `dist/${name}.js`], { stdio: 'inherit' });
}
// Written at each change from here on.
forget('bundles');
const context = await esbuild.context(bundleOptions());
await context.watch();

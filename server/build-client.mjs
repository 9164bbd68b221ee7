// @ts-check
/** Builds the command-line client: one file without dependencies, dist/cli/sealpaste.mjs, with reproducible bytes. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { rootDir } from './source-hash.mjs';

/** Keeps the start of each call fast. */
const MAX_BYTES = 80_000;

/** The licenses require these notices. */
const BANNER = `#!/usr/bin/env node
// Sealpaste (MIT). Contains jose (MIT, (c) Filip Skokan) and uqr (MIT, (c) Anthony Fu; Project Nayuki).
// Permission notice: https://opensource.org/license/mit - THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND.`;

/** @throws Error when it is larger than a client should be */
export async function buildClient() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: ['cli/main.ts'],
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: BANNER },
    write: false,
    logLevel: 'warning',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  if (code.length > MAX_BYTES) throw new Error(`dist/cli/sealpaste.mjs has ${code.length} bytes, expected at most ${MAX_BYTES}`);
  const path = join(rootDir, 'dist/cli/sealpaste.mjs');
  const old = await readFile(path).catch(() => null);
  if (old?.equals(code)) return;
  await mkdir(join(rootDir, 'dist/cli'), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, code, { mode: 0o755 });
  await rename(unfinished, path);
}

// @ts-check
/** Builds the service worker of an installed page: one file, with the same bytes on every host. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { basePathOf } from './base-path.mjs';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

export const SHARE_WORKER_FILE = join(rootDir, 'dist/share/worker.js');

export async function buildShareWorker() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: ['components/paste/editor/model/share.worker.ts'],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    define: { 'process.env.BASE_PATH': JSON.stringify(basePathOf(process.env.BASE_URL)), 'process.env.MARKED_MESSAGES': '""' },
    write: false,
  });
  await mkdir(join(rootDir, 'dist/share'), { recursive: true });
  await replaceFile(SHARE_WORKER_FILE, outputFiles[0]?.contents ?? new Uint8Array());
}

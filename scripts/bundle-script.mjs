// @ts-check
/** Bundles scripts that browsers run without Next, each as one text with the same bytes on every host. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { basePathOf } from './base-path.mjs';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

export const SHARE_WORKER_FILE = join(rootDir, 'dist/share/worker.js');

/** @param {string} entry @returns {Promise<string>} */
export async function bundleScript(entry) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    // Sentences are English here.
    define: { 'process.env.BASE_PATH': JSON.stringify(basePathOf(process.env.BASE_URL)), 'process.env.BUILT_BY_NEXT': '""' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Builds the service worker of an installed page. */
export async function buildShareWorker() {
  const text = await bundleScript('components/paste/editor/model/share.worker.ts');
  await mkdir(join(rootDir, 'dist/share'), { recursive: true });
  await replaceFile(SHARE_WORKER_FILE, Buffer.from(text));
}

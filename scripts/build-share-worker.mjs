// @ts-check
/** Builds the service worker of an installed page: one file, with the same bytes on every host. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleScript } from './bundle-script.mjs';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

export const SHARE_WORKER_FILE = join(rootDir, 'dist/share/worker.js');

export async function buildShareWorker() {
  const text = await bundleScript('components/paste/editor/model/share.worker.ts');
  await mkdir(join(rootDir, 'dist/share'), { recursive: true });
  await replaceFile(SHARE_WORKER_FILE, Buffer.from(text));
}

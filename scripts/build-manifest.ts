/**
 * Writes the manifest of a build: the hash of everything that a browser may load and that is the same on every host
 * (docs/verify.md). The web process finds the documents in it.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { SCRIPT_POLICY } from '../lib/http/page-policy';
import { version } from '../package.json';
import { basePathOf } from './base-path.mjs';
import { hashesOf, PAGES_FOLDER } from './build-pages';
import { hashSources, rootDir } from './source-hash.mjs';

/** The types by which the server sends the files. */
const TYPES: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Describes the files of a folder at an address, without the compressed ones, whose contents are the same. */
const describeFiles = (folder: string, address: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map(async (file) => {
      const type = TYPES[extname(file)];
      if (!type) throw new Error(`expected a file of a known type, got ${file}`);
      const description = { ...hashesOf(await readFile(file)), type, ...(type === TYPES['.js'] && { policy: SCRIPT_POLICY }) };
      return [`${address}${relative(folder, file)}`, description] as const;
    });

/**
 * @param pages as `buildPageFiles` returns them
 * @param shareWorker the service worker of an installed page
 * @returns the manifest
 */
export async function buildManifest(pages: object, shareWorker: string): Promise<string> {
  const base = basePathOf(process.env.BASE_URL);
  const files = await Promise.all([
    ...describeFiles(join(rootDir, '.next/static'), `${base}/_next/static/`),
    ...describeFiles(join(PAGES_FOLDER, 'assets'), `${base}/assets/`),
  ]);
  // The policy of lib/api/site-files.api.ts.
  const worker = { ...hashesOf(shareWorker), type: 'text/javascript; charset=utf-8', policy: "default-src 'none'" };
  const all = { ...Object.fromEntries(files), [`${base}/share/worker.js`]: worker };
  const manifest = `${JSON.stringify({ version, build: hashSources(), pages, files: all }, null, 1)}\n`;
  await writeFile(join(rootDir, '.next/manifest.json'), manifest);
  return manifest;
}

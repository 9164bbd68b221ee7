// @ts-check
/**
 * Writes the manifest of a build: the hash of everything that a browser may load and that is the same on every host
 * (docs/verify.md).
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { basePathOf } from './base-path.mjs';
import { PAGES_FOLDER } from './build-pages.mjs';
import { SHARE_WORKER_FILE } from './bundle-script.mjs';
import { hashSources, rootDir } from './source-hash.mjs';

/** The build's manifest, which the web process serves and the client carries. */
export const MANIFEST_FILE = join(rootDir, '.next/manifest.json');

/**
 * The pages that are files, by their names: an address, with `*` for the id of a link. The last are shown where nothing is.
 * @type {Record<string, string>}
 */
const PAGE_ADDRESSES = {
  new: '/',
  view: '/view/*',
  requests: '/requests',
  request: '/request/*',
  inbox: '/inbox/*',
  receive: '/receive',
  send: '/send',
  how: '/docs/how',
  mine: '/mine',
  'missing-paste': `/view/${'0'.repeat(24)}`,
  'missing-request': `/request/${'0'.repeat(24)}`,
  missing: '/no-such-page',
};

/** The types by which the server sends the files. @type {Record<string, string>} */
const TYPES = { '.css': 'text/css', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** @param {Uint8Array} bytes */
const hashesOf = (bytes) => {
  const digest = createHash('sha256').update(bytes).digest();
  return { sha256: digest.toString('hex'), integrity: `sha256-${digest.toString('base64')}` };
};

/**
 * The files at an address, without the compressed ones, whose contents are the same.
 * @param {string} folder @param {string} address @param {string} policy of scripts
 */
async function describeFiles(folder, address, policy) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const type = TYPES[extname(name)];
      if (!type) throw new Error(`expected a file of a known type, got ${name}`);
      const description = { ...hashesOf(await readFile(join(folder, name))), type };
      return [`${address}${name}`, extname(name) === '.js' ? { ...description, policy } : description];
    }),
  );
}

/** The service worker of an installed page, with the policy of lib/api/site-files.api.ts. */
async function describeShareWorker() {
  const hashes = hashesOf(await readFile(SHARE_WORKER_FILE));
  return [
    `${basePathOf(process.env.BASE_URL)}/share/worker.js`,
    { ...hashes, type: 'text/javascript; charset=utf-8', policy: "default-src 'none'" },
  ];
}

/** The pages that are files, in each language. */
async function describePages() {
  /** @type {Record<string, Record<string, { policy: string }>>} */
  const pages = JSON.parse(await readFile(join(PAGES_FOLDER, 'pages.json'), 'utf8'));
  const all = Object.entries(pages).flatMap(([language, ofLanguage]) =>
    Object.entries(ofLanguage).map(([name, { policy }]) => ({ language, name, policy })),
  );
  return Promise.all(
    all.map(async ({ language, name, policy }) => {
      const address = PAGE_ADDRESSES[name];
      if (!address) throw new Error(`expected a page with an address, got ${name}`);
      const hashes = hashesOf(await readFile(join(PAGES_FOLDER, 'documents', language, `${name}.html`)));
      return [
        language === 'en' ? name : `${name} ${language}`,
        { address, status: name.startsWith('missing') ? 404 : 200, ...hashes, type: 'text/html; charset=utf-8', policy },
      ];
    }),
  );
}

export async function buildManifest() {
  const { version } = JSON.parse(await readFile(join(rootDir, 'package.json'), 'utf8'));
  const policies = JSON.parse(await readFile(join(rootDir, 'server/policies.json'), 'utf8'));
  const base = basePathOf(process.env.BASE_URL);
  const files = await Promise.all([
    describeFiles(join(rootDir, '.next/static'), `${base}/_next/static/`, policies.script),
    describeFiles(join(PAGES_FOLDER, 'assets'), `${base}/assets/`, policies.script),
  ]);
  const manifest = {
    version,
    build: hashSources(),
    pages: Object.fromEntries(await describePages()),
    files: Object.fromEntries([...files.flat(), await describeShareWorker()]),
  };
  await writeFile(MANIFEST_FILE, `${JSON.stringify(manifest, null, 1)}\n`);
}

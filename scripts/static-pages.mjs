// @ts-check
/**
 * Makes the pages that are the same bytes for everybody (`.next/static-pages/`) from those that Next has rendered at build:
 * one style sheet and one program each, the early scripts in the document, and a policy that names every script by its hash.
 * `pages.json` has the policies, and the patterns of the addresses that Next responds to.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import * as esbuild from 'esbuild';
import { basePathOf } from './base-path.mjs';
import { rootDir } from './source-hash.mjs';

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/**
 * The pages by name (server/static-pages.ts): the file that Next has rendered, its own early script, and whether it shows decrypted
 * pictures, which are blobs.
 * @type {Record<string, { rendered: string, early?: string, hasBlobs?: true }>}
 */
const PAGES = {
  view: { rendered: 'pages/view', early: 'components/paste/link/early-script.ts', hasBlobs: true },
  // A tab that has claimed a burn paste goes on reading it here.
  'missing-paste': { rendered: 'pages/missing-paste', hasBlobs: true },
  missing: { rendered: '_not-found' },
  how: { rendered: 'docs/how' },
  mine: { rendered: 'mine' },
  new: { rendered: 'index' },
  request: { rendered: 'pages/request' },
  'missing-request': { rendered: 'pages/missing-request' },
  requests: { rendered: 'pages/requests' },
};

/** A style sheet, or the hint for one that a part of the page may want later. */
const STYLE = /<link rel="(?:stylesheet|preload)" href="([^"]+\.css)"[^>]*\/>/g;
const PROGRAM = /<script src="([^"]+\.js)" async=""[^>]*><\/script>/g;
/** Next's programs for browsers without modules, which lack more than that; and the hint for a program that is joined. */
const NOT_NEEDED = /<script [^>]*noModule=""[^>]*><\/script>|<link rel="preload" as="script"[^>]*\/>/g;
/** Programs above this many characters aren't joined. */
const LARGE_CHARACTERS = 100_000;
/** Names a chunk by the element that runs it; a joined one says its name. */
const CHUNK_NAME = '["object"==typeof document?document.currentScript:void 0,';
/** The call that starts a worker, which loads the chunks of this list by itself. */
const WORKER = /\.f\("static\/chunks\/[^"]+",\[[^\]]*\]\)/g;
const CHUNK = /static\/chunks\/[\w~.-]+\.js/g;
/** Where Next's loader makes the element for a chunk. */
const LOADED = /(\w+)\.crossOrigin=null,\1\.src=(\w+),/;
const INLINE_SCRIPT = /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g;
const EVENT_HANDLER = /<[^>]+ on[a-z]+=/i;

/** @param {string | Buffer} text */
const sha256 = (text) => createHash('sha256').update(text).digest('base64');

/** Builds a script that stands in a document. @param {string} entry */
async function buildEarly(entry) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: { 'process.env.BASE_PATH': JSON.stringify(basePathOf(process.env.BASE_URL)) },
    write: false,
  });
  // `</script` in a string of the script would end the element.
  return (outputFiles[0]?.text ?? '').trim().replaceAll('</', '<\\/');
}

/** The path of a build's file below its folder. @param {string} address */
const pathOf = (address) => address.slice(address.indexOf('static/'));

/** @param {string} address @returns {Promise<string>} the text of a file of the build, without the address of its source map */
async function readBuilt(address) {
  const text = await readFile(join(rootDir, '.next', pathOf(address)), 'utf8');
  return text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*$/, '');
}

/**
 * Writes several files of the build as one.
 * @param {string[]} addresses @param {string} ending @param {string} text
 * @returns {Promise<string>} its address
 */
async function writeJoined(addresses, ending, text) {
  const path = `static/chunks/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${ending}`;
  await writeFile(join(rootDir, '.next', path), text);
  const [first = ''] = addresses;
  return first.slice(0, first.indexOf('static/')) + path;
}

/**
 * Makes one style sheet of the page's, and names it everywhere in the page, also in the data from which React hydrates, so that
 * React finds it loaded. The element has the names of the joined ones for the early script.
 * @param {string} html
 */
async function joinStyles(html) {
  const addresses = [...new Set([...html.matchAll(STYLE)].map(([, address = '']) => address))];
  const joined = await writeJoined(addresses, 'css', (await Promise.all(addresses.map(readBuilt))).join('\n'));
  const withoutElements = html.replace(STYLE, '');
  const element = `<link rel="stylesheet" href="${joined}" data-precedence="next" data-joined="${addresses.join(' ')}"/>`;
  const renamed = addresses.reduce((text, address) => text.replaceAll(address, joined), withoutElements);
  return renamed.replace('</title>', () => `</title>${element}`);
}

/** @param {string} path @returns {Promise<string>} what an element's attribute `integrity` has for a file of the build */
const integrityOf = async (path) => `sha256-${sha256(await readFile(join(rootDir, '.next', path)))}`;

/**
 * Finds the chunks that a page may load later.
 * @param {string[]} paths of its programs
 * @returns {Promise<Record<string, string>>} their integrity by path
 */
async function laterChunks(paths) {
  const known = new Set(paths);
  // The set grows while it is walked.
  for (const path of known) {
    const text = (await readBuilt(path)).replace(WORKER, '');
    for (const [chunk] of text.matchAll(CHUNK)) known.add(chunk);
  }
  const later = [...known].filter((path) => !paths.includes(path)).sort();
  return Object.fromEntries(await Promise.all(later.map(async (path) => [path, await integrityOf(path)])));
}

/**
 * Makes Next's loader give each chunk its integrity, which the page's `Integrity-Policy` demands: so the bytes of the page settle
 * the bytes of every program that it ever loads.
 * @param {string} loader @param {Record<string, string>} integrity by path
 */
function withIntegrity(loader, integrity) {
  if (!LOADED.test(loader)) throw new Error('expected a loader that makes an element for each chunk');
  const find = `(${JSON.stringify(integrity)})`;
  return loader.replace(
    LOADED,
    (_, element, source) =>
      `${element}.crossOrigin="anonymous",${element}.integrity=${find}[${source}.slice(${source}.indexOf("static/"))]||"",${element}.src=${source},`,
  );
}

/**
 * Makes one program of the page's small ones. Next's loader takes the parts for loaded by their names. The large ones, React and
 * Next, stay as they are: a browser that has been on any other page has them.
 * @param {string} html
 * @returns {Promise<{ html: string, programs: { address: string, integrity: string }[] }>} the page without its programs
 */
async function joinPrograms(html) {
  const all = [...new Set([...html.matchAll(PROGRAM)].map(([, address = '']) => address))];
  const sizes = new Map(await Promise.all(all.map(async (address) => /** @type {const} */ ([address, (await readBuilt(address)).length]))));
  const large = all.filter((address) => (sizes.get(address) ?? 0) > LARGE_CHARACTERS);
  const addresses = all.filter((address) => !large.includes(address));
  const isLoader = (/** @type {string} */ address) => address.includes('/turbopack-');
  const parts = addresses.filter((address) => !isLoader(address));
  const texts = await Promise.all(
    parts.map(async (address) => {
      const text = await readBuilt(address);
      if (text.split(CHUNK_NAME).length !== 2) throw new Error(`expected ${address} to name itself once, as Next's loader wants it`);
      return text.replace(CHUNK_NAME, () => `["${pathOf(address)}",`);
    }),
  );
  const loaders = await Promise.all(addresses.filter(isLoader).map(readBuilt));
  const integrity = await laterChunks(all.map(pathOf));
  const program = await writeJoined(addresses, 'js', [...texts, ...loaders.map((loader) => withIntegrity(loader, integrity))].join(';\n'));
  // The loader looks for elements with these addresses before it makes one. Browsers load nothing of an unknown type.
  const joined = addresses.map((address) => `<script type="joined" src="${address}"></script>`).join('');
  let bare = html
    .replace(PROGRAM, '')
    .replace(NOT_NEEDED, '')
    .replace('<script id="_R_">', (start) => `${joined}${start}`);
  // React looks for the elements of programs; the list of parts to load stays, because the loader has them by these names.
  for (const address of addresses) bare = bare.replaceAll(`\\"src\\":\\"${address}\\"`, () => `\\"src\\":\\"${program}\\"`);
  const programs = await Promise.all(
    [...large, program].map(async (address) => ({ address, integrity: await integrityOf(pathOf(address)) })),
  );
  return { html: bare, programs };
}

/** @param {string} html @param {boolean} hasBlobs */
function policyOf(html, hasBlobs) {
  if (EVENT_HANDLER.test(html.replace(INLINE_SCRIPT, ''))) throw new Error('expected a page without event handlers in its text');
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => `'sha256-${sha256(code)}'`);
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`,
    "style-src 'self'",
    `img-src 'self' data:${hasBlobs ? ' blob:' : ''}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** @returns {Promise<string[]>} patterns of the addresses that Next has a page or a redirect for */
async function renderedRoutes() {
  const { staticRoutes, dynamicRoutes, redirects } = JSON.parse(await readFile(join(rootDir, '.next/routes-manifest.json'), 'utf8'));
  // Paths with an underscore are Next's own, such as `/_not-found`; the others are served under other addresses.
  const own = staticRoutes.filter((/** @type {{ page: string }} */ { page }) => !/^\/(_|pages\/|endpoints$)/.test(page));
  return [...own, ...dynamicRoutes, ...redirects].map(({ regex }) => regex);
}

export async function buildStaticPages() {
  const folder = join(rootDir, '.next/static-pages');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const earlyOfAll = await buildEarly('components/shell/early-script.ts');
  /** @type {Record<string, { policy: string, etag: string }>} */
  const pages = {};
  for (const [name, { rendered, early, hasBlobs = false }] of Object.entries(PAGES)) {
    const styled = await joinStyles(await readFile(join(rootDir, '.next/server/app', `${rendered}.html`), 'utf8'));
    const { html: bare, programs } = await joinPrograms(styled);
    // An early script of the page's own says when the programs are wanted.
    const loading = early
      ? `<script data-programs="${programs.map(({ address, integrity }) => `${address} ${integrity}`).join(' ')}">${await buildEarly(early)}</script>`
      : programs
          .map(({ address, integrity }) => `<script src="${address}" integrity="${integrity}" crossorigin="" async=""></script>`)
          .join('');
    const html = bare
      .replace('</head>', () => `<script>${earlyOfAll}</script></head>`)
      // Behind the page's elements, and before the data from which React hydrates.
      .replace('<script id="_R_">', (start) => `${loading}${start}`);
    const bytes = Buffer.from(html);
    const file = join(folder, `${name}.html`);
    await writeFile(file, bytes);
    await writeFile(`${file}.br`, await brotli(bytes));
    await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    pages[name] = { policy: policyOf(html, hasBlobs), etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) };
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, rendered: await renderedRoutes() }, null, 2));
}

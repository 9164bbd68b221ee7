// @ts-check
/**
 * Makes the pages that are the same bytes for everybody (`.next/static-pages/`) from those that Next has rendered at build: one
 * document each, with its styles and early scripts, and the hashes of its program, which is React and our components without
 * Next's client. `pages.json` has the policies, and the patterns of the addresses that Next responds to.
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
 * The pages by name (server/static-pages.ts): the file that Next has rendered, its early script if it is one of its own,
 * and whether it shows decrypted pictures, which are blobs.
 * @typedef {{ rendered: string, early?: string, hasBlobs?: true }} Page
 * @type {Record<string, Page>}
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

/** The parts of a page that Next has rendered: root element, head, and body up to the first script. */
const DOCUMENT = /^(<!DOCTYPE html><html[^>]*>)<head>(.*)<\/head><body>(.*?)<script/s;
/** A style sheet, or the hint for one that a part of the page may want later. */
const STYLE = /<link rel="(?:stylesheet|preload)" href="([^"]+\.css)"[^>]*\/>/g;
/** What a head says of its page. Fonts need no hint: they come when the text is there. */
const ABOUT_PAGE = /<meta [^>]*\/>|<title>.*?<\/title>|<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*\/>/g;
/** What Next's own components leave in a body. */
const OF_NEXT = /^<div hidden=""><!--\$--><!--\/\$--><\/div>|<!--\$--><!--\/\$-->/g;
/** Rules that load fonts, which components/shell/fonts.ts applies. */
const FONT_FACE = /@font-face\{[^}]*\}/g;
/** Suspended parts and counted ids (`useId`) would be others without Next's components. Our policy forbids event handlers. */
const NOT_ALIKE = /<!--[$/]|_R_|<[^>]+ on[a-z]+=/i;
/** The call that starts a worker, which loads the chunks of this list by itself. */
const WORKER = /\.f\("static\/chunks\/[^"]+",\[([^\]]*)\]\)/g;
const CHUNK = /static\/chunks\/[\w~.-]+\.js/g;
/** Where Turbopack's loader makes the element for a chunk. */
const LOADED = /(\w+)\.crossOrigin=null,\1\.src=(\w+),/;

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

/** @param {string} path of a file of the build @returns {Promise<string>} its text, without the address of its source map */
async function readBuilt(path) {
  const text = await readFile(join(rootDir, '.next', path), 'utf8');
  return text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*$/, '');
}

/** @param {string} path @returns {Promise<string>} what an element's attribute `integrity` has for a file of the build */
const integrityOf = async (path) => `sha256-${sha256(await readFile(join(rootDir, '.next', path)))}`;

/**
 * The program that Turbopack has built for all static pages (app/(static)/pages/program).
 * @typedef {object} Program
 * @property {string[]} shared the paths of its chunks that every page needs: React, and the frame of all pages
 * @property {string} text of these
 * @property {string} loader Turbopack's loader, and the call that starts the program
 */

/** @returns {Promise<Program>} */
async function findProgram() {
  const html = await readFile(join(rootDir, '.next/server/app/pages/program.html'), 'utf8');
  const texts = await Promise.all([...new Set(html.match(CHUNK))].map(readBuilt));
  const [list, ...others] = texts.flatMap((text) => [...text.matchAll(WORKER)]);
  if (!list || others.length > 0) throw new Error('expected one program');
  const paths = list[1]?.match(CHUNK) ?? [];
  const shared = paths.filter((path) => !path.includes('/turbopack-'));
  const readAll = async (/** @type {string[]} */ parts) => (await Promise.all(parts.map(readBuilt))).join(';\n');
  return { shared, text: await readAll(shared), loader: await readAll(paths.filter((path) => !shared.includes(path))) };
}

/**
 * Finds the call by which the program loads a page.
 * @param {string} name of the page @param {string} program its text
 */
function findPageCall(name, program) {
  const [, id] = new RegExp(`[{,]"?${name}"?:async\\(\\)=>\\(await \\w+\\.A\\((\\d+)\\)\\)`).exec(program) ?? [];
  const [call] = new RegExp(`\\b${id},\\w+=>\\{\\w+\\.v\\(\\w+=>Promise\\.all\\(\\[[^\\]]*\\]`).exec(program) ?? [];
  if (!call) throw new Error(`expected a program that loads the page ${name}`);
  return call;
}

/** @param {string} text of chunks @returns {string[]} the chunks that they load */
const chunksIn = (text) => text.replace(WORKER, '').match(CHUNK) ?? [];

/**
 * @param {string} name of a page @param {Program} program
 * @returns {Promise<{ path: string, integrity: string }[]>} the chunks that the page needs at once
 */
async function programOf(name, { shared, text, loader }) {
  const own = chunksIn(findPageCall(name, text));
  // No page loads another one's chunks.
  const withoutPages = Object.keys(PAGES).reduce((rest, page) => rest.replace(findPageCall(page, text), ''), text);
  const later = new Set(chunksIn([withoutPages, ...(await Promise.all(own.map(readBuilt)))].join('\n')));
  // The set grows while it is walked.
  for (const path of later) for (const chunk of chunksIn(await readBuilt(path))) later.add(chunk);
  const ownLoader = withIntegrity(loader, await Promise.all([...later].sort().map(async (path) => [path, await integrityOf(path)])));
  const path = `static/chunks/${createHash('sha256').update(ownLoader).digest('hex').slice(0, 16)}.js`;
  await writeFile(join(rootDir, '.next', path), ownLoader);
  return Promise.all([...shared, ...own, path].map(async (each) => ({ path: each, integrity: await integrityOf(each) })));
}

/**
 * Makes the loader give each chunk its integrity, which the page's `Integrity-Policy` demands: so the bytes of the page settle the
 * bytes of every program that it ever loads.
 * @param {string} loader @param {string[][]} integrity with the path
 */
function withIntegrity(loader, integrity) {
  if (!LOADED.test(loader)) throw new Error('expected a loader that makes an element for each chunk');
  const find = `(${JSON.stringify(Object.fromEntries(integrity))})`;
  return loader.replace(
    LOADED,
    (_, element, source) =>
      `${element}.crossOrigin="anonymous",${element}.integrity=${find}[${source}.slice(${source}.indexOf("static/"))]||"",${element}.src=${source},`,
  );
}

/**
 * Makes the document of a page from what Next has rendered.
 * @param {string} name @param {Program} program
 * @returns {Promise<{ html: string, policy: string }>}
 */
async function documentOf(name, program) {
  const { rendered, early, hasBlobs } = /** @type {Page} */ (PAGES[name]);
  const byNext = await readFile(join(rootDir, '.next/server/app', `${rendered}.html`), 'utf8');
  const [, root, head = '', rest = ''] = DOCUMENT.exec(byNext) ?? [];
  const body = rest.replace(OF_NEXT, '');
  if (body === '' || NOT_ALIKE.test(body)) throw new Error(`expected a body of ${name} that React can hydrate without Next`);

  const base = `${basePathOf(process.env.BASE_URL)}/_next/`;
  const sheets = [...new Set([...byNext.matchAll(STYLE)].map(([, address = '']) => address))];
  const texts = await Promise.all(sheets.map((address) => readBuilt(address.slice(base.length))));
  const all = texts.join('\n').replaceAll('../media/', `${base}static/media/`);
  const [style, fonts] = [all.replace(FONT_FACE, ''), all.match(FONT_FACE)?.join('') ?? ''];

  const chunks = (await programOf(name, program)).map(({ path, integrity }) => ({ address: base + path, integrity }));
  const earlyScript = await buildEarly(early ?? 'components/shell/early-script.ts');
  // An early script of the page's own says when the program is wanted.
  const programNames = early ? ` data-program="${chunks.map(({ address, integrity }) => `${address} ${integrity}`).join(' ')}"` : '';
  const programTags = chunks.map(
    ({ address, integrity }) => `<script src="${address}" integrity="${integrity}" crossorigin="" async=""></script>`,
  );
  const html = [
    `${root}<head>${head.match(ABOUT_PAGE)?.join('')}`,
    // Names the sheets that it has, for the program.
    `<style data-sheets="${sheets.join(' ')}">${style}</style><style data-fonts media="not all">${fonts}</style>`,
    `<script${programNames}>${earlyScript}</script></head>`,
    `<body data-page="${name}">${body}${early ? '' : programTags.join('')}</body></html>`,
  ].join('');
  return { html, policy: await policyOf([style, fonts], earlyScript, hasBlobs) };
}

/** @param {string[]} styles @param {string} script @param {boolean} [hasBlobs] */
async function policyOf(styles, script, hasBlobs = false) {
  const hashes = (/** @type {string[]} */ texts) => texts.map((text) => `'sha256-${sha256(text)}'`).join(' ');
  const { page } = JSON.parse(await readFile(join(rootDir, 'server/policies.json'), 'utf8'));
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes([script])}`,
    `style-src 'self' ${hashes(styles)}`,
    `img-src 'self' data:${hasBlobs ? ' blob:' : ''}`,
    "connect-src 'self'",
    page,
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
  const program = await findProgram();
  /** @type {Record<string, { policy: string, etag: string }>} */
  const pages = {};
  for (const name of Object.keys(PAGES)) {
    const { html, policy } = await documentOf(name, program);
    const bytes = Buffer.from(html);
    const file = join(folder, `${name}.html`);
    await writeFile(file, bytes);
    await writeFile(`${file}.br`, await brotli(bytes));
    await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
    pages[name] = { policy, etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22) };
  }
  await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, rendered: await renderedRoutes() }, null, 2));
}

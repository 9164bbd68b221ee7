// @ts-check
/**
 * Makes the pages that are the same bytes for everybody (`.next/static-pages/LANGUAGE/`) from what Next renders of them: one
 * document each and for each language, with its styles and its early script, and the hashes of its program, which is React and our
 * components without Next's client. `pages.json` has the policies, and the patterns of the addresses that Next responds to.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleScript } from './bundle-script.mjs';
import { fileOf, filesAddress, filesFolder } from './language-chunks.mjs';
import { rootDir } from './source-hash.mjs';

/**
 * The pages by name (server/static-pages.ts): the address at which Next renders it, its early script if it is one of its own,
 * and whether it shows decrypted pictures, which are blobs.
 * @typedef {{ rendered: string, early?: string, hasBlobs?: true }} Page
 * @type {Record<string, Page>}
 */
const PAGES = {
  view: { rendered: '/pages/view', early: 'components/paste/link/early-script.ts', hasBlobs: true },
  // A tab that has claimed a burn paste goes on reading it here.
  'missing-paste': { rendered: '/pages/missing-paste', hasBlobs: true },
  missing: { rendered: '/pages/none' },
  how: { rendered: '/docs/how' },
  mine: { rendered: '/mine' },
  new: { rendered: '/' },
  request: { rendered: '/pages/request' },
  'missing-request': { rendered: '/pages/missing-request' },
  requests: { rendered: '/pages/requests' },
};

/** The parts of a page that Next has rendered: root element, head, and body up to the first script. */
const DOCUMENT = /^(<!DOCTYPE html><html[^>]*>)<head>(.*)<\/head><body>(.*?)<script/s;
/** A style sheet, or the hint for one that a part of the page may want later. */
const STYLE = /<link rel="(?:stylesheet|preload)" href="([^"]+\.css)"[^>]*\/>/g;
/** The elements of a head that describe its page. */
const ABOUT_PAGE = /<meta [^>]*\/>|<title>.*?<\/title>|<link rel="(?:icon|apple-touch-icon|manifest)"[^>]*\/>/g;
/** Elements that Next's own components leave in a body. */
const OF_NEXT = /^<div hidden=""><!--\$--><!--\/\$--><\/div>|<!--\$--><!--\/\$-->/g;
/** Suspended parts and counted ids (`useId`) would be others without Next's components. Our policy forbids event handlers. */
const NOT_ALIKE = /<!--[$/]|_R_|<[^>]+ on[a-z]+=/i;
/** The call that starts a worker, which loads the chunks of this list by itself. */
const WORKER = /\.f\("static\/chunks\/[^"]+",\[([^\]]*)\]\)/g;
const CHUNK = /static\/chunks\/[\w~.-]+\.js/g;
/** The code by which Turbopack's loader makes the element for a chunk. */
const LOADED = /(\w+)\.crossOrigin=null,\1\.src=(\w+),/;

/** @param {string | Buffer} text */
const sha256 = (text) => createHash('sha256').update(text).digest('base64');

/** Builds a script that stands in a document. @param {string} entry */
async function buildEarly(entry) {
  // `</script` in a string of the script would end the element.
  return (await bundleScript(entry)).trim().replaceAll('</', '<\\/');
}

/** @param {string} path of a file of the build @param {string} [language] @returns {Promise<string>} its text, without the address of its source map */
async function readBuilt(path, language = 'en') {
  const text = await readFile(fileOf(path, language), 'utf8');
  return text.replace(/\n?(?:\/\/|\/\*)# sourceMappingURL=.*$/, '');
}

/** @type {Map<string, Promise<string>>} */
const integrities = new Map();

/** @param {string} path @param {string} language @returns {Promise<string>} what an element's attribute `integrity` has for a file of the build */
function integrityOf(path, language) {
  const file = fileOf(path, language);
  const known = integrities.get(file) ?? readFile(file).then((bytes) => `sha256-${sha256(bytes)}`);
  integrities.set(file, known);
  return known;
}

/**
 * The program that Turbopack has built for all static pages (app/(static)/pages/program).
 * @typedef {object} Program
 * @property {string[]} shared the paths of its chunks that every page needs: React, and the frame of all pages
 * @property {string} text of these
 * @property {string[]} loader the paths of Turbopack's loader, and of the call that starts the program
 */

/** @param {string} html of a page that names the program @returns {Promise<Program>} */
async function findProgram(html) {
  const texts = await Promise.all([...new Set(html.match(CHUNK))].map((path) => readBuilt(path)));
  const [list, ...others] = texts.flatMap((text) => [...text.matchAll(WORKER)]);
  if (!list || others.length > 0) throw new Error('expected one program');
  const paths = list[1]?.match(CHUNK) ?? [];
  const shared = paths.filter((path) => !path.includes('/turbopack-'));
  return { shared, text: await readAll(shared, 'en'), loader: paths.filter((path) => !shared.includes(path)) };
}

/** @param {string[]} paths @param {string} language */
const readAll = async (paths, language) => (await Promise.all(paths.map((path) => readBuilt(path, language)))).join(';\n');

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
 * Finds the chunks that a page needs at once, and those that may come later.
 * @param {string} name of a page @param {Program} program
 * @returns {Promise<{ own: string[], later: string[] }>} paths
 */
async function chunksOf(name, { text }) {
  const own = chunksIn(findPageCall(name, text));
  // No page loads another one's chunks.
  const withoutPages = Object.keys(PAGES).reduce((rest, page) => rest.replace(findPageCall(page, text), ''), text);
  const later = new Set(chunksIn([withoutPages, ...(await Promise.all(own.map((path) => readBuilt(path))))].join('\n')));
  // The set grows while it is walked.
  for (const path of later) for (const chunk of chunksIn(await readBuilt(path))) later.add(chunk);
  return { own, later: [...later].sort() };
}

/**
 * @param {Program} program @param {{ own: string[], later: string[] }} chunks of the page @param {string} language
 * @returns {Promise<{ path: string, integrity: string }[]>} what the page needs at once, with the loader that is made for it
 */
async function programOf({ shared, loader }, { own, later }, language) {
  const withHash = async (/** @type {string} */ path) => [path, await integrityOf(path, language)];
  const ownLoader = withIntegrity(await readAll(loader, language), await Promise.all(later.map(withHash)));
  const path = `static/chunks/${createHash('sha256').update(ownLoader).digest('hex').slice(0, 16)}.js`;
  await writeFile(join(filesFolder(language), path), ownLoader);
  return Promise.all([...shared, ...own, path].map(async (each) => ({ path: each, integrity: await integrityOf(each, language) })));
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
 * Makes the document of a page from what Next renders.
 * @param {string} name of the page @param {string} byNext @param {{ path: string, integrity: string }[]} program @param {string} language
 * @param {string} earlyScript
 * @returns {Promise<{ html: string, policy: string }>}
 */
async function documentOf(name, byNext, program, language, earlyScript) {
  const { early, hasBlobs } = /** @type {Page} */ (PAGES[name]);
  const [, root, head = '', rest = ''] = DOCUMENT.exec(byNext) ?? [];
  const body = rest.replace(OF_NEXT, '');
  if (body === '' || NOT_ALIKE.test(body)) throw new Error(`expected a body of ${name} that React can hydrate without Next`);

  const base = filesAddress(language);
  const paths = [...new Set([...byNext.matchAll(STYLE)].map(([, address = '']) => address.slice(filesAddress('en').length)))];
  const sheets = paths.map((path) => base + path);
  const texts = await Promise.all(paths.map((path) => readBuilt(path, language)));
  const style = texts.join('\n');

  const chunks = program.map(({ path, integrity }) => ({ address: base + path, integrity }));
  // An early script of the page's own says when the program is wanted.
  const programNames = early ? ` data-program="${chunks.map(({ address, integrity }) => `${address} ${integrity}`).join(' ')}"` : '';
  const programTags = chunks.map(
    ({ address, integrity }) => `<script src="${address}" integrity="${integrity}" crossorigin="" async=""></script>`,
  );
  const html = [
    `${root}<head>${head.match(ABOUT_PAGE)?.join('')}`,
    // Names the sheets that it has, for the program.
    `<style data-sheets="${sheets.join(' ')}">${style}</style>`,
    `<script${programNames}>${earlyScript}</script></head>`,
    `<body data-page="${name}">${body}${early ? '' : programTags.join('')}</body></html>`,
  ].join('');
  return { html, policy: await policyOf(style, earlyScript, hasBlobs) };
}

/** @param {string} style @param {string} script @param {boolean} [hasBlobs] */
async function policyOf(style, script, hasBlobs = false) {
  const hashOf = (/** @type {string} */ text) => `'sha256-${sha256(text)}'`;
  const { page } = JSON.parse(await readFile(join(rootDir, 'server/policies.json'), 'utf8'));
  return [
    "default-src 'none'",
    `script-src 'self' ${hashOf(script)}`,
    `style-src 'self' ${hashOf(style)}`,
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

/** The early script of a page. @param {string} name */
const earlyEntry = (name) => PAGES[name]?.early ?? 'components/shell/early-script.ts';

/** @param {readonly string[]} languages */
export async function buildStaticPages(languages) {
  const folder = join(rootDir, '.next/static-pages');
  await rm(folder, { recursive: true, force: true });
  const names = Object.keys(PAGES);
  Object.assign(process.env, { NODE_ENV: 'production' });
  /** @type {{ startRenderer: (rootDir: string) => Promise<{ render: (path: string, language: string) => Promise<string>, close: () => Promise<void> }> }} */
  const { startRenderer } = await import(pathToFileURL(join(rootDir, 'dist/render-pages.js')).href);
  const { render, close } = await startRenderer(rootDir);
  try {
    const program = await findProgram(await render('/pages/program', 'en'));
    const chunks = new Map(await Promise.all(names.map(async (name) => /** @type {const} */ ([name, await chunksOf(name, program)]))));
    const entries = new Set(names.map(earlyEntry));
    const earlyScripts = new Map(
      await Promise.all([...entries].map(async (entry) => /** @type {const} */ ([entry, await buildEarly(entry)]))),
    );
    /** @type {Record<string, Record<string, { policy: string, etag: string }>>} */
    const pages = {};
    for (const language of languages) {
      await mkdir(join(folder, language), { recursive: true });
      pages[language] = Object.fromEntries(
        await Promise.all(
          names.map(async (name) => {
            const own = await programOf(program, /** @type {{ own: string[], later: string[] }} */ (chunks.get(name)), language);
            const byNext = await render(/** @type {Page} */ (PAGES[name]).rendered, language);
            const { html, policy } = await documentOf(name, byNext, own, language, earlyScripts.get(earlyEntry(name)) ?? '');
            return [name, { policy, etag: await writePage(join(folder, language, `${name}.html`), html) }];
          }),
        ),
      );
    }
    await writeFile(join(folder, 'pages.json'), JSON.stringify({ pages, rendered: await renderedRoutes() }, null, 2));
  } finally {
    await close();
  }
}

/** @param {string} file @param {string} html @returns {Promise<string>} a tag of its bytes */
async function writePage(file, html) {
  const bytes = Buffer.from(html);
  await writeFile(file, bytes);
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
}

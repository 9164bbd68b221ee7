// @ts-check
/**
 * Builds the pages that are the same bytes for everybody into `dist/pages`: a program each and the workers (`assets`), one module of
 * sentences a page and language, one for what the page loads later, and the documents (`documents/LANGUAGE`), with their styles, their
 * early script, and the hashes of all scripts.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transform } from 'lightningcss';
import { basePathOf } from './base-path.mjs';
import { bundle, bundleText, forBrowsers, forNode, load, messagesPlugin, minified } from './bundle.mjs';
import { compileLanguages } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

export const PAGES_FOLDER = join(rootDir, 'dist/pages');
const ENTRIES = join(rootDir, 'static-pages/entries');
/** The names of modules with sentences begin with that. */
const WORDS = 'words/';
export const POLICIES = JSON.parse(await readFile(join(rootDir, 'server/policies.json'), 'utf8'));

/**
 * The addresses of the pages, by the names of their entries, with `*` for the id of a link. The last are shown where nothing is.
 * @type {Record<string, string>}
 */
const ADDRESSES = {
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
const PAGES = Object.keys(ADDRESSES).sort();

/** The first versions that know all that our styles use (`light-dark`), as lightningcss writes them. */
const BROWSERS = { chrome: 126 << 16, firefox: 128 << 16, safari: (17 << 16) | (5 << 8) };

/** Pages that show decrypted pictures, which are blobs. A tab that has claimed a burn paste goes on reading it at `missing-paste`. */
const WITH_BLOBS = ['view', 'missing-paste'];

/** Modules that many links with code need a moment later, and forms as well. A file of a KB is a head and a round of its own. */
const NEEDED_SOON = {
  frame: /\/lib\/languages\/|\/components\/client\/(?:start-worker|worker-calls)\.ts$/,
  'view-parts': /\/(?:colour-lines|colour-kinds|colour-session|fold-lines|messages\/fold)\.ts$/,
};

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */
/** @typedef {Map<string, { atOnce: Set<string>, all: Set<string> }>} Modules of each page: those that it needs at once, and with later ones */
/** @typedef {{ chunks: Map<string, Chunk>, workers: string[], styles: Map<string, string>, modules: Modules, early: [ofLinks: string, ofOthers: string], integrities: Map<string, string> }} Programs chunks and integrities by their files, styles by pages */
/** @typedef {Record<string, string>} Sentences of a language: the expression of each group */

/** @param {string | Uint8Array} content @returns its hash in hexadecimal, and as HTML has it */
export function hashesOf(content) {
  const digest = createHash('sha256').update(content).digest();
  return { sha256: digest.toString('hex'), integrity: `sha256-${digest.toString('base64')}` };
}
const integrityOf = (/** @type {string | Uint8Array} */ content) => hashesOf(content).integrity;
const addressOf = (/** @type {string} */ file) => `${basePathOf(process.env.BASE_URL)}/${file}`;
const entryOf = (/** @type {string} */ page) => join(ENTRIES, `${page}.ts`);

/**
 * Finds what a node needs, each after what it needs itself.
 * @param {string} node @param {(node: string) => readonly string[]} neededBy @param {Set<string>} [found] @param {Set<string>} [begun]
 */
function withNeeds(node, neededBy, found = new Set(), begun = new Set()) {
  if (begun.has(node)) return found;
  begun.add(node);
  for (const each of neededBy(node)) withNeeds(each, neededBy, found, begun);
  return found.add(node);
}

/**
 * Names the chunk of a module: by itself, Vite makes one for each set of pages that need it at once, 45 for a link. Its options alone, at
 * their best (a chunk for what nine pages share, one for what three do), make 7 of 122 kB for a link, these 5 of 93. No chunk but that of
 * its page has an entry, because whoever imports an entry starts its page.
 * @param {string} id @param {Modules} modules @returns {string | null} null for what pages need later, which Vite divides
 */
function chunkOf(id, modules) {
  const soon = Object.entries(NEEDED_SOON).find(([, pattern]) => pattern.test(id))?.[0];
  if (soon) return soon;
  const pages = PAGES.filter((page) => modules.get(page)?.atOnce.has(id));
  const [page] = pages;
  // Modules of Vite have no path.
  if (id.startsWith('\0') || (page !== undefined && pages.length > 1)) return sharedChunkOf(pages);
  if (page === undefined || PAGES.every((each) => each === page || !modules.get(each)?.all.has(id))) return page ?? null;
  // Whoever needs a part of the editor later needs its forms, too.
  return page === 'new' ? 'forms' : `${page}-parts`;
}

/**
 * Names the chunk of a module that several pages need: whoever answers a request loads no form but that of an answer, and whoever
 * writes a paste no list of pastes and requests.
 * @param {string[]} pages
 */
function sharedChunkOf(pages) {
  if (pages.includes('view') || pages.length === 0) return 'frame';
  if (!pages.includes('request')) return pages.includes('new') ? 'forms' : 'lists';
  return pages.includes('new') || pages.includes('requests') ? 'writing' : 'answering';
}

/** Sentences come from a file a page and language, whose address the document has. */
const words = messagesPlugin((group) => `export { ${group} as ${group}Messages } from '${WORDS}${group}';`);
const WITH_WORDS = { external: [/^words\//], treeshake: { moduleSideEffects: [{ test: /^words\//, sideEffects: false }] } };

/** The groups of sentences that chunks import. @param {readonly Chunk[]} chunks */
const groupsOf = (chunks) =>
  [...new Set(chunks.flatMap(({ imports }) => imports.flatMap((id) => (id.startsWith(WORDS) ? id.slice(WORDS.length) : []))))].sort();

/** @param {import('./bundle.mjs').Output} output @returns {Chunk[]} */
const chunksIn = (output) => output.filter((each) => each.type === 'chunk');

/** @returns {Promise<Programs>} */
async function buildPrograms() {
  /** @type {[styles: Map<string, string>, sheets: Map<string, string>, modules: Modules]} */
  const [styles, sheets, modules] = [new Map(), new Map(), new Map()];
  /** Takes the styles out of the programs: those of a page and its later parts stand in its document, and no chunk loads any. @type {import('vite').Plugin} */
  const pagesPlugin = {
    name: 'pages',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      sheets.set(id, code);
      return '';
    },
    buildEnd() {
      const importsOf = (/** @type {string} */ id) => this.getModuleInfo(id)?.importedIds ?? [];
      const neededBy = (/** @type {string} */ id) => [...importsOf(id), ...(this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
      for (const page of PAGES) {
        const all = withNeeds(entryOf(page), neededBy);
        modules.set(page, { atOnce: withNeeds(entryOf(page), importsOf), all });
        const code = Buffer.from([...all].map((id) => sheets.get(id) ?? '').join(''));
        styles.set(page, transform({ filename: `${page}.css`, code, minify: true, targets: BROWSERS }).code.toString());
      }
    },
  };
  const name = (/** @type {string} */ id) => chunkOf(id, modules);
  const output = await bundle(
    forBrowsers({
      plugins: [words, pagesPlugin],
      build: {
        outDir: PAGES_FOLDER,
        manifest: true,
        rolldownOptions: {
          ...WITH_WORDS,
          input: Object.fromEntries(PAGES.map((page) => [page, entryOf(page)])),
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } },
        },
      },
    }),
  );
  const chunks = new Map(chunksIn(output).map((chunk) => [chunk.fileName, chunk]));
  const early = ['components/paste/link/early-script.ts', 'components/shell/early-script.ts'].map(bundleText);
  // `</script` in a string of a script would end its element.
  const [ofLinks = '', ofOthers = ''] = (await Promise.all(early)).map((text) => text.replaceAll('</', '<\\/'));
  const integrities = new Map([...chunks].map(([file, { code }]) => [file, integrityOf(code)]));
  const workers = output.map(({ fileName }) => fileName).filter((file) => /\.worker-/.test(file));
  return { chunks, workers, styles, modules, early: [ofLinks, ofOthers], integrities };
}

/** The chunks that a page needs at once, each after those that it imports, and those that may come later. @param {Programs} programs @param {string} page */
function chunksOf({ chunks, modules }, page) {
  const withImports = (/** @type {Chunk} */ chunk) =>
    [...withNeeds(chunk.fileName, (file) => chunks.get(file)?.imports ?? [])].flatMap((file) => chunks.get(file) ?? []);
  const ofPage = [...chunks.values()].filter(({ moduleIds, facadeModuleId }) =>
    [...moduleIds, facadeModuleId ?? ''].some((id) => modules.get(page)?.all.has(id)),
  );
  const atOnce = ofPage.filter(({ facadeModuleId }) => facadeModuleId === entryOf(page)).flatMap(withImports);
  return { atOnce, later: [...new Set(ofPage.flatMap(withImports))].filter((chunk) => !atOnce.includes(chunk)) };
}

/** @param {Programs} programs @param {string} name @param {string} source in TypeScript @returns {Promise<string>} the file, whose name changes with its content */
async function writeScript({ integrities }, name, source) {
  const code = await minified(source);
  const file = `assets/${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  await writeFile(join(PAGES_FOLDER, file), code);
  integrities.set(file, integrityOf(code));
  return file;
}

/**
 * The elements in the head of a page, and the policy that allows them.
 * @param {string} page @param {Programs} programs @param {string} language @param {Sentences} sentences
 */
async function elementsOf(page, programs, language, sentences) {
  const { atOnce, later } = chunksOf(programs, page);
  /** @type {Record<string, string>} */
  const imports = {};
  const writeWords = async (/** @type {string} */ name, /** @type {string[]} */ groups) => {
    if (groups.length === 0) return [];
    const source = groups.map((group) => `export const ${group} = ${sentences[group]};`).join('\n');
    const file = await writeScript(programs, `words-${name}-${language}`, source);
    for (const group of groups) imports[WORDS + group] = addressOf(file);
    return [file];
  };
  const groups = groupsOf(atOnce);
  const program = [...(await writeWords(page, groups)), ...atOnce.map(({ fileName }) => fileName)];
  const laterGroups = groupsOf(later).filter((group) => !groups.includes(group));
  const others = [...(await writeWords(`${page}-later`, laterGroups)), ...later.map(({ fileName }) => fileName)];
  const hashes = [...program, ...others].map((file) => [addressOf(file), programs.integrities.get(file)]);
  const importMap = JSON.stringify({ imports, integrity: Object.fromEntries(hashes) });
  const style = programs.styles.get(page) ?? '';
  const isLink = page === 'view';
  const early = programs.early[isLink ? 0 : 1];
  const shown = hashes.slice(0, program.length);
  // An early script of the page's own says when the program is wanted.
  const [names, tags] = isLink
    ? [` data-program="${shown.map((each) => each.join(' ')).join(' ')}"`, '']
    : ['', shown.map(([address, hash]) => `<script type="module" src="${address}" integrity="${hash}"></script>`).join('')];
  const elements = `<style>${style}</style><script type="importmap">${importMap}</script><script${names}>${early}</script>${tags}`;
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${integrityOf(importMap)}' '${integrityOf(early)}'`,
    `style-src '${integrityOf(style)}'`,
    `img-src 'self' data:${WITH_BLOBS.includes(page) ? ' blob:' : ''}`,
    "connect-src 'self'",
    POLICIES.page,
  ];
  return { elements, policy: policy.join('; ') };
}

/** The pages that Next renders, for whose sentences there is a script a language: what most visitors read, and all others. */
const RENDERED = { view: 'app/(rendered)/view', others: 'app' };

/** @param {string} folder of pages that Next renders @returns {Promise<string[]>} the groups of sentences that they and their components name */
async function groupsIn(folder) {
  const pages = readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const input = [...new Set(['app/(rendered)/layout.tsx', 'app/error.tsx', ...pages.map((file) => join(folder, file))])];
  // Only the server imports `lib`, but for rules.
  const rolldownOptions = { ...WITH_WORDS, input, external: [...WITH_WORDS.external, /^#lib\//] };
  return groupsOf(chunksIn(await bundle({ ...forNode({ write: false, rolldownOptions }), plugins: [words], ssr: {} })));
}

/**
 * Writes scripts with the sentences of pages that Next renders, and the addresses of their workers (app/words-script.tsx).
 * @param {Programs} programs @param {Record<string, Sentences>} compiled by language
 */
async function writeRenderedWords(programs, compiled) {
  const addresses = JSON.stringify(Object.fromEntries(programs.workers.map((file) => [basename(file).split('.')[0], addressOf(file)])));
  /** @type {Record<string, Record<string, { address: string, integrity: string }>>} */
  const scripts = {};
  for (const [name, folder] of Object.entries(RENDERED)) {
    const groups = await groupsIn(folder);
    for (const [language, sentences] of Object.entries(compiled)) {
      const words = `globalThis.words = {${groups.map((group) => `${group}: ${sentences[group]}`).join(',')}};`;
      const file = await writeScript(programs, `words-rendered-${name}-${language}`, `${words}\nglobalThis.workers = ${addresses};`);
      const integrity = programs.integrities.get(file) ?? '';
      scripts[language] = { ...scripts[language], [name]: { address: addressOf(file), integrity } };
    }
  }
  await writeFile(join(PAGES_FOLDER, 'rendered-words.json'), JSON.stringify(scripts));
}

/** Builds all that is the same bytes for everybody. @returns what the manifest says of the documents */
export async function buildPageFiles() {
  await rm(PAGES_FOLDER, { recursive: true, force: true });
  Object.assign(process.env, { NODE_ENV: 'production' });
  const programs = await buildPrograms();
  const { renderDocument, loadLanguages } = await load('static-pages/documents.tsx');
  const compiled = await compileLanguages();
  await loadLanguages(Object.keys(compiled));
  /** @type {Record<string, object>} */
  const pages = {};
  for (const [language, sentences] of Object.entries(compiled)) {
    const folder = join(PAGES_FOLDER, 'documents', language);
    await mkdir(folder, { recursive: true });
    for (const [page, address] of Object.entries(ADDRESSES)) {
      const { elements, policy } = await elementsOf(page, programs, language, sentences);
      const html = renderDocument(page, language, elements);
      await writeFile(join(folder, `${page}.html`), html);
      pages[language === 'en' ? page : `${page} ${language}`] = {
        address,
        status: page.startsWith('missing') ? 404 : 200,
        ...hashesOf(html),
        type: 'text/html; charset=utf-8',
        policy,
      };
    }
  }
  await writeRenderedWords(programs, compiled);
  return pages;
}

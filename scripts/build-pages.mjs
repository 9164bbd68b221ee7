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

/** Modules of languages and of calls to workers: forms need them, and a link later. A file of a KB is a head and a round of its own. */
const OF_WORKERS = /\/lib\/languages\/|\/components\/client\/(?:start-worker|worker-calls)\.ts$/;

/** Most links with code show folds a moment later, and would load all later sentences of the page for these few. */
const FOLDS = join(rootDir, 'components/paste/view/text/fold-lines.ts');

/** Modules that a link to code needs a moment later, colours and folds, and the one among them that a long text needs, too. */
const OF_CODE = /\/(?:colour-lines|colour-kinds|fold-lines|fold-ranges|messages\/fold)\.ts$/;
const OF_LONG_CODE = /\/colour-session\.ts$/;

/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */
/** @typedef {{ chunks: Map<string, Chunk>, workers: string[], styles: Map<string, string>, modules: Map<string, Set<string>>, early: [ofLinks: string, ofOthers: string], integrities: Map<string, string> }} Programs chunks and integrities by their files, styles and modules by pages */
/** @typedef {import('vite').Rolldown.PluginContext['getModuleInfo']} Graph */
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

/** The pages that need a module. @param {string} id @param {Graph} infoOf @param {boolean} isLater whether those count that need it later */
function pagesOf(id, infoOf, isLater) {
  const importers = withNeeds(id, (each) => {
    const { importers = [], dynamicImporters = [] } = infoOf(each) ?? {};
    return isLater ? [...importers, ...dynamicImporters] : importers;
  });
  return PAGES.filter((page) => importers.has(entryOf(page)));
}

/**
 * Names the chunk of a module: by itself, Vite makes one for each set of pages that need it at once, 20 for some pages. No chunk but
 * that of its page has an entry, because whoever imports an entry starts its page.
 * @param {string} id @param {Graph} infoOf @returns {string | null} null for what pages need later, which Vite divides
 */
function chunkOf(id, infoOf) {
  const pages = pagesOf(id, infoOf, false);
  // Modules of Vite and of packages' formats have no path.
  if (id.startsWith('\0') || pages.length === PAGES.length) return 'frame';
  if (OF_WORKERS.test(id)) return 'shared';
  const [page] = pages;
  if (pages.length > 1) return sharedChunkOf(pages);
  if (OF_LONG_CODE.test(id)) return 'view-parts';
  if (page === undefined) return OF_CODE.test(id) ? 'code' : null;
  if (pagesOf(id, infoOf, true).length === 1) return page;
  // Whoever needs a part of the editor later needs its forms, too.
  return page === 'new' ? 'forms' : `${page}-parts`;
}

/**
 * Names the chunk of a module that several pages need: whoever answers a request loads no form but that of an answer, and whoever
 * writes a paste no list of pastes and requests.
 * @param {string[]} pages
 */
function sharedChunkOf(pages) {
  if (pages.includes('view')) return 'shared';
  if (!pages.includes('request')) return pages.includes('new') ? 'forms' : 'lists';
  if (pages.includes('requests')) return 'request-forms';
  return pages.includes('new') ? 'writing' : 'answering';
}

/** @returns {Promise<Programs>} */
async function buildPrograms() {
  const [styles, sheets, modules] = [new Map(), new Map(), new Map()];
  /** Takes the styles out of the programs: those of a page and its later parts stand in its document, and no chunk loads any. @type {import('vite').Plugin} */
  const stylesPlugin = {
    name: 'styles',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      sheets.set(id, code);
      return '';
    },
    generateBundle() {
      const neededBy = (/** @type {string} */ id) => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return [...importedIds, ...dynamicallyImportedIds];
      };
      for (const page of PAGES) {
        const needed = withNeeds(entryOf(page), neededBy);
        modules.set(page, needed);
        const code = Buffer.from([...needed].map((id) => sheets.get(id) ?? '').join(''));
        styles.set(page, transform({ filename: `${page}.css`, code, minify: true, targets: BROWSERS }).code.toString());
      }
    },
  };
  // The document has the address in its language.
  const words = messagesPlugin((group) => `export { ${group} as ${group}Messages } from '${WORDS}${group}';`);
  const name = (/** @type {string} */ id, /** @type {{ getModuleInfo: Graph }} */ graph) =>
    chunkOf(id, (each) => graph.getModuleInfo(each));
  const output = await bundle(
    forBrowsers({
      plugins: [words, stylesPlugin],
      build: {
        outDir: PAGES_FOLDER,
        manifest: true,
        rolldownOptions: {
          external: [/^words\//],
          treeshake: { moduleSideEffects: [{ test: /^words\//, sideEffects: false }] },
          input: Object.fromEntries(PAGES.map((page) => [page, entryOf(page)])),
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name }] } },
        },
      },
    }),
  );
  const files = output.map(({ fileName }) => fileName);
  const chunks = output.flatMap((each) => (each.type === 'chunk' ? [/** @type {const} */ ([each.fileName, each])] : []));
  const early = ['components/paste/link/early-script.ts', 'components/shell/early-script.ts'].map(bundleText);
  // `</script` in a string of a script would end its element.
  const [ofLinks = '', ofOthers = ''] = (await Promise.all(early)).map((text) => text.replaceAll('</', '<\\/'));
  const integrities = new Map(chunks.map(([file, { code }]) => [file, integrityOf(code)]));
  const workers = files.filter((file) => /\.worker-/.test(file));
  return { chunks: new Map(chunks), workers, styles, modules, early: [ofLinks, ofOthers], integrities };
}

/** The files that a page needs at once, each after those that it imports, and those that may come later. @param {Programs} programs @param {string} page */
function filesOf({ chunks, modules }, page) {
  const importsOf = (/** @type {string} */ file) => (chunks.get(file)?.imports ?? []).filter((each) => chunks.has(each));
  const withImports = (/** @type {Chunk[]} */ found) => new Set(found.flatMap(({ fileName }) => [...withNeeds(fileName, importsOf)]));
  const all = [...chunks.values()];
  const atOnce = withImports(all.filter(({ facadeModuleId, isEntry }) => isEntry && facadeModuleId === entryOf(page)));
  const ofPage = withImports(
    all.filter(({ moduleIds, facadeModuleId }) => [...moduleIds, facadeModuleId ?? ''].some((id) => modules.get(page)?.has(id))),
  );
  return { atOnce: [...atOnce], later: [...ofPage].filter((file) => !atOnce.has(file)) };
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
  const { atOnce, later } = filesOf(programs, page);
  const groupsOf = (/** @type {string[]} */ files) =>
    [...new Set(files.flatMap((file) => programs.chunks.get(file)?.imports ?? []))].filter((id) => id.startsWith(WORDS)).sort();
  const groups = groupsOf([...atOnce, ...later.filter((file) => programs.chunks.get(file)?.moduleIds.includes(FOLDS))]);
  /** @type {Record<string, string>} */
  const imports = {};
  const writeWords = async (/** @type {string} */ name, /** @type {string[]} */ ids) => {
    if (ids.length === 0) return [];
    const names = ids.map((id) => id.slice(WORDS.length));
    const file = await writeScript(
      programs,
      `words-${name}-${language}`,
      names.map((group) => `export const ${group} = ${sentences[group]};`).join('\n'),
    );
    for (const id of ids) imports[id] = addressOf(file);
    return [file];
  };
  const program = [...(await writeWords(page, groups)), ...atOnce];
  const others = await writeWords(
    `${page}-later`,
    groupsOf(later).filter((id) => !groups.includes(id)),
  );
  const hashes = [...program, ...others, ...later].map((file) => [addressOf(file), programs.integrities.get(file)]);
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
  /** @type {Set<string>} */
  const groups = new Set();
  const pages = readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const notesPlugin = messagesPlugin((group) => {
    groups.add(group);
    return `export const ${group}Messages = {};`;
  });
  const input = [...new Set(['app/(rendered)/layout.tsx', 'app/error.tsx', ...pages.map((file) => join(folder, file))])];
  // Only the server imports `lib`, but for rules.
  const options = { input, external: [/^#lib\//] };
  await bundle({ ...forNode({ write: false, rolldownOptions: options }), plugins: [notesPlugin], ssr: {} });
  return [...groups].sort();
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

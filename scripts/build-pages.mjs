// @ts-check
/**
 * Builds the pages that are the same bytes for everybody into `dist/pages`: a program each and the workers (`assets`), one module of
 * sentences a page and language, one for what the page loads later, and the documents (`documents/LANGUAGE`), with their styles, their
 * early script, and the hashes of all scripts. `pages.json` has the policies.
 */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { build } from 'vite';
import { basePathOf } from './base-path.mjs';
import { bundleScript } from './bundle-script.mjs';
import { compileLanguages, groupOf, MESSAGES_FOLDER } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';
import { BROWSERS, messagesInProcess, messagesPlugin, viteOptions } from './vite-options.mjs';

export const PAGES_FOLDER = join(rootDir, 'dist/pages');
/** The names of modules with sentences begin with that. */
const WORDS = 'words/';
const ENTRIES = join(rootDir, 'static-pages/entries');
/** The early scripts that are a page's own, and the pages that show decrypted pictures, which are blobs. A tab that has claimed a burn paste goes on reading it at `missing-paste`. */
const EARLY_SCRIPTS = /** @type {Record<string, string>} */ ({ view: 'components/paste/link/early-script.ts' });
const WITH_BLOBS = ['view', 'missing-paste'];

/** Modules of languages and of calls to the worker that colours them: the form needs them, and a link later. */
const COLOURING = /\/lib\/languages\/|\/components\/client\/(?:start-worker|worker-calls)\.ts$/;

/** Most links with code show folds a moment later, and would load all later sentences of the page for these few. */
const FOLDS = 'components/paste/view/text/fold-lines.ts';

/** @typedef {Record<string, { file: string, imports?: string[], dynamicImports?: string[], assets?: string[] }>} Manifest of Vite */
/** @typedef {{ manifest: Manifest, words: Map<string, string[]>, styles: Map<string, string> }} Programs `words` are the groups of sentences of a chunk, `styles` those of a page */

/** @param {string | Uint8Array} text */
const sha256 = (text) => createHash('sha256').update(text).digest('base64');
const basePath = () => basePathOf(process.env.BASE_URL);
const addressOf = (/** @type {string} */ file) => `${basePath()}/${file}`;

/** The pages that are files, by the names of their entries. */
export const pageNames = () =>
  readdirSync(ENTRIES)
    .map((file) => basename(file, '.ts'))
    .sort();

/** @param {string} name of a page */
const entryOf = (name) => join(ENTRIES, `${name}.ts`);

/** Imports sentences by a name, for which the document has the address in its language. @type {import('vite').Plugin} */
const wordsPlugin = {
  name: 'words',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(WORDS) ? { id, external: true, moduleSideEffects: false } : null),
};

/**
 * Notes the sentences of each chunk and the styles of each page, which stand in its document: no chunk loads any.
 * @param {Programs} programs @returns {import('vite').Plugin}
 */
function notesPlugin({ words, styles }) {
  /** @type {Map<string, string>} */
  const sheets = new Map();
  return {
    name: 'notes',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      sheets.set(id, code);
      return '';
    },
    async generateBundle(_, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          words.set(
            output.fileName,
            output.imports.flatMap((id) => (id.startsWith(WORDS) ? [id.slice(WORDS.length)] : [])),
          );
      for (const name of pageNames()) {
        const modules = modulesOf(entryOf(name), (id) => this.getModuleInfo(id));
        const text = [...modules].map((id) => sheets.get(id) ?? '').join('');
        const { code } = await esbuild.transform(text, { loader: 'css', minify: true, charset: 'utf8', target: BROWSERS });
        styles.set(name, code.trim());
      }
    },
  };
}

/**
 * Finds the modules of a page, each after those that it imports.
 * @param {string} id of its entry
 * @param {(id: string) => { importedIds: readonly string[], dynamicallyImportedIds: readonly string[] } | null} infoOf @param {Set<string>} [found]
 */
function modulesOf(id, infoOf, found = new Set(), begun = new Set()) {
  if (begun.has(id)) return found;
  begun.add(id);
  const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {};
  for (const each of importedIds) modulesOf(each, infoOf, found, begun);
  found.add(id);
  for (const each of dynamicallyImportedIds) modulesOf(each, infoOf, found, begun);
  return found;
}

/** @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[], dynamicImporters: readonly string[] } | null }} Graph */

/** The pages that need a module. @param {string} id @param {Graph} graph @param {boolean} isLater whether those count that need it later */
function pagesOf(id, graph, isLater) {
  const found = new Set([id]);
  // The set grows while it is walked.
  for (const each of found) {
    const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(each) ?? {};
    for (const importer of isLater ? [...importers, ...dynamicImporters] : importers) found.add(importer);
  }
  return pageNames().filter((name) => found.has(entryOf(name)));
}

/**
 * Names the chunk of a module: by itself, Vite makes one for each set of pages that need it at once, 20 for some pages. No chunk but
 * that of its page has an entry, because whoever imports an entry starts its page.
 * @param {string} id @param {Graph} graph @returns {string | null} null for what pages need later, which Vite divides
 */
function chunkOf(id, graph) {
  const pages = pagesOf(id, graph, false);
  // Modules of Vite and of packages' formats have no path.
  if (id.startsWith('\0') || pages.length === pageNames().length) return 'frame';
  // Nearly every reader gets these, and nothing else of the form.
  if (!pages.includes('view') && COLOURING.test(id)) return 'colouring';
  const [page] = pages;
  if (pages.length > 1) return sharedChunkOf(pages);
  return page !== undefined && pagesOf(id, graph, true).length > 1 ? `${page}-parts` : (page ?? null);
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
  /** @type {Programs} */
  const programs = { manifest: {}, words: new Map(), styles: new Map() };
  await build(
    viteOptions({
      base: `${basePath()}/`,
      basePath: basePath(),
      outDir: PAGES_FOLDER,
      input: Object.fromEntries(pageNames().map((name) => [name, entryOf(name)])),
      plugins: [
        messagesPlugin((group) => `export { ${group} as ${group}Messages } from '${WORDS}${group}';`),
        wordsPlugin,
        notesPlugin(programs),
      ],
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] } },
    }),
  );
  return { ...programs, manifest: JSON.parse(await readFile(join(PAGES_FOLDER, '.vite/manifest.json'), 'utf8')) };
}

/** @returns {Promise<{ renderDocument: (name: string, language: string, elements: string) => string, loadLanguages: (languages: string[]) => Promise<void> }>} */
async function buildDocuments() {
  const outDir = join(rootDir, 'dist/documents');
  const plugins = [messagesPlugin(messagesInProcess)];
  const options = viteOptions({ base: `${basePath()}/`, basePath: basePath(), outDir, input: {}, plugins });
  await build({
    ...options,
    ssr: { noExternal: true },
    build: { outDir, ssr: 'static-pages/documents.tsx', target: 'node20', minify: false },
  });
  return import(pathToFileURL(join(outDir, 'documents.js')).href);
}

/**
 * Finds the chunks that a page needs at once, each after those that it imports, and those that may come later.
 * @param {Manifest} manifest @param {string} entry its key
 */
function chunksOf(manifest, entry) {
  const walk = (/** @type {string[]} */ keys, /** @type {Set<string>} */ found, isDeep = false) => {
    for (const key of keys) {
      const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
      if (found.has(key)) continue;
      walk(imports, found, isDeep);
      found.add(key);
      if (isDeep) walk(dynamicImports, found, isDeep);
    }
    return found;
  };
  const filesOf = (/** @type {Iterable<string>} */ keys) => [...new Set([...keys].map((key) => manifest[key]?.file ?? key))];
  const atOnce = filesOf(walk([entry], new Set()));
  return { atOnce, later: filesOf(walk([entry], new Set(), true)).filter((file) => !atOnce.includes(file)) };
}

/**
 * Writes a module with groups of sentences.
 * @param {string} name of the file @param {string[]} groups @param {Record<string, string>} compiled of the language
 * @returns {Promise<string | null>} the file; null without groups
 */
async function writeWords(name, groups, compiled) {
  return groups.length === 0 ? null : writeScript(name, groups.map((group) => `export const ${group} = ${compiled[group]};`).join('\n'));
}

/** @param {string} name @param {string} source in TypeScript @returns {Promise<string>} the file, whose name changes with its content */
async function writeScript(name, source) {
  const { code } = await esbuild.transform(source, { loader: 'ts', minify: true, charset: 'utf8', target: 'es2022' });
  const file = `assets/${name}-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  await writeFile(join(PAGES_FOLDER, file), code);
  return file;
}

/** @param {string} file of the build @returns {Promise<string>} what an element's attribute `integrity` has for it */
const integrityOf = async (file) => `sha256-${sha256(await readFile(join(PAGES_FOLDER, file)))}`;

/** @param {string[]} files @returns {Promise<Record<string, string>>} the integrity of each by its address */
const integritiesOf = async (files) =>
  Object.fromEntries(await Promise.all(files.map(async (file) => [addressOf(file), await integrityOf(file)])));

/**
 * The elements in the head of a page, and the policy that allows them.
 * @param {string} name @param {Programs} programs @param {string} language @param {Record<string, string>} compiled its sentences
 */
async function elementsOf(name, programs, language, compiled) {
  const { atOnce, later } = chunksOf(programs.manifest, `static-pages/entries/${name}.ts`);
  const wordsIn = (/** @type {string[]} */ files) => [...new Set(files.flatMap((file) => programs.words.get(file) ?? []))].sort();
  const words = wordsIn([...atOnce, ...later.filter((file) => file === programs.manifest[FOLDS]?.file)]);
  const laterWords = wordsIn(later).filter((group) => !words.includes(group));
  const [wordsFile, laterFile] = await Promise.all([
    writeWords(`words-${name}-${language}`, words, compiled),
    writeWords(`words-${name}-later-${language}`, laterWords, compiled),
  ]);
  const imports = Object.fromEntries([
    ...words.map((group) => [`${WORDS}${group}`, addressOf(wordsFile ?? '')]),
    ...laterWords.map((group) => [`${WORDS}${group}`, addressOf(laterFile ?? '')]),
  ]);
  const atOnceIntegrity = await integritiesOf([...(wordsFile === null ? [] : [wordsFile]), ...atOnce]);
  const integrity = { ...atOnceIntegrity, ...(await integritiesOf([...(laterFile === null ? [] : [laterFile]), ...later])) };
  const style = programs.styles.get(name) ?? '';
  const importMap = JSON.stringify({ imports, integrity });
  const earlyScript = await buildEarly(EARLY_SCRIPTS[name] ?? 'components/shell/early-script.ts');
  const program = Object.entries(atOnceIntegrity);
  // An early script of the page's own says when the program is wanted.
  const programNames = name in EARLY_SCRIPTS ? ` data-program="${program.map(([address, hash]) => `${address} ${hash}`).join(' ')}"` : '';
  const programTags = program.map(([address, hash]) => `<script type="module" src="${address}" integrity="${hash}"></script>`);
  const elements = [
    `<style>${style}</style><script type="importmap">${importMap}</script>`,
    `<script${programNames}>${earlyScript}</script>${name in EARLY_SCRIPTS ? '' : programTags.join('')}`,
  ].join('');
  return { elements, policy: await policyOf([style], [importMap, earlyScript], WITH_BLOBS.includes(name)) };
}

/** @type {Map<string, Promise<string>>} */
const earlyScripts = new Map();

/** Builds a script that stands in a document. @param {string} entry */
function buildEarly(entry) {
  // `</script` in a string of the script would end the element.
  const built = earlyScripts.get(entry) ?? bundleScript(entry).then((text) => text.trim().replaceAll('</', '<\\/'));
  earlyScripts.set(entry, built);
  return built;
}

/** @param {string[]} styles @param {string[]} scripts @param {boolean} hasBlobs */
async function policyOf(styles, scripts, hasBlobs) {
  const hashes = (/** @type {string[]} */ texts) => texts.map((text) => `'sha256-${sha256(text)}'`).join(' ');
  const { page } = JSON.parse(await readFile(join(rootDir, 'server/policies.json'), 'utf8'));
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes(scripts)}`,
    `style-src ${hashes(styles)}`,
    `img-src 'self' data:${hasBlobs ? ' blob:' : ''}`,
    "connect-src 'self'",
    page,
  ].join('; ');
}

/**
 * The pages that Next renders, for whose sentences there is a script a language: what most visitors read, and all others.
 * @type {Record<string, string[]>}
 */
const RENDERED = { view: ['app/(rendered)/view'], others: ['app'] };

/** The modules of pages in folders, and the frame of all. @param {string[]} folders */
const tsxIn = (folders) => [
  ...['app/(rendered)/layout.tsx', 'app/error.tsx'],
  ...folders.flatMap((folder) =>
    readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx$/.test(file))
      .map((file) => join(folder, file)),
  ),
];

/**
 * Writes scripts with the sentences of pages that Next renders, and the addresses of their workers (app/words-script.tsx).
 * @param {Record<string, Record<string, string>>} compiled @param {Manifest} manifest
 */
async function writeRenderedWords(compiled, manifest) {
  const workers = Object.values(manifest).flatMap(({ assets = [] }) =>
    assets.map((file) => [basename(file).split('.')[0], addressOf(file)]),
  );
  /** @type {Record<string, Record<string, { address: string, integrity: string }>>} */
  const scripts = {};
  for (const [name, folders] of Object.entries(RENDERED)) {
    const groups = await groupsIn([...new Set(tsxIn(folders))]);
    for (const [language, words] of Object.entries(compiled)) {
      const source = [
        `globalThis.words = {${groups.map((group) => `${group}: ${words[group]}`).join(',')}};`,
        `globalThis.workers = ${JSON.stringify(Object.fromEntries(workers))};`,
      ].join('\n');
      const file = await writeScript(`words-rendered-${name}-${language}`, source);
      scripts[language] = { ...scripts[language], [name]: { address: addressOf(file), integrity: await integrityOf(file) } };
    }
  }
  await writeFile(join(PAGES_FOLDER, 'rendered-words.json'), JSON.stringify(scripts));
}

/** @param {string[]} entryPoints @returns {Promise<string[]>} the groups of sentences that these modules and their components name */
async function groupsIn(entryPoints) {
  const { metafile } = await esbuild.build({
    absWorkingDir: rootDir,
    entryPoints,
    bundle: true,
    outdir: 'dist',
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    packages: 'external',
    // Only the server imports the rest of `lib`.
    external: ['#lib/*'],
    loader: { '.css': 'empty' },
    logLevel: 'error',
  });
  const files = Object.keys(metafile.inputs).filter((file) => dirname(join(rootDir, file)) === MESSAGES_FOLDER);
  return files.map(groupOf).sort();
}

/** Builds all that is the same bytes for everybody. */
export async function buildPageFiles() {
  await rm(PAGES_FOLDER, { recursive: true, force: true });
  Object.assign(process.env, { NODE_ENV: 'production' });
  const programs = await buildPrograms();
  const { renderDocument, loadLanguages } = await buildDocuments();
  const compiled = await compileLanguages();
  const languages = Object.keys(compiled);
  await loadLanguages(languages);
  /** @type {Record<string, Record<string, { policy: string, etag: string }>>} */
  const pages = {};
  for (const language of languages) {
    const folder = join(PAGES_FOLDER, 'documents', language);
    await mkdir(folder, { recursive: true });
    const written = pageNames().map(async (name) => {
      const { elements, policy } = await elementsOf(name, programs, language, compiled[language] ?? {});
      const html = renderDocument(name, language, elements);
      await writeFile(join(folder, `${name}.html`), html);
      return [name, { policy, etag: createHash('sha256').update(html).digest('base64url').slice(0, 22) }];
    });
    pages[language] = Object.fromEntries(await Promise.all(written));
  }
  await writeFile(join(PAGES_FOLDER, 'pages.json'), JSON.stringify(pages));
  await writeRenderedWords(compiled, programs.manifest);
}

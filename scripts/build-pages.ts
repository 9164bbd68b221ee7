/**
 * Builds the pages that are the same bytes for everybody into `dist/pages`: a program each and the workers (`assets`), one module of
 * sentences a page and language, one for what the page loads later, and the documents (`documents/LANGUAGE`), with their styles, their
 * early script, and the hashes of all scripts.
 */
import { readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transform } from 'lightningcss';
import { minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { integrityOf, sha256 } from '../lib/encoding/sha256';
import { pagePolicy } from '../lib/http/page-policy';
import { basePathOf } from './base-path.mjs';
import { bundle, bundleText, forBrowsers, forNode, load, messagesPlugin } from './bundle.mjs';
import { type Compiled, compileLanguages } from './generate-messages';
import { rootDir } from './source-hash.mjs';

export const PAGES_FOLDER = join(rootDir, 'dist/pages');
const ENTRIES = join(rootDir, 'static-pages/entries');
/** The names of modules with sentences begin with that. */
const WORDS = 'words/';
const PAGES = readdirSync(ENTRIES)
  .map((file) => basename(file, '.ts'))
  .sort();

/** The first versions that know all that our styles use (`light-dark`), as lightningcss writes them. */
const BROWSERS = { chrome: 126 << 16, firefox: 128 << 16, safari: (17 << 16) | (5 << 8) };

type Chunk = Rolldown.OutputChunk;
/** The expressions of a language's groups of sentences. */
type Sentences = Compiled[string];
/** The modules of each page: those that it needs at once, and with later ones. */
type Modules = Map<string, { atOnce: ReadonlySet<string>; all: ReadonlySet<string> }>;

/** The hash of a content in hexadecimal, and as HTML has it. */
export const hashesOf = (content: string | Uint8Array) => ({ sha256: sha256(content).toString('hex'), integrity: integrityOf(content) });
const addressOf = (file: string) => `${basePathOf(process.env.BASE_URL)}/${file}`;
const entryOf = (page: string) => join(ENTRIES, `${page}.ts`);

/** Finds what a node needs, each after what it needs itself. */
function withNeeds(node: string, neededBy: (node: string) => readonly string[], found = new Set<string>(), begun = new Set<string>()) {
  if (begun.has(node)) return found;
  begun.add(node);
  for (const each of neededBy(node)) withNeeds(each, neededBy, found, begun);
  return found.add(node);
}

/**
 * Names the chunk of a module: by itself, Vite makes one for each set of pages that need it at once, 45 for a link. Its options alone, at
 * their best (a chunk for what nine pages share, one for what three do), make 7 of 122 kB for a link, these 5 of 93. No chunk but that of
 * its page has an entry, because whoever imports an entry starts its page.
 * @returns null for what pages need later, which Vite divides
 */
function chunkOf(id: string, modules: Modules): string | null {
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
 */
function sharedChunkOf(pages: readonly string[]): string {
  if (pages.includes('view') || pages.length === 0) return 'frame';
  if (!pages.includes('request')) return pages.includes('new') ? 'forms' : 'lists';
  return pages.includes('new') || pages.includes('requests') ? 'writing' : 'answering';
}

/** Sentences come from a file a page and language, whose address the document has. */
const words = messagesPlugin((group) => `export { ${group} as ${group}Messages } from '${WORDS}${group}';`);
const WITH_WORDS = { external: [/^words\//], treeshake: { moduleSideEffects: [{ test: /^words\//, sideEffects: false }] } };

/** The groups of sentences that chunks import. */
const groupsOf = (chunks: readonly Chunk[]) =>
  [...new Set(chunks.flatMap(({ imports }) => imports.flatMap((id) => (id.startsWith(WORDS) ? id.slice(WORDS.length) : []))))].sort();

const chunksIn = (output: Rolldown.RolldownOutput['output']) => output.filter((each) => each.type === 'chunk');

/** Builds the programs; chunks and integrities are known by their files, styles by pages. */
async function buildPrograms() {
  const [styles, sheets, modules]: [Map<string, string>, Map<string, string>, Modules] = [new Map(), new Map(), new Map()];
  /** Takes the styles out of the programs: those of a page and its later parts stand in its document, and no chunk loads any. */
  const pagesPlugin: Plugin = {
    name: 'pages',
    transform(code, id) {
      if (!id.endsWith('.css')) return null;
      sheets.set(id, code);
      return '';
    },
    buildEnd() {
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? [];
      const neededBy = (id: string) => [...importsOf(id), ...(this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])];
      for (const page of PAGES) {
        const all = withNeeds(entryOf(page), neededBy);
        modules.set(page, { atOnce: withNeeds(entryOf(page), importsOf), all });
        const code = Buffer.from([...all].map((id) => sheets.get(id) ?? '').join(''));
        styles.set(page, transform({ filename: `${page}.css`, code, minify: true, targets: BROWSERS }).code.toString());
      }
    },
  };
  const name = (id: string) => chunkOf(id, modules);
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
  // `</script` in a string of a script would end its element.
  const earlyScript = async (folder: string) => (await bundleText(`components/${folder}/early-script.ts`)).replaceAll('</', '<\\/');
  const early = { link: await earlyScript('paste/link'), other: await earlyScript('shell') };
  const integrities = new Map([...chunks].map(([file, { code }]) => [file, integrityOf(code)]));
  const workers = output.map(({ fileName }) => fileName).filter((file) => /\.worker-/.test(file));
  return { chunks, integrities, workers, styles, modules, early };
}

type Programs = Awaited<ReturnType<typeof buildPrograms>>;

/** The chunks that a page needs at once, each after those that it imports, and those that may come later. */
function chunksOf({ chunks, modules }: Programs, page: string): { atOnce: Chunk[]; later: Chunk[] } {
  const withImports = (chunk: Chunk) =>
    [...withNeeds(chunk.fileName, (file) => chunks.get(file)?.imports ?? [])].flatMap((file) => chunks.get(file) ?? []);
  const ofPage = [...chunks.values()].filter(({ moduleIds, facadeModuleId }) =>
    [...moduleIds, facadeModuleId ?? ''].some((id) => modules.get(page)?.all.has(id)),
  );
  const atOnce = ofPage.filter(({ facadeModuleId }) => facadeModuleId === entryOf(page)).flatMap(withImports);
  return { atOnce, later: [...new Set(ofPage.flatMap(withImports))].filter((chunk) => !atOnce.includes(chunk)) };
}

/** Writes a script in TypeScript into a file whose name changes with its content. @returns the file */
async function writeScript({ integrities }: Programs, name: string, source: string): Promise<string> {
  const { code: script } = await transformWithOxc(source, 'source.ts');
  const { code } = await minify('source.js', script, { compress: { target: 'es2022' } });
  const file = `assets/${name}-${sha256(code).toString('base64url').slice(0, 8)}.js`;
  await writeFile(join(PAGES_FOLDER, file), code);
  integrities.set(file, integrityOf(code));
  return file;
}

/** Makes the elements in the head of a page, and the policy that allows them. */
async function elementsOf(page: string, programs: Programs, language: string, sentences: Sentences, pictures: 'blob:' | '') {
  const { atOnce, later } = chunksOf(programs, page);
  const imports: Record<string, string> = {};
  const writeWords = async (name: string, groups: string[]) => {
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
  const hashes = [...program, ...others].map((file) => [addressOf(file), programs.integrities.get(file)] as const);
  const importMap = JSON.stringify({ imports, integrity: Object.fromEntries(hashes) });
  const style = programs.styles.get(page) ?? '';
  const early = page === 'view' ? programs.early.link : programs.early.other;
  const shown = hashes.slice(0, program.length);
  // An early script of the page's own says when the program is wanted.
  const [names, tags] =
    page === 'view'
      ? [` data-program="${shown.map((each) => each.join(' ')).join(' ')}"`, '']
      : ['', shown.map(([address, hash]) => `<script type="module" src="${address}" integrity="${hash}"></script>`).join('')];
  const elements = `<style>${style}</style><script type="importmap">${importMap}</script><script${names}>${early}</script>${tags}`;
  const scripts = `'${integrityOf(importMap)}' '${integrityOf(early)}'`;
  return { elements, policy: pagePolicy({ scripts, styles: `'${integrityOf(style)}'`, pictures }) };
}

/** The pages that Next renders, for whose sentences there is a script a language: what most visitors read, and all others. */
const RENDERED = { view: 'app/(rendered)/view', others: 'app' };

/** Finds the groups of sentences that the pages which Next renders from a folder, and their components, name. */
async function groupsIn(folder: string): Promise<string[]> {
  const pages = readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx$/.test(file));
  const input = [...new Set(['app/(rendered)/layout.tsx', 'app/error.tsx', ...pages.map((file) => join(folder, file))])];
  // Only the server imports `lib`, but for rules.
  const rolldownOptions = { ...WITH_WORDS, input, external: [...WITH_WORDS.external, /^#lib\//] };
  return groupsOf(chunksIn(await bundle({ ...forNode({ write: false, rolldownOptions }), plugins: [words], ssr: {} })));
}

/** Writes scripts with the sentences of pages that Next renders, and the addresses of their workers (app/words-script.tsx). */
async function writeRenderedWords(programs: Programs, compiled: Compiled): Promise<void> {
  const addresses = JSON.stringify(Object.fromEntries(programs.workers.map((file) => [basename(file).split('.')[0], addressOf(file)])));
  const scripts: Record<string, Record<string, { address: string; integrity: string }>> = {};
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
export async function buildPageFiles(): Promise<object> {
  await rm(PAGES_FOLDER, { recursive: true, force: true });
  Object.assign(process.env, { NODE_ENV: 'production' });
  const programs = await buildPrograms();
  const documents: typeof import('../static-pages/documents') = await load('static-pages/documents.tsx');
  const compiled = await compileLanguages();
  await documents.loadLanguages(Object.keys(compiled));
  const pages: Record<string, object> = {};
  for (const [language, sentences] of Object.entries(compiled)) {
    const folder = join(PAGES_FOLDER, 'documents', language);
    await mkdir(folder, { recursive: true });
    for (const [page, { address, hasPictures }] of Object.entries(documents.PAGES)) {
      const { elements, policy } = await elementsOf(page, programs, language, sentences, hasPictures ? 'blob:' : '');
      const html = documents.renderDocument(page, language, elements);
      await writeFile(join(folder, `${page}.html`), html);
      const status = page.startsWith('missing') ? 404 : 200;
      pages[language === 'en' ? page : `${page} ${language}`] = {
        address,
        status,
        ...hashesOf(html),
        type: 'text/html; charset=utf-8',
        policy,
      };
    }
  }
  await writeRenderedWords(programs, compiled);
  return pages;
}

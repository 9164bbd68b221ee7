// @ts-check
/**
 * Builds the browser extension for Chromium and for Firefox: `dist/extension/BROWSER/`, and the same as `dist/extension/BROWSER.zip`,
 * which has the same bytes wherever it is built.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { zipSync } from 'fflate';
import { generate } from './build.mjs';
import { bundle, forBrowsers, messagesPlugin, packagesOf } from './bundle.mjs';
import { languagesOf, readSentences } from './generate-messages.mjs';
import { noticesOf } from './licenses.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {Record<string, string | Uint8Array>} Files by their paths in the package */

export const EXTENSION_FOLDER = join(rootDir, 'dist/extension');
const SOURCES = join(rootDir, 'extension');

/** Each has its own members of the manifest in a file of its name beside it. */
const BROWSERS = ['chromium', 'firefox'];

/** The modules in whose place the extension has its own. @type {Record<string, string>} */
const REPLACED = {
  'lib/site/address.rules.ts': 'instance.rules.ts',
  'components/client/api-key.ts': 'api-key.ts',
  'components/client/start-worker.ts': 'start-worker.ts',
};
/** The names that browsers have for languages of ours in `_locales`. @type {Record<string, string>} */
const LOCALES = { 'pt-BR': 'pt_BR', 'zh-Hans': 'zh_CN' };

/**
 * Puts the extension's own modules in the place of others, and notes which modules there are.
 * @param {Set<string>} modules @returns {import('vite').Plugin}
 */
const sourcesPlugin = (modules) => ({
  name: 'sources',
  enforce: 'pre',
  load(id) {
    const own = REPLACED[relative(rootDir, id)];
    return own ? `export * from ${JSON.stringify(join(SOURCES, own))};` : null;
  },
  buildEnd() {
    for (const id of this.getModuleIds()) modules.add(id);
  },
});

/** @returns {Promise<Files>} the pages, their programs and styles, and the notices of the packages in them */
async function buildPrograms() {
  /** @type {Set<string>} */
  const modules = new Set();
  const words = messagesPlugin((group) => `export const ${group}Messages = globalThis.words?.${group};`);
  const input = ['page.html', 'settings.html', 'background.ts'].map((file) => join(SOURCES, file));
  const rolldownOptions = { input, output: { entryFileNames: '[name].js' } };
  const options = forBrowsers({ root: SOURCES, plugins: [words, sourcesPlugin(modules)], build: { write: false, rolldownOptions } }, '');
  const ofPages = options.worker?.plugins?.() ?? [];
  const output = await bundle({ ...options, worker: { ...options.worker, plugins: () => [ofPages, sourcesPlugin(modules)] } });
  const packages = packagesOf(modules);
  if (packages.includes('node_modules/next')) throw new Error('Next is in the extension, where it does not run');
  const files = output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : each.source]);
  return { ...Object.fromEntries(files), 'licenses.txt': await noticesOf(packages) };
}

/** @returns {Promise<Files>} the sentences that browsers show: the names of the extension, its button and its menu */
async function localeFiles() {
  const files = ['en', ...(await languagesOf())].map(async (language) => {
    const { extension, common } = /** @type {Record<string, Record<string, string>>} */ (await readSentences(language));
    const { name, description, menu, newPaste } = { ...common, ...extension };
    const messages = Object.entries({ name, description, menu, newPaste }).map(([key, message]) => [key, { message }]);
    return [`_locales/${LOCALES[language] ?? language}/messages.json`, JSON.stringify(Object.fromEntries(messages))];
  });
  return Object.fromEntries(await Promise.all(files));
}

const readJson = async (/** @type {string} */ file) => JSON.parse(await readFile(file, 'utf8'));

export async function buildExtension() {
  await rm(EXTENSION_FOLDER, { recursive: true, force: true });
  const { version } = await readJson(join(rootDir, 'package.json'));
  const shared = await readJson(join(SOURCES, 'manifest.json'));
  const icon = await readFile(join(rootDir, 'lib/site/site-icon.png'));
  const common = { ...(await buildPrograms()), ...(await localeFiles()), 'icon.png': icon };
  for (const browser of BROWSERS) {
    const manifest = JSON.stringify({ ...shared, version, ...(await readJson(join(SOURCES, `${browser}.json`))) }, null, 2);
    const files = Object.entries({ ...common, 'manifest.json': manifest }).sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [path, content] of files) {
      await mkdir(dirname(join(EXTENSION_FOLDER, browser, path)), { recursive: true });
      await writeFile(join(EXTENSION_FOLDER, browser, path), content);
    }
    const packed = Object.fromEntries(files.map(([path, content]) => [path, new Uint8Array(Buffer.from(content))]));
    // The first moment that the format can say, in whatever time zone.
    await writeFile(join(EXTENSION_FOLDER, `${browser}.zip`), zipSync(packed, { level: 9, mtime: new Date(1980, 0, 1), os: 3 }));
  }
}

if (process.argv[1] === import.meta.filename) {
  await generate();
  await buildExtension();
}

/**
 * Builds the browser extension for Chromium and for Firefox: `dist/extension/BROWSER/`, and the same as `dist/extension/BROWSER.zip`,
 * which has the same bytes wherever it is built.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { zipSync } from 'fflate';
import type { Plugin } from 'vite';
import chromium from '../extension/chromium.json';
import firefox from '../extension/firefox.json';
import manifest from '../extension/manifest.json';
import { LANGUAGE_NAMES } from '../lib/locales/languages.rules';
import { version } from '../package.json';
import { generate } from './build';
import { bundle, forBrowsers, messagesPlugin } from './bundle.mjs';
import { readSentences } from './generate-messages';
import { noticesOf, packagesOf } from './licenses';
import { rootDir } from './source-hash.mjs';

/** Contents by their paths in the package. */
type Files = Record<string, string | Uint8Array>;

const FOLDER = join(rootDir, 'dist/extension');
const SOURCES = join(rootDir, 'extension');

/** The modules in whose place the extension has its own. */
const REPLACED: Record<string, string> = {
  'lib/site/address.rules.ts': 'instance.rules.ts',
  'components/client/api-key.ts': 'api-key.ts',
  'components/client/start-worker.ts': 'start-worker.ts',
};
/** The names that browsers have for languages of ours in `_locales`. */
const LOCALES: Record<string, string> = { 'pt-BR': 'pt_BR', 'zh-Hans': 'zh_CN' };

/** Puts the extension's own modules in the place of others, and notes which modules there are. */
const sourcesPlugin = (modules: Set<string>): Plugin => ({
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

/** Builds the pages, their programs and styles, and the notices of the packages in them. */
async function buildPrograms(): Promise<Files> {
  const modules = new Set<string>();
  const words = messagesPlugin((group) => `export const ${group}Messages = globalThis.words?.${group};`);
  const input = ['page.html', 'settings.html', 'background.ts'].map((file) => join(SOURCES, file));
  const rolldownOptions = { input, output: { entryFileNames: '[name].js' } };
  const options = forBrowsers({ root: SOURCES, plugins: [words, sourcesPlugin(modules)], build: { write: false, rolldownOptions } }, '');
  const ofPages = options.worker?.plugins?.() ?? [];
  const output = await bundle({ ...options, worker: { ...options.worker, plugins: () => [ofPages, sourcesPlugin(modules)] } });
  const files = output.map((each) => [each.fileName, each.type === 'chunk' ? each.code : each.source]);
  return { ...Object.fromEntries(files), 'licenses.txt': await noticesOf(packagesOf(modules)) };
}

/** Makes the sentences that browsers show: the names of the extension, its button and its menu. */
async function localeFiles(): Promise<Files> {
  const files = Object.keys(LANGUAGE_NAMES).map(async (language) => {
    const { extension, common } = (await readSentences(language)) as Record<string, Record<string, string>>;
    const { name, description, menu, newPaste } = { ...common, ...extension };
    const messages = Object.entries({ name, description, menu, newPaste }).map(([key, message]) => [key, { message }]);
    return [`_locales/${LOCALES[language] ?? language}/messages.json`, JSON.stringify(Object.fromEntries(messages))];
  });
  return Object.fromEntries(await Promise.all(files));
}

export async function main(): Promise<void> {
  await generate();
  await rm(FOLDER, { recursive: true, force: true });
  const icon = await readFile(join(rootDir, 'lib/site/site-icon.png'));
  const common = { ...(await buildPrograms()), ...(await localeFiles()), 'icon.png': icon };
  // Each has its own members of the manifest.
  for (const [browser, own] of Object.entries({ chromium, firefox })) {
    const files: Files = { ...common, 'manifest.json': JSON.stringify({ ...manifest, version, ...own }, null, 2) };
    const packed: Record<string, Uint8Array> = {};
    for (const path of Object.keys(files).sort()) {
      packed[path] = new Uint8Array(Buffer.from(files[path] ?? ''));
      await mkdir(dirname(join(FOLDER, browser, path)), { recursive: true });
      await writeFile(join(FOLDER, browser, path), packed[path]);
    }
    // The first moment that the format can say, in whatever time zone.
    await writeFile(join(FOLDER, `${browser}.zip`), zipSync(packed, { level: 9, mtime: new Date(1980, 0, 1), os: 3 }));
  }
}

// @ts-check
/**
 * Builds the browser extension for Chromium and for Firefox: `dist/extension/BROWSER/`, and the same as `dist/extension/BROWSER.zip`,
 * which has the same bytes wherever it is built.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { zipSync } from 'fflate';
import { build } from 'vite';
import { compileLanguages, generateMessages, languagesOf, readSentences } from './generate-messages.mjs';
import { generateOperations } from './generate-operations.mjs';
import { noticesOf } from './licenses.mjs';
import { rootDir } from './source-hash.mjs';
import { messagesPlugin, viteOptions } from './vite-options.mjs';

/** @typedef {Record<string, Uint8Array>} Files by their paths in the package */

export const EXTENSION_FOLDER = join(rootDir, 'dist/extension');
const PROGRAMS = { page: 'extension/start.ts', settings: 'extension/settings-start.ts', background: 'extension/background.ts' };
/** The modules in whose place the extension has its own. @type {Record<string, string>} */
const REPLACED = {
  'lib/site/address.rules.ts': 'extension/instance.rules.ts',
  'components/client/api-key.ts': 'extension/api-key.ts',
  'components/client/start-worker.ts': 'extension/start-worker.ts',
};
/** The names that browsers have for languages of ours in `_locales`. @type {Record<string, string>} */
const LOCALES = { 'pt-BR': 'pt_BR', 'zh-Hans': 'zh_CN' };

const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  // Browsers allow the chosen servers by permission; a policy can't name them beforehand.
  "connect-src 'self' https: http:",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** @param {string} version @param {'chromium' | 'firefox'} browser */
const manifestOf = (version, browser) => ({
  manifest_version: 3,
  name: '__MSG_name__',
  description: '__MSG_description__',
  version,
  default_locale: 'en',
  icons: { 512: 'icon.png' },
  action: { default_title: '__MSG_newPaste__', default_icon: 'icon.png' },
  options_ui: { page: 'settings.html', open_in_tab: true },
  permissions: [
    ...['activeTab', 'contextMenus', 'declarativeNetRequestWithHostAccess', 'scripting', 'storage'],
    ...(browser === 'chromium' ? ['browsingData'] : []),
  ],
  optional_host_permissions: ['*://*/*'],
  web_accessible_resources: [{ resources: ['page.html'], matches: ['*://*/*'] }],
  content_security_policy: { extension_pages: POLICY },
  ...(browser === 'chromium'
    ? { minimum_chrome_version: '126', incognito: 'split', background: { service_worker: 'background.js', type: 'module' } }
    : {
        browser_specific_settings: { gecko: { id: 'extension@sealpaste', strict_min_version: '128.0' } },
        background: { scripts: ['background.js'], type: 'module' },
      }),
});

/** @param {string} program */
const documentOf = (program) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Sealpaste</title>
<link rel="icon" href="icon.png">
<link rel="stylesheet" href="assets/style.css">
<script type="module" src="${program}.js"></script>
</head>
<body></body>
</html>
`;

/** Puts the extension's own modules in the place of others, and notes which modules there are. @param {Set<string>} modules @returns {import('vite').Plugin} */
const sourcesPlugin = (modules) => ({
  name: 'sources',
  enforce: 'pre',
  load(id) {
    const own = REPLACED[relative(rootDir, id)];
    return own ? `export * from ${JSON.stringify(join(rootDir, own))};` : null;
  },
  buildEnd() {
    for (const id of this.getModuleIds()) modules.add(relative(rootDir, id));
  },
});

/** @returns {Promise<{ files: Files, modules: Set<string>, groups: Set<string> }>} `groups` of sentences, which the programs use */
async function buildPrograms() {
  /** @type {Set<string>} */
  const modules = new Set();
  /** @type {Set<string>} */
  const groups = new Set();
  const words = messagesPlugin((group) => {
    groups.add(group);
    return `export const ${group}Messages = globalThis.words?.${group};`;
  });
  const options = viteOptions({
    base: '/',
    basePath: '',
    outDir: EXTENSION_FOLDER,
    input: PROGRAMS,
    plugins: [words, sourcesPlugin(modules)],
    workerPlugins: [sourcesPlugin(modules)],
    output: { entryFileNames: '[name].js', assetFileNames: 'assets/[name][extname]' },
  });
  const built = await build({ ...options, build: { ...options.build, write: false, manifest: false } });
  const { output } = /** @type {import('vite').Rolldown.RolldownOutput} */ (built);
  const ofNext = [...modules].find((path) => path.startsWith('node_modules/next/'));
  if (ofNext) throw new Error(`${ofNext} is in the extension, where Next does not run`);
  const files = output.map((each) => {
    const content = each.type === 'chunk' ? each.code : each.source;
    return [each.fileName, typeof content === 'string' ? bytes(content) : content];
  });
  return { files: Object.fromEntries(files), modules, groups };
}

const allLanguages = async () => ['en', ...(await languagesOf())];
const bytes = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text));

/** @param {Set<string>} groups that the programs use @returns {Promise<Files>} a program for each language, which sets its sentences */
async function languageFiles(groups) {
  const compiled = await compileLanguages();
  const files = (await allLanguages()).map(async (language) => {
    const words = [...groups].sort().map((group) => `${group}: ${compiled[language]?.[group]}`);
    const { code } = await esbuild.transform(`globalThis.words = {${words.join(',')}};`, { loader: 'ts', minify: true, charset: 'utf8' });
    return [`languages/${language}.js`, bytes(code)];
  });
  return Object.fromEntries(await Promise.all(files));
}

/** @returns {Promise<Files>} the sentences that browsers show: the names of the extension, its button and its menu */
async function localeFiles() {
  const files = (await allLanguages()).map(async (language) => {
    const { extension, common } = /** @type {Record<string, Record<string, string>>} */ (await readSentences(language));
    const { name, description, menu, newPaste } = { ...common, ...extension };
    const messages = Object.entries({ name, description, menu, newPaste }).map(([key, message]) => [key, { message }]);
    return [`_locales/${LOCALES[language] ?? language}/messages.json`, bytes(JSON.stringify(Object.fromEntries(messages)))];
  });
  return Object.fromEntries(await Promise.all(files));
}

/** @param {Set<string>} modules paths of sources @returns {string[]} the folders of the packages among them */
const packagesOf = (modules) => [...new Set([...modules].flatMap((path) => /node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))].sort();

/** @returns {Promise<Files>} what the packages of both browsers have */
async function commonFiles() {
  const { files, modules, groups } = await buildPrograms();
  return {
    ...files,
    ...(await languageFiles(groups)),
    ...(await localeFiles()),
    'page.html': bytes(documentOf('page')),
    'settings.html': bytes(documentOf('settings')),
    'icon.png': await readFile(join(rootDir, 'lib/site/site-icon.png')),
    'licenses.txt': bytes(await noticesOf(packagesOf(modules))),
  };
}

export async function buildExtension() {
  const { version } = JSON.parse(await readFile(join(rootDir, 'package.json'), 'utf8'));
  await rm(EXTENSION_FOLDER, { recursive: true, force: true });
  const common = await commonFiles();
  for (const browser of /** @type {const} */ (['chromium', 'firefox'])) {
    const files = { ...common, 'manifest.json': bytes(`${JSON.stringify(manifestOf(version, browser), null, 2)}\n`) };
    const sorted = Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [path, content] of sorted) {
      const file = join(EXTENSION_FOLDER, browser, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    // The first moment that the format can say, in whatever time zone.
    const zip = zipSync(Object.fromEntries(sorted), { level: 9, mtime: new Date(1980, 0, 1), os: 3 });
    await writeFile(join(EXTENSION_FOLDER, `${browser}.zip`), zip);
  }
}

if (process.argv[1] && relative(process.argv[1], fileURLToPath(import.meta.url)) === '') {
  await generateMessages();
  await generateOperations();
  await buildExtension();
}

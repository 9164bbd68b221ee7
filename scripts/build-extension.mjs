// @ts-check
/**
 * Builds the browser extension for Chromium and for Firefox: `dist/extension/BROWSER/`, and the same as `dist/extension/BROWSER.zip`,
 * which has the same bytes wherever it is built.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { zipSync } from 'fflate';
import { readLicense } from './build-client.mjs';
import { compileLanguages, generateMessages, languagesOf, readSentences } from './generate-messages.mjs';
import { generateOperations } from './generate-operations.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {Record<string, Uint8Array>} Files by their paths in the package */

export const EXTENSION_FOLDER = join(rootDir, 'dist/extension');
const PROGRAMS = { page: 'extension/start.ts', settings: 'extension/settings-start.ts', background: 'extension/background.ts' };
/** The modules in whose place the extension has its own. @type {Record<string, string>} */
const REPLACED = { 'lib/site/address.rules.ts': 'extension/instance.rules.ts', 'components/client/api-key.ts': 'extension/api-key.ts' };
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
<link rel="stylesheet" href="extension.css">
<link rel="stylesheet" href="${program}.css">
<script type="module" src="${program}.js"></script>
</head>
<body></body>
</html>
`;

/** Adapts the sources of the pages, and notes what they need besides. */
function sources() {
  /** @type {Set<string>} */
  const groups = new Set();
  /** @type {Record<string, string>} */
  const workers = {};
  /** @type {esbuild.Plugin} */
  const plugin = {
    name: 'sources',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const own = REPLACED[relative(rootDir, path)];
        if (own) return { contents: `export * from ${JSON.stringify(join(rootDir, own))};`, loader: 'ts', resolveDir: rootDir };
        const text = await readFile(path, 'utf8');
        const [, group] = (dirname(path).endsWith('/components/messages') && /^export const (\w+)Messages/m.exec(text)) || [];
        if (group) {
          groups.add(group);
          return { contents: `export const ${group}Messages = globalThis.words?.${group};`, loader: 'js' };
        }
        const contents = text
          .replace("new URL('shiki/onig.wasm', import.meta.url)", "'/onig.wasm'")
          .replace(/new URL\('([^']+\.worker)\.ts', import\.meta\.url\)/g, (_, /** @type {string} */ file) => {
            workers[basename(file)] = join(dirname(path), `${file}.ts`);
            // A worker has the sentences of its page's language, and asks the server of its page.
            return `('/workers/' + document.documentElement.lang + ${JSON.stringify(`/${basename(file)}.js`)} + location.search)`;
          });
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
      });
    },
  };
  return { plugin, groups, workers };
}

/** @param {esbuild.BuildOptions} options @param {esbuild.Plugin} plugin */
async function bundle(options, plugin) {
  const { outputFiles = [], metafile } = await esbuild.build({
    absWorkingDir: rootDir,
    outdir: 'dist/extension',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    // The package's own notices stand in licenses.txt.
    define: { 'process.env.NODE_ENV': '"production"' },
    // The other program of that package needs a document, which a worker has not (next.config.ts).
    alias: { 'decode-named-character-reference': './node_modules/decode-named-character-reference/index.js' },
    plugins: [plugin],
    metafile: true,
    write: false,
    logLevel: 'warning',
    ...options,
  });
  const files = outputFiles.map(({ path, contents }) => [relative(EXTENSION_FOLDER, path), contents]);
  const inputs = Object.keys(metafile?.inputs ?? {});
  const ofNext = inputs.find((path) => path.startsWith('node_modules/next/'));
  if (ofNext) throw new Error(`${ofNext} is in the extension, where Next does not run`);
  return { files: /** @type {Files} */ (Object.fromEntries(files)), inputs };
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

/**
 * The workers' programs by language. The sentences are imported by name, not looked up: a module that waits for another would
 * miss the first messages of its page.
 * @param {string[]} workers @param {string[]} languages @returns {Files}
 */
function workerFiles(workers, languages) {
  const files = languages.flatMap((language) =>
    workers.map((worker) => [
      `workers/${language}/${worker}.js`,
      bytes(`import '/languages/${language}.js';\nimport '../${worker}.js';\n`),
    ]),
  );
  return Object.fromEntries(files);
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

/** @param {string[]} inputs paths of sources @returns {Promise<Uint8Array>} the notices of the packages among them, and ours */
async function licenses(inputs) {
  const names = new Set(inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []));
  const folders = ['.', ...[...names].sort().map((name) => `node_modules/${name}`)];
  return bytes((await Promise.all(folders.map(async (folder) => `${basename(folder)}\n\n${await readLicense(folder)}`))).join('\n\n'));
}

/** @returns {Promise<Files>} what the packages of both browsers have */
async function commonFiles() {
  const { plugin, groups, workers } = sources();
  // Styles of a part that loads later would be another file: each program is one.
  const programs = await bundle({ entryPoints: { ...PROGRAMS, extension: 'extension/extension.css' } }, plugin);
  const inWorkers = await bundle({ entryPoints: workers, outdir: 'dist/extension/workers', splitting: true }, plugin);
  return {
    ...programs.files,
    ...inWorkers.files,
    ...workerFiles(Object.keys(workers), await allLanguages()),
    ...(await languageFiles(groups)),
    ...(await localeFiles()),
    'page.html': bytes(documentOf('page')),
    'settings.html': bytes(documentOf('settings')),
    'icon.png': await readFile(join(rootDir, 'lib/site/site-icon.png')),
    'onig.wasm': await readFile(join(rootDir, 'node_modules/shiki/dist/onig.wasm')),
    'licenses.txt': await licenses([...programs.inputs, ...inWorkers.inputs]),
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

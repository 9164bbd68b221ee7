// @ts-check
/** Compiles our programs by Vite: all but the pages that Next renders. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, mergeConfig } from 'vite';
import viteConfig from '../vite.config.mjs';
import { basePathOf } from './base-path.mjs';
import { rootDir } from './source-hash.mjs';

/** The folder of the modules with sentences. */
export const MESSAGES_FOLDER = join(rootDir, 'components/messages');

/** The group of sentences that a module has. @param {string} file */
const groupOf = (file) => basename(file, '.ts').replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());

/**
 * Puts other code in the place of the modules with sentences.
 * @param {(group: string) => string} codeOf @returns {import('vite').Plugin}
 */
export const messagesPlugin = (codeOf) => ({
  name: 'messages',
  enforce: 'pre',
  load: (id) => (dirname(id) === MESSAGES_FOLDER && id.endsWith('.ts') ? codeOf(groupOf(id)) : null),
});

/** Gives a process sentences in the language of each request. */
const messagesInProcess = messagesPlugin(
  (group) => `import { messagesOf } from "#lib/locales/messages";\nexport const ${group}Messages = messagesOf('${group}');`,
);

/** Fails for a worker of a page with sentences: it gets what it says from its page. */
const noMessages = messagesPlugin((group) => {
  throw new Error(`expected workers without sentences, one imports ${group}`);
});

/** Options of programs for browsers. @param {import('vite').InlineConfig} more @param {string} [basePath] */
export const forBrowsers = (more, basePath = basePathOf(process.env.BASE_URL)) =>
  mergeConfig(
    {
      ...viteConfig,
      root: rootDir,
      configFile: false,
      base: `${basePath}/`,
      // Its warnings are about directives of Next and imports that both kinds name.
      logLevel: 'error',
      define: { 'process.env.BASE_PATH': JSON.stringify(basePath), 'process.env.BUILT_BY_NEXT': '""' },
      worker: { format: 'es', plugins: () => [noMessages] },
      build: {
        emptyOutDir: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        target: 'es2022',
        // The first versions that know all that our styles use (`light-dark`).
        cssTarget: ['chrome126', 'firefox128', 'safari17.5'],
        cssCodeSplit: false,
      },
    },
    more,
  );

/** Packages outside the programs: the native one, Next, which loads files beside itself, and those that production doesn't install or never needs. */
const EXTERNAL = ['@photostructure/sqlite', 'next', 'pino-pretty', 'pg-native', 'supports-color', 'vite'];

/**
 * Options of a program for Node, with all packages but those: finding and reading hundreds of small files costs more than running them.
 * @param {import('vite').BuildOptions} options
 */
export const forNode = (options) =>
  forBrowsers({
    plugins: [messagesInProcess],
    ssr: { noExternal: true, external: EXTERNAL },
    build: { ssr: true, target: 'node20.19', ...options },
  });

/** @typedef {import('vite').Rolldown.RolldownOutput['output']} Output */

/** @param {import('vite').InlineConfig} config @returns {Promise<Output>} */
export const bundle = async (config) => /** @type {import('vite').Rolldown.RolldownOutput} */ (await build(config)).output;

/** Bundles a script that runs in browsers without modules, as one text; its sentences are English. @param {string} entry */
export async function bundleText(entry) {
  const output = { format: /** @type {const} */ ('iife') };
  const [{ code }] = await bundle(forBrowsers({ build: { write: false, rolldownOptions: { input: entry, output } } }));
  return code.trim();
}

/** Leaves modules in JavaScript where they are: they know the project's folder by their own. @type {import('vite').Plugin} */
const modulesInPlace = {
  name: 'modules-in-place',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\..*\.mjs$/ },
    handler: (id, importer = '') => ({ id: pathToFileURL(join(dirname(importer), id)).href, external: true }),
  },
};

/** Compiles a module in TypeScript, and what it imports of our sources, into this process. @param {string} path */
export async function load(path) {
  // Beside the packages, which it imports.
  const outDir = join(rootDir, `dist/loaded-${randomUUID()}`);
  try {
    const options = forNode({ ssr: path, outDir, rolldownOptions: { output: { codeSplitting: false } } });
    const more = { plugins: [modulesInPlace], build: { sourcemap: 'inline' } };
    const [{ fileName }] = await bundle({ ...mergeConfig(options, more), ssr: { external: true } });
    return await import(pathToFileURL(join(outDir, fileName)).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Writes a file if its content differs: who watches the files is told of nothing else.
 * @param {string} path @param {string} content @param {number} [mode]
 */
export async function replaceFile(path, content, mode) {
  if ((await readFile(path, 'utf8').catch(() => null)) === content) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content, { mode });
}

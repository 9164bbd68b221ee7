// @ts-check
/** Options that the builds of pages by Vite share: those of the static pages and of the extension (vite.config.ts). */
import { dirname, join } from 'node:path';
import { groupOf, MESSAGES_FOLDER } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

/** The first versions of browsers that know all that our styles use (`light-dark`). */
export const BROWSERS = ['chrome126', 'firefox128', 'safari17.5'];

/**
 * Puts other code in the place of the modules with sentences.
 * @param {(group: string) => string} codeOf @returns {import('vite').Plugin}
 */
export const messagesPlugin = (codeOf) => ({
  name: 'messages',
  enforce: 'pre',
  load: (id) => (dirname(id) === MESSAGES_FOLDER && id.endsWith('.ts') ? codeOf(groupOf(id)) : null),
});

/** The module of a group in a process that serves all languages. @param {string} group */
export const messagesInProcess = (group) =>
  `import { messagesOf } from "#lib/locales/messages";\nexport const ${group}Messages = messagesOf('${group}');`;

/** Fails for a worker with sentences: it gets what it says from its page. */
const workersPlugin = messagesPlugin((group) => {
  throw new Error(`expected workers without sentences, one imports ${group}`);
});

/**
 * @param {{ base: string, basePath: string, outDir: string, input: Record<string, string>, plugins: import('vite').Plugin[], workerPlugins?: import('vite').Plugin[], output?: import('vite').Rolldown.OutputOptions }} options
 * @returns {import('vite').InlineConfig}
 */
export const viteOptions = ({ base, basePath, outDir, input, plugins, workerPlugins = [], output = {} }) => ({
  root: rootDir,
  configFile: join(rootDir, 'vite.config.ts'),
  // The usual loader writes into node_modules, which may be somebody else's.
  configLoader: 'runner',
  base,
  mode: 'production',
  publicDir: false,
  // Its warnings are about directives of Next and imports that both kinds name.
  logLevel: 'error',
  define: { 'process.env.BASE_PATH': JSON.stringify(basePath), 'process.env.BUILT_BY_NEXT': '""' },
  plugins,
  worker: { format: 'es', plugins: () => [workersPlugin, ...workerPlugins] },
  build: {
    outDir,
    manifest: true,
    // The documents have the styles.
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    target: 'es2022',
    cssTarget: BROWSERS,
    rolldownOptions: { input, output },
  },
});

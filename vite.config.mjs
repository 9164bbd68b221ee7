// @ts-check
import { fileURLToPath } from 'node:url';

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** Options of everything that Vite and Vitest do. scripts/bundle.mjs and server/development-pages.ts have what only a build or a server needs. */
export default {
  plugins: [
    {
      // Styles of a component win over these, which are the first of every page.
      name: 'first-styles',
      enforce: /** @type {const} */ ('pre'),
      transform: {
        filter: { id: [/\/static-pages\/entries\//, /\/extension\/(?:settings-)?start\.ts$/] },
        handler: (/** @type {string} */ code) => `import '#app/globals.css';\n${code}`,
      },
    },
  ],
  resolve: {
    alias: {
      '#app': path('./app'),
      '#components': path('./components'),
      '#lib': path('./lib'),
      // Its program for pages decodes `&amp;` by `innerHTML`; ours runs in a worker, where there is no document.
      'decode-named-character-reference': path('./node_modules/decode-named-character-reference/index.js'),
    },
  },
};

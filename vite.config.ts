import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Options that Vite and Vitest share. scripts/vite-options.mjs and server/development-pages.ts have what only a build or a server needs. */
export default defineConfig({
  plugins: [
    {
      // Styles of a component win over these, which are the first of every page.
      name: 'first-styles',
      enforce: 'pre',
      transform: {
        filter: { id: [/\/static-pages\/entries\//, /\/extension\/(?:settings-)?start\.ts$/] },
        handler: (code) => `import '/app/globals.css';\n${code}`,
      },
    },
  ],
  resolve: {
    alias: {
      '#components': fileURLToPath(new URL('./components', import.meta.url)),
      '#lib': fileURLToPath(new URL('./lib', import.meta.url)),
      // Its program for pages decodes `&amp;` by `innerHTML`; ours runs in a worker, where there is no document.
      'decode-named-character-reference': fileURLToPath(
        new URL('./node_modules/decode-named-character-reference/index.js', import.meta.url),
      ),
    },
  },
});

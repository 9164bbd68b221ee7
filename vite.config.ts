import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** What Vite and Vitest share. scripts/build-pages.mjs, scripts/build-extension.mjs and scripts/dev-pages.mjs say what is built. */
export default defineConfig({
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

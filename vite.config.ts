import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Settings of all builds by Vite (scripts/vite-options.mjs, server/development-pages.ts). */
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

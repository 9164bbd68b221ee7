import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** `Link2Off` is in `link-2-off`. */
const fileOf = (icon: string) => `lucide-react/icons/${icon.replace(/\B([A-Z]|\d+)/g, '-$1').toLowerCase()}`;

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
    {
      // Each page would get the icons of all pages, because each imports the module of all icons.
      name: 'single-icons',
      apply: 'build',
      transform: {
        filter: { code: /from "lucide-react"/ },
        handler: (code) =>
          code.replace(/import \{ ([^}]+) \} from "lucide-react"/, (_, names: string) =>
            names.replace(/(\w+)(?: as (\w+))?(?:, )?/g, (_, name: string, local = name) => `import ${local} from "${fileOf(name)}";`),
          ),
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

// @ts-check
/** Has Next render pages of the build, as it does for a request. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { basePathOf } from './base-path.mjs';
import { rootDir } from './source-hash.mjs';

/** The language of a request, where the pages look for it (lib/locales/page-language.rules.ts). */
const CURRENT_LANGUAGE = Symbol.for('sealpaste.language');

/** @returns {Promise<{ render: (path: string, language: string) => Promise<string>, close: () => Promise<void> }>} */
export async function renderByNext() {
  const { config } = JSON.parse(await readFile(join(rootDir, '.next/required-server-files.json'), 'utf8'));
  Object.assign(process.env, { NODE_ENV: 'production', __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config) });
  /** @type {AsyncLocalStorage<string>} */
  const current = new AsyncLocalStorage();
  Object.assign(globalThis, { [CURRENT_LANGUAGE]: current });
  const { default: next } = await import('next');
  const app = next({ dev: false, dir: rootDir, hostname: 'localhost', port: 0, customServer: true, httpServer: createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  const server = createServer((incoming, outgoing) =>
    current.run(/** @type {string} */ (incoming.headers['x-language']), () => void handle(incoming, outgoing)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    async render(path, language) {
      const response = await fetch(`http://127.0.0.1:${port}${basePathOf(process.env.BASE_URL)}${path}`, {
        headers: { 'x-language': language },
      });
      return response.text();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await app.close();
    },
  };
}

/** Has Next render pages of the build, as it does for a request. Only scripts/static-pages.mjs uses it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inLanguage } from '#lib/locales/current-language';
import { addressOf } from '#lib/site/address.rules';
import { startNext } from './start-next';

interface PageRenderer {
  /** @param path of a page @param language as a BCP 47 tag */
  render(path: `/${string}`, language: string): Promise<string>;
  close(): Promise<void>;
}

/** @param rootDir the project's folder */
export async function startRenderer(rootDir: string): Promise<PageRenderer> {
  const next = await startNext({ isDevelopment: false, rootDir, port: 0 });
  const server = createServer((incoming, outgoing) =>
    inLanguage(String(incoming.headers['x-language']), () => void next.handle(incoming, outgoing)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async render(path, language) {
      const response = await fetch(`http://127.0.0.1:${port}${addressOf(path)}`, { headers: { 'x-language': language } });
      return response.text();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await next.close();
    },
  };
}

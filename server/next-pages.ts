/**
 * Serves pages by Next, which starts with the first request that neither an endpoint nor a file takes (docs/performance.md, "What
 * makes it fast"). In development Vite serves the pages that are files.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createStaticAssets, type StaticAssets } from './static-assets';
import { createStaticPages, type StaticPages } from './static-pages';

/** Serves requests that no endpoint takes. */
export interface Pages {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** The pages that are files; null: Next renders all. */
  files: StaticPages | null;
  assets: StaticAssets;
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  isDevelopment: boolean;
  close(): Promise<void>;
}

/** @param rootDir the project's folder, with the build of the pages */
export async function createPages(isDevelopment: boolean, rootDir: string, port: number): Promise<Pages> {
  let started: ReturnType<typeof startNext> | undefined;
  /** Starts Next once for all simultaneous requests; after a failed start the next request tries again. */
  const app = () =>
    (started ??= startNext(isDevelopment, rootDir, port).catch((error) => {
      started = undefined;
      throw error;
    }));
  const handle: Pages['handle'] = async (incoming, outgoing) => (await app()).handle(incoming, outgoing);
  const close = async () => (await started)?.close();
  if (!isDevelopment) {
    const folders = { '/_next/static/': join(rootDir, '.next/static'), '/assets/': join(rootDir, 'dist/pages/assets') };
    return { isDevelopment, handle, close, files: createStaticPages(rootDir), assets: createStaticAssets(folders) };
  }
  // The import is dynamic because production doesn't have Vite.
  const { files, assets, closeVite } = await (await import('./development-pages')).createDevelopmentPages(rootDir);
  const upgrade: Pages['upgrade'] = async (incoming, socket, head) => (await app()).upgrade(incoming, socket, head);
  return { isDevelopment, handle, close: () => closeVite().then(close), files, assets, upgrade };
}

async function startNext(isDevelopment: boolean, rootDir: string, port: number) {
  const { default: next } = await import('next');
  // Next listens for upgrades on an unused server; ours handles them.
  const app = next({ dev: isDevelopment, dir: rootDir, hostname: 'localhost', port, customServer: true, httpServer: createServer() });
  const { log: print } = console;
  // Next prints text about its start; our log is JSON lines.
  if (!isDevelopment) console.log = () => undefined;
  try {
    await app.prepare();
  } finally {
    console.log = print;
  }
  return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
}

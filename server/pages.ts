/**
 * Serves pages by Next, which starts with the first request that no endpoint takes (docs/performance.md, "What makes it fast").
 * In development Next starts at once, because it compiles.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createStaticPages, type StaticPages } from './static-pages';

/** Serves requests that no endpoint takes. */
export interface Pages {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** The pages that are files; null in development, where Next renders all. */
  files: StaticPages | null;
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  isDevelopment: boolean;
}

interface PagesOptions {
  isDevelopment: boolean;
  /** The project's folder, with the build of the pages. */
  rootDir: string;
  port: number;
}

/**
 * Gives Next the configuration that its build holds, as Next's standalone server does. To read next.config.ts it would load a
 * compiler, which production doesn't have.
 */
async function configureFromBuild(rootDir: string): Promise<void> {
  const { config } = JSON.parse(await readFile(join(rootDir, '.next/required-server-files.json'), 'utf8')) as { config: unknown };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

export async function createPages({ isDevelopment, rootDir, port }: PagesOptions): Promise<Pages & { close(): Promise<void> }> {
  let started: ReturnType<typeof start> | undefined;

  async function start() {
    if (!isDevelopment) await configureFromBuild(rootDir);
    const { default: next } = await import('next');
    const app = next({
      dev: isDevelopment,
      dir: rootDir,
      hostname: 'localhost',
      port,
      customServer: true,
      // Next listens for upgrades on this unused server; ours handles them.
      httpServer: createServer(),
    });
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

  /** Starts Next once for all simultaneous requests; after a failed start the next request tries again. */
  function app(): ReturnType<typeof start> {
    if (started === undefined) {
      started = start();
      started.catch(() => {
        started = undefined;
      });
    }
    return started;
  }

  if (isDevelopment) await app();
  return {
    isDevelopment,
    files: isDevelopment ? null : createStaticPages(rootDir),
    handle: async (incoming, outgoing) => (await app()).handle(incoming, outgoing),
    ...(isDevelopment ? { upgrade: async (incoming, socket, head) => (await app()).upgrade(incoming, socket, head) } : {}),
    close: async () => (await started)?.close(),
  };
}

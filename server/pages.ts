/**
 * The pages: Next, started by the first request that no endpoint takes.
 *
 * Loading Next is most of what a web process needs to start, in time and memory, and many processes never serve a page:
 * an API's, a health check's, one started for a moment. In development Next starts at once, since it compiles.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Serves what isn't in the route table. */
export interface Pages {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  isDevelopment: boolean;
}

export interface NextPages extends Pages {
  close(): Promise<void>;
}

interface PagesOptions {
  isDevelopment: boolean;
  /** The project's folder, with the build of the pages. */
  rootDir: string;
  port: number;
}

export async function createPages({ isDevelopment, rootDir, port }: PagesOptions): Promise<NextPages> {
  let started: ReturnType<typeof start> | undefined;

  async function start() {
    const { default: next } = await import('next');
    const app = next({
      dev: isDevelopment,
      dir: rootDir,
      hostname: 'localhost',
      port,
      customServer: true,
      // Where Next listens for upgrades: on a server that gets none. Ours decides what becomes of them.
      httpServer: createServer(),
    });
    const { log: print } = console;
    // Next says in words for people how it started; what we log is JSON, line by line.
    if (!isDevelopment) console.log = () => undefined;
    try {
      await app.prepare();
    } finally {
      console.log = print;
    }
    return { handle: app.getRequestHandler(), upgrade: app.getUpgradeHandler(), close: () => app.close() };
  }

  /** However many ask at once, there is one; a start that failed is tried again by the next request. */
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
    handle: async (incoming, outgoing) => (await app()).handle(incoming, outgoing),
    ...(isDevelopment ? { upgrade: async (incoming, socket, head) => (await app()).upgrade(incoming, socket, head) } : {}),
    close: async () => (await started)?.close(),
  };
}

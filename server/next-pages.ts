/**
 * Serves pages by Next, which starts with the first request that no endpoint takes (docs/performance.md, "What makes it fast").
 * In development Next starts at once, because it compiles, and requests for its pages wait.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type NextOptions, startNext } from './start-next';
import { createStaticPages, type StaticPages } from './static-pages';

/** Serves requests that no endpoint takes. */
export interface Pages {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
  /** The pages that are files; null: Next renders all. */
  files: StaticPages | null;
  /** Responds to a request for a module, in development. @returns false for other requests */
  serveModule?(incoming: IncomingMessage, outgoing: ServerResponse): boolean;
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  isDevelopment: boolean;
}

export async function createPages(options: NextOptions): Promise<Pages & { close(): Promise<void> }> {
  const { isDevelopment, rootDir } = options;
  let started: ReturnType<typeof startNext> | undefined;

  /** Starts Next once for all simultaneous requests; after a failed start the next request tries again. */
  function app(): ReturnType<typeof startNext> {
    if (started === undefined) {
      started = startNext(options);
      started.catch(() => {
        started = undefined;
      });
    }
    return started;
  }

  // The import is dynamic because production doesn't have Vite.
  const development = isDevelopment ? await import('./development-pages').then((module) => module.createDevelopmentPages(rootDir)) : null;
  // Meanwhile Vite serves the pages that are files.
  if (isDevelopment) void app();
  return {
    isDevelopment,
    files: development?.files ?? createStaticPages(rootDir),
    ...(development ? { serveModule: development.serveModule } : {}),
    handle: async (incoming, outgoing) => (await app()).handle(incoming, outgoing),
    ...(isDevelopment ? { upgrade: async (incoming, socket, head) => (await app()).upgrade(incoming, socket, head) } : {}),
    close: async () => {
      await development?.close();
      await (await started)?.close();
    },
  };
}

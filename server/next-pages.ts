/**
 * Serves pages by Next, which starts with the first request that neither an endpoint nor a file takes (docs/performance.md, "What
 * makes it fast"). In development Vite serves the pages that are files.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
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

interface NextOptions {
  isDevelopment: boolean;
  /** The project's folder, with the build of the pages. */
  rootDir: string;
  port: number;
}

export async function createPages(options: NextOptions): Promise<Pages & { close(): Promise<void> }> {
  const { isDevelopment, rootDir } = options;
  let started: ReturnType<typeof startNext> | undefined;

  /** Starts Next once for all simultaneous requests; after a failed start the next request tries again. */
  const app = () =>
    (started ??= startNext(options).catch((error) => {
      started = undefined;
      throw error;
    }));

  // The import is dynamic because production doesn't have Vite.
  const development = isDevelopment ? await import('./development-pages').then((module) => module.createDevelopmentPages(rootDir)) : null;
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

async function startNext({ isDevelopment, rootDir, port }: NextOptions) {
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

/** Starts Next, as its own server does, for our server and for the build's pages that are files. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

export interface NextOptions {
  isDevelopment: boolean;
  /** The project's folder, with the build of the pages. */
  rootDir: string;
  port: number;
}

export async function startNext({ isDevelopment, rootDir, port }: NextOptions) {
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

/**
 * Gives Next the configuration that its build holds, as Next's standalone server does. To read next.config.ts it would load a
 * compiler, which production doesn't have.
 */
async function configureFromBuild(rootDir: string): Promise<void> {
  const { config } = JSON.parse(await readFile(join(rootDir, '.next/required-server-files.json'), 'utf8')) as { config: unknown };
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}

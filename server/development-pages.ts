/**
 * Serves the pages that are files in development: Vite compiles what is asked for, and the browser reloads what has changed.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { pageLanguage } from '#lib/locales/page-language.rules';
import { addressOf, basePath, withBasePath } from '#lib/site/address.rules';
import type { StaticAssets } from './static-assets';
import type { StaticPages } from './static-pages';

/** The addresses of modules, as Vite gives them. */
const MODULE = /^\/(?:@|(?:app|components|lib|node_modules|static-pages)\/)/;
/** The policy allows what Vite does: it puts styles into the document, and asks over a socket what has changed. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'";

interface Documents {
  renderDocument(name: string, language: string, elements: string): string;
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export async function createDevelopmentPages(rootDir: string) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    root: rootDir,
    configFile: join(rootDir, 'vite.config.mjs'),
    configLoader: 'native',
    base: `${basePath()}/`,
    appType: 'custom',
    logLevel: 'error',
    define: { 'process.env.BASE_PATH': JSON.stringify(basePath()), 'process.env.BUILT_BY_NEXT': '""' },
    optimizeDeps: { entries: ['static-pages/entries/*.ts'] },
    server: {
      warmup: { clientFiles: ['static-pages/entries/new.ts'] },
      middlewareMode: true,
      // Next has the upgrades of our own socket.
      ws: { host: '127.0.0.1', port: await freePort() },
      watch: { ignored: [join(rootDir, 'dist/**'), join(rootDir, '.next/**'), join(rootDir, 'data/**')] },
    },
  });

  const load = async () => (await vite.ssrLoadModule('/static-pages/documents.tsx')) as unknown as Documents;
  // Nobody waits for it yet; whoever asks for a page hears of a failure.
  void load().catch(() => undefined);

  const files: StaticPages = {
    isRendered: () => true,
    async read(name) {
      const { renderDocument } = await load();
      const early = `/components/${name === 'view' ? 'paste/link' : 'shell'}/early-script.ts` as const;
      const programs = (['/@vite/client', early, `/static-pages/entries/${name}.ts`] as const).map(addressOf);
      const elements = programs.map((address) => `<script type="module" src="${address}"></script>`).join('');
      const headers = { 'Content-Security-Policy': POLICY, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
      return { status: name.startsWith('missing') ? 404 : 200, headers, body: renderDocument(name, pageLanguage(), elements) };
    },
  };
  const assets: StaticAssets = (incoming, outgoing) => {
    if (!MODULE.test(incoming.url ?? '')) return false;
    incoming.url = withBasePath(incoming.url ?? '');
    vite.middlewares(incoming, outgoing, () => outgoing.writeHead(404).end());
    return true;
  };
  return { files, assets, closeVite: () => vite.close() };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { routes } from 'virtual:routes';
import next from 'next';
import { listen } from '#lib/process/listen';
import { runProcess } from '#lib/process/run-process';
import { composeServices } from '#lib/services/compose';
import { provideServices } from '#lib/services/services';
import { createStaticAssets } from './static-assets';
import { createWebServer, type Pages } from './web-server';

await runProcess(async () => {
  const services = await composeServices('web');
  const { config, db, log } = services;
  provideServices(Promise.resolve(services));

  const isDevelopment = config.NODE_ENV === 'development';
  const app = next({
    dev: isDevelopment,
    dir: config.rootDir,
    hostname: 'localhost',
    port: config.PORT,
    customServer: true,
    // Where Next listens for upgrades: on a server that gets none. Ours decides what becomes of them.
    httpServer: createServer(),
  });
  const { log: print } = console;
  // Next says in words for people how it started; what we log is JSON, line by line.
  if (!isDevelopment) console.log = () => undefined;
  await app.prepare();
  console.log = print;
  const pages: Pages = { handle: app.getRequestHandler(), isDevelopment, ...(isDevelopment ? { upgrade: app.getUpgradeHandler() } : {}) };
  const staticAssets = isDevelopment ? () => false : createStaticAssets(join(config.rootDir, '.next/static'));
  const { server, stop } = createWebServer(services, routes, pages, staticAssets);

  await listen(server, config.HOST, config.PORT, 'PORT');
  log.info({ port: (server.address() as AddressInfo).port, baseUrl: config.BASE_URL, engine: db.engine }, 'web is listening');

  return async () => {
    log.info('web is stopping');
    await stop();
    await app.close();
    await services.close();
  };
});

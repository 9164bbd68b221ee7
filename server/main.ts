import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildWeb } from '#lib/composition/build-web';
import { runProcess } from '#lib/composition/run-process';
import { provideServices } from '#lib/composition/services';
import { endpoints } from '#lib/forms/endpoints';
import { listen } from '#lib/http/listen';
import { openFilesLimit, openFilesProblem } from '#lib/http/open-files';
import { createVitalsWatch, WATCH_INTERVAL_MS } from '#lib/operations/metrics/vitals-watch';
import { startLoop } from '../worker/loop';
import { createPages } from './pages';
import { createStaticAssets } from './static-assets';
import { createWebServer } from './web-server';

await runProcess(async () => {
  const services = await buildWeb();
  const { config, db, log, measure, version } = services;
  provideServices(async () => services);

  const isDevelopment = config.NODE_ENV === 'development';
  const pages = await createPages({ isDevelopment, rootDir: config.rootDir, port: config.PORT });
  const staticAssets = isDevelopment ? () => false : createStaticAssets(join(config.rootDir, '.next/static'));
  const { server, stop } = createWebServer(services, endpoints, pages, staticAssets);

  await listen(server, config.HOST, config.PORT, 'PORT');
  const { port } = server.address() as AddressInfo;
  log.info({ port, baseUrl: config.BASE_URL, engine: db.engine, version }, 'web is listening');

  const tooFewFiles = openFilesProblem(config.HTTP_MAX_CONNECTIONS, openFilesLimit());
  if (tooFewFiles !== null) log.warn(tooFewFiles);

  const watch = createVitalsWatch(services);
  const stopWatch = startLoop({
    name: 'vitals',
    intervalMs: WATCH_INTERVAL_MS,
    runOnce: async () => void (await watch().then(measure)),
    log,
  });

  return async () => {
    log.info('web is stopping');
    await stop();
    await stopWatch();
    await pages.close();
    await services.close();
  };
});

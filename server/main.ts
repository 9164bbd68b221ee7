import { endpoints } from '#lib/api/routes';
import { buildWeb } from '#lib/composition/build-web';
import { placeOfWeb } from '#lib/composition/places';
import { runProcess } from '#lib/composition/run-process';
import { provideServices } from '#lib/composition/services';
import { portOf } from '#lib/config/config';
import { BEAT_INTERVAL_MS, createHeartbeat } from '#lib/db/heartbeat';
import { MINUTE_MS } from '#lib/encoding/time.rules';
import { listen } from '#lib/http/listen';
import { loadLanguages } from '#lib/locales/messages';
import { createWorkerWatch, WATCH_INTERVAL_MS } from '#lib/operations/metrics/vitals';
import { startLoop } from '../worker/loop';
import { createPages } from './next-pages';
import { createWebServer } from './web-server';

await runProcess(async () => {
  const services = await buildWeb();
  await loadLanguages(services.site.languages.languages);
  const { config, db, log, version } = services;
  const heartbeat = createHeartbeat(db, 'web');
  await heartbeat.beat();
  provideServices(async () => services);

  const pages = await createPages(config.NODE_ENV === 'development', config.rootDir, portOf(config) ?? 0);
  const { server, stop } = createWebServer(services, endpoints, pages);

  await listen(server, placeOfWeb(config));
  const address = server.address();
  // A string is the path of a unix socket; a unix socket that was inherited has no address.
  log.info(
    {
      ...(typeof address === 'object' ? { port: address?.port } : { path: address }),
      baseUrl: config.BASE_URL,
      engine: db.engine,
      version,
    },
    'web is listening',
  );

  const stopHeartbeat = startLoop({ name: 'heartbeat', intervalMs: BEAT_INTERVAL_MS, runOnce: heartbeat.beat, log });
  const stopWatch = startLoop({ name: 'vitals', intervalMs: WATCH_INTERVAL_MS, runOnce: createWorkerWatch(db, log), log });

  const { checkWorker } = services;
  const stopAlarm = checkWorker && startLoop({ name: 'worker-alarm', intervalMs: MINUTE_MS, runOnce: checkWorker, log });

  return async () => {
    log.info('web is stopping');
    await stop();
    await Promise.all([stopWatch(), stopHeartbeat(), stopAlarm?.()]);
    await pages.close();
    await heartbeat.end();
    await services.close();
  };
});

/** The web process; with WEB_PROCESSES the primary or a member. Each loads only the modules that it runs. */
import cluster from 'node:cluster';
import { runProcess } from '#lib/composition/run-process';
import { loadConfig } from '#lib/config/config';

await runProcess(async () => {
  const config = loadConfig();
  if (cluster.isWorker) {
    const [{ joinProcesses }, { startWeb }] = await Promise.all([import('./processes/member'), import('./start-web')]);
    return startWeb(config, joinProcesses());
  }
  // One process is enough in development: it compiles the pages.
  if (config.WEB_PROCESSES > 1 && config.NODE_ENV !== 'development') {
    const { startWebProcesses } = await import('./processes/primary');
    return startWebProcesses(config);
  }
  return (await import('./start-web')).startWeb(config, null);
});

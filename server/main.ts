/** The web process; with WEB_PROCESSES what starts several, or one of those. Each loads only what it runs. */
import cluster from 'node:cluster';
import { runProcess } from '#lib/composition/run-process';
import { loadConfig } from '#lib/config/config';

await runProcess(async () => {
  const config = loadConfig();
  if (cluster.isWorker) {
    const [{ joinProcesses }, { startWeb }] = await Promise.all([import('./processes/member'), import('./start-web')]);
    return startWeb(config, joinProcesses());
  }
  // In development pages are compiled, which is for one to do.
  if (config.WEB_PROCESSES > 1 && config.NODE_ENV !== 'development') {
    const { startWebProcesses } = await import('./processes/primary');
    return startWebProcesses(config);
  }
  return (await import('./start-web')).startWeb(config, null);
});

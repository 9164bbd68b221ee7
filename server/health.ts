/** Exits with 0 when this container's process responds: a health check for an image without curl. */
import { get } from 'node:http';

const { PORT, METRICS_PORT } = process.env;
const isWorker = process.argv[2] === 'worker';
const port = isWorker ? METRICS_PORT : PORT || '3000';
const place = port?.startsWith('/') ? { socketPath: port } : { host: '127.0.0.1', port };
const end = (isWell: boolean) => process.exit(isWell ? 0 : 1);

get({ ...place, path: '/readyz', timeout: 4_000 }, ({ statusCode }) => end(statusCode === 200))
  .on('timeout', () => end(false))
  .on('error', () => end(false));

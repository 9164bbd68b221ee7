/** Exits with 0 when this container's process responds: a health check for an image without curl. */
const { PORT, METRICS_PORT } = process.env;
const argument = process.argv[2];
const port = argument === 'worker' ? METRICS_PORT : PORT || '3000';
const path = argument === 'worker' ? '/healthz' : '/readyz';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(4_000) });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}

export {};

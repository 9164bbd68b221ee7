/** The responses of the worker's only port. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Readiness } from '#lib/http/readiness';
import { createMetrics } from '#lib/operations/metrics/metrics';
import { type MetricsServer, startMetricsServer } from './metrics-server';

const TOKEN = 'a-token-that-only-this-test-has';

async function ask(server: MetricsServer, path: string, init: RequestInit = {}) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() };
}
const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

describe("the worker's metrics server", () => {
  const metrics = createMetrics(true);
  let server: MetricsServer;
  let readiness: Readiness = { status: 'ok', db: 'connected' };

  beforeAll(async () => {
    metrics.loopRun('cleanup', true);
    server = await startMetricsServer({ host: '127.0.0.1', port: 0, token: TOKEN }, metrics, async () => readiness);
  });
  afterAll(() => server?.stop());

  it('responds to health checks without a token', async () => {
    expect(await ask(server, '/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' });
    expect(await ask(server, '/healthz', { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  it('is ready while the worker can use its database, and else says why', async () => {
    expect(await ask(server, '/readyz')).toMatchObject({ status: 200, body: '{"status":"ok","db":"connected"}' });
    readiness = { status: 'error', db: 'connected', reason: 'another schema' };
    expect(await ask(server, '/readyz')).toMatchObject({ status: 503, body: JSON.stringify(readiness) });
  });

  it('returns metrics for the token', async () => {
    const { status, type, body } = await ask(server, '/metrics', withToken(TOKEN));
    expect([status, type]).toEqual([200, metrics.contentType]);
    expect(body).toContain('sealpaste_loop_runs_total{loop="cleanup",outcome="ok"} 1');
  });

  it.each([
    ['without a token', {}],
    ['with another token', withToken(`${TOKEN}x`)],
    ['with part of it', withToken(TOKEN.slice(0, -1))],
    ['with another scheme', { headers: { Authorization: `Basic ${TOKEN}` } }],
  ])('shows none %s', async (_, init) => {
    const { status, body } = await ask(server, '/metrics', init);
    expect([status, body]).toEqual([401, '{"error":"Unauthorized","code":"unauthorized"}']);
  });

  it('refuses other paths and methods', async () => {
    for (const path of ['/', '/metrics/', '/metrics?x', '/healthz/x']) {
      expect((await ask(server, path, withToken(TOKEN))).status).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask(server, '/metrics', { method, ...withToken(TOKEN) })).status).toBe(405);
    }
  });

  it('hides the cause when metrics fail', async () => {
    const failing = { ...metrics, render: () => Promise.reject(new Error('secret')) };
    const other = await startMetricsServer({ host: '127.0.0.1', port: 0, token: TOKEN }, failing, async () => ({
      status: 'ok',
      db: 'connected',
    }));
    try {
      const { status, body } = await ask(other, '/metrics', withToken(TOKEN));
      expect([status, body]).toEqual([500, '{"error":"Internal Server Error","code":"internal_error"}']);
    } finally {
      await other.stop();
    }
  });

  it('has no metrics without a configured token', async () => {
    const other = await startMetricsServer({ host: '127.0.0.1', port: 0, token: undefined }, metrics, async () => ({
      status: 'ok',
      db: 'connected',
    }));
    try {
      for (const init of [{}, withToken(''), withToken('undefined')]) expect((await ask(other, '/metrics', init)).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});

/** The endpoints that orchestrators and Prometheus call. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { provideServices } from '../composition/services';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { beat } from '../db/heartbeat';
import { setRequestContext } from '../http/context';
import { SEEN_HEADER } from '../http/headers';
import { doctorToken } from '../vault/vault';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const alive = at('/healthz');
const ready = at('/readyz');
const metrics = at('/metrics');

const METRICS_TOKEN = 'a-token-of-the-operator';

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({ METRICS_TOKEN });
});
beforeEach(() => {
  services.lines.length = 0;
  provideServices(async () => services);
});
afterAll(() => services.end());

describe('readiness', () => {
  it('readiness is 200 while the database responds', async () => {
    expect(await send(ready)).toMatchObject({ status: 200, body: { status: 'ok', db: 'connected' } });
    expect(await send(ready, { method: 'HEAD' })).toMatchObject({ status: 200 });
  });

  it('readiness is 503 once the process stops, without a log line', async () => {
    provideServices(async () => ({ ...services, stopping: true }));
    expect(await send(ready)).toMatchObject({ status: 503, body: { status: 'error', db: 'disconnected' } });
    expect(services.lines).toEqual([]);
  });

  it('deep readiness is 503 while no worker runs, and counts the workers', async () => {
    const deep = () => send(ready, { path: '/readyz?deep' });
    expect(await deep()).toMatchObject({ status: 503, body: { status: 'error', db: 'connected', workers: 0 } });
    // A load balancer asks without.
    expect((await send(ready)).status).toBe(200);
    await beat(services.db, 'worker', 'a');
    expect(await deep()).toMatchObject({ status: 200, body: { status: 'ok', db: 'connected', workers: 1 } });
  });

  it('readiness is 503 when the database does not respond, the cause in the log', async () => {
    const failure = new Error('a secret of the database');
    const db = { ...services.db, ping: () => Promise.reject(failure) };
    provideServices(async () => ({ ...services, db }));
    const answer = await send(ready);
    expect(answer).toMatchObject({ status: 503, body: { status: 'error', db: 'disconnected' } });
    expect(answer.text).not.toContain('secret');
    expect(services.lines).toEqual([{ level: 'warn', fields: { err: failure }, message: 'not ready' }]);
  });

  it('readiness is 503 within two seconds when the database says nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const ping = vi.fn(() => new Promise<void>(() => undefined));
      const db = { ...services.db, ping };
      provideServices(async () => ({ ...services, db }));
      const answer = send(ready);
      await vi.waitFor(() => expect(ping).toHaveBeenCalled());
      vi.advanceTimersByTime(2_000);
      expect(await answer).toMatchObject({ status: 503, body: { status: 'error', db: 'disconnected' } });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('liveness', () => {
  it('liveness tells the client that it saw to the doctor, and to nobody else', async () => {
    const seen = async (authorization?: string) => {
      const request = new Request('http://localhost/healthz');
      const incoming = { headers: { authorization, 'x-forwarded-for': '203.0.113.213, ü' } } as never;
      setRequestContext(request, { requestId: 'one', clientAddress: '198.51.100.7', incoming });
      const response = await alive.respond(request, {}, services);
      expect(await response.json()).toEqual({ status: 'ok' });
      const told = response.headers.get(SEEN_HEADER);
      return told === null ? null : JSON.parse(decodeURIComponent(told));
    };
    const token = doctorToken(services.keyring);
    expect(await seen(`Bearer ${token}`)).toEqual({ clientAddress: '198.51.100.7', forwardedFor: '203.0.113.213, ü' });
    for (const other of [undefined, '', token, `Bearer ${token}x`, 'Bearer x']) expect(await seen(other)).toBeNull();
  });

  it('liveness is 200 whatever the database does: a restart would mend nothing else', async () => {
    const db = { ...services.db, ping: () => Promise.reject(new Error('gone')) };
    provideServices(async () => ({ ...services, db, stopping: true }));
    expect(await send(alive)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await send(alive, { method: 'HEAD' })).toMatchObject({ status: 200 });
  });
});

describe('metrics', () => {
  it('metrics are for whoever shows the token', async () => {
    const { status, text, headers } = await send(metrics, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(text).toContain('process_cpu_seconds_total');
  });

  it.each(['', 'Bearer wrong', METRICS_TOKEN, `Basic ${METRICS_TOKEN}`])('metrics are refused to %j', async (authorization) => {
    const answer = await send(metrics, { headers: { Authorization: authorization } });
    expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
  });

  it('metrics are not there where no token is configured', async () => {
    const { METRICS_TOKEN: _, ...config } = services.config;
    provideServices(async () => ({ ...services, config: { ...config, METRICS_TOKEN: undefined } }));
    expect((await send(metrics, { headers: { Authorization: 'Bearer undefined' } })).status).toBe(404);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseTrustedProxies, type TrustedProxies } from '#lib/http/trusted-proxies';
import { type Collector, startCollector } from '#lib/tracing/testing/collector';
import { currentTraceparent } from '#lib/tracing/trace-context';
import { createTracing, type Tracing } from '#lib/tracing/tracing';
import { get, openConnection, responseTo, startWebServer, stopWebServers } from './testing/test-web-server';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENT = `traceparent: 00-${TRACE}-00f067aa0ba902b7-01\r\n`;

let collector: Collector;
let tracing: Tracing;
beforeEach(async () => {
  collector = await startCollector();
  tracing = createTracing({ endpoint: collector.url, headers: {}, resource: {}, share: 1, delayMs: 1, onChange: () => undefined });
});
afterEach(async () => {
  await stopWebServers();
  await collector.stop();
  await tracing.close();
});

it('a request is a span with its route and no word of its own', async () => {
  const { url, lines } = await startWebServer({ tracing });
  await responseTo(url, get('/healthz'));
  const response = await responseTo(url, get('/raw/canary?canary=canary', `${SENT}Cookie: canary\r\nUser-Agent: canary\r\n`));
  await responseTo(url, get('/canary'));
  await vi.waitFor(() => expect(collector.spans()).toHaveLength(2));
  const [raw, page] = collector.spans();
  expect(raw).toMatchObject({ name: 'GET /raw/:publicId', traceId: TRACE, parentSpanId: '00f067aa0ba902b7', kind: 2, failed: false });
  expect(raw?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/raw/:publicId',
    'http.response.status_code': 200,
    'sealpaste.request_id': response.headers.get('x-request-id'),
  });
  expect(page).toMatchObject({ name: 'GET page' });
  expect(page).not.toHaveProperty('parentSpanId');
  expect(lines.map(({ traceId }) => traceId)).toEqual([undefined, raw?.traceId, page?.traceId]);
  expect(collector.bodies.join()).not.toContain('canary');
});

it('files of the build are no spans, and a client that left is a failed one', async () => {
  const { url, reached } = await startWebServer({ tracing, hold: new Promise(() => undefined) });
  await responseTo(url, get('/_next/static/x.js'));
  const other = await openConnection(url);
  other.socket.write(get('/api/v1/pastes'));
  await vi.waitFor(() => expect(reached).toContain('GET /api/v1/pastes'));
  other.socket.destroy();
  await vi.waitFor(() => expect(collector.spans()).toMatchObject([{ name: 'GET /api/v1/pastes', failed: true }]));
});

it.each([true, false])('a handler runs in the trace of its request (spans are sent: %s)', async (isSending) => {
  let seen: string | null = null;
  const handle = async (_: unknown, outgoing: { end(text: string): void }) => {
    await new Promise((resolve) => setImmediate(resolve));
    seen = currentTraceparent();
    outgoing.end('page');
  };
  const { url } = await startWebServer({ pages: { handle }, ...(isSending ? { tracing } : {}) });
  await responseTo(url, get('/x', SENT));
  expect(seen).toMatch(isSending ? new RegExp(`^00-${TRACE}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`) : `00-${TRACE}-00f067aa0ba902b7-01`);
  await responseTo(url, get('/x'));
  if (!isSending) expect(seen).toBeNull();
});

it('a dead collector holds up no request', async () => {
  collector.respondWith(null);
  const { url } = await startWebServer({ tracing, config: { TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies } });
  await responseTo(url, get('/api/v1/pastes', SENT));
  await vi.waitFor(() => expect(collector.bodies).toHaveLength(1));
  for (let round = 0; round < 20; round++) expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(200);
  await collector.stop();
  expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(200);
  collector = await startCollector();
});

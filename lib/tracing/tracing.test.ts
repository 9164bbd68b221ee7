import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Collector, startCollector } from './testing/collector';
import { currentTrace, inTrace, parseTraceparent } from './trace-context';
import { createTracing, type Tracing, type TracingOptions } from './tracing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const sent = (flags: string, traceId = TRACE) => parseTraceparent(`00-${traceId}-${SPAN}-${flags}`) ?? undefined;

describe('spans', () => {
  let collector: Collector;
  let open: Tracing[];
  let changes: (string | null)[];

  beforeEach(async () => {
    collector = await startCollector();
    open = [];
    changes = [];
  });
  afterEach(async () => {
    collector.respondWith(200);
    await collector.stop();
    await Promise.all(open.map((tracing) => tracing.close()));
  });

  function trace(options: Partial<TracingOptions> = {}): Tracing {
    const resource = { 'service.name': 'sealpaste-web' };
    const onChange = (reason: string | null) => changes.push(reason);
    const tracing = createTracing({ endpoint: collector.url, headers: {}, resource, share: 1, delayMs: 1, onChange, ...options });
    open.push(tracing);
    return tracing;
  }
  const spans = (count: number) =>
    vi.waitFor(() => {
      expect(collector.spans()).toHaveLength(count);
      return collector.spans();
    });
  const request = (tracing: Tracing) => tracing.beginRequest('GET', undefined, false).end('GET page', {}, false);

  it('a request, its query and the trace of its proxy are one trace at the collector', async () => {
    const tracing = trace({ headers: { authorization: 'Bearer one' } });
    const span = tracing.beginRequest('POST', sent('01'), true);
    await inTrace(span.context, () => tracing.call('INSERT pastes', { 'db.system.name': 'sqlite' }, async () => undefined));
    span.end('POST /api/v1/pastes', { 'http.response.status_code': 201 }, false);
    const [query, whole] = await spans(2);
    expect(query).toMatchObject({ traceId: TRACE, parentSpanId: whole?.spanId, name: 'INSERT pastes', kind: 3, failed: false });
    expect(query?.attributes).toEqual({ 'db.system.name': 'sqlite' });
    expect(whole).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: 'POST /api/v1/pastes', kind: 2, service: 'sealpaste-web' });
    expect(whole?.attributes).toEqual({ 'http.response.status_code': 201 });
    expect(collector.headers[0]?.authorization).toBe('Bearer one');
  });

  it('a call that fails is marked, without its error, which reaches the caller', async () => {
    const tracing = trace();
    const failed = tracing.loop('cleanup', () => tracing.call('DELETE pastes', {}, () => Promise.reject(new Error('canary'))));
    await expect(failed).rejects.toThrow('canary');
    const [call, loop] = await spans(2);
    expect([call, loop]).toMatchObject([{ failed: true }, { failed: true, name: 'loop cleanup' }]);
    expect(call?.parentSpanId).toBe(loop?.spanId);
    expect(loop).not.toHaveProperty('parentSpanId');
    expect(collector.bodies.join()).not.toContain('canary');
  });

  it('a call outside of a trace is made without a span', async () => {
    const tracing = trace();
    expect(await tracing.call('SELECT leases', {}, async () => currentTrace())).toBeUndefined();
    request(tracing);
    expect(await spans(1)).toMatchObject([{ name: 'GET page' }]);
  });

  it('a proxy decides what is sampled, a stranger only which trace goes on', async () => {
    const [all, none] = [trace(), trace({ share: 0 })];
    all.beginRequest('GET', sent('00'), true).end('of a proxy that samples nothing', {}, false);
    all.beginRequest('GET', sent('00'), false).end('of a stranger', {}, false);
    none.beginRequest('GET', sent('01'), true).end('of a proxy that samples it', {}, false);
    none.beginRequest('GET', sent('01'), false).end('of a stranger who wants it sampled', {}, false);
    none.beginRequest('GET', undefined, false).end('of a client without a trace', {}, false);
    expect((await spans(2)).map(({ name }) => name).sort()).toEqual(['of a proxy that samples it', 'of a stranger']);
    expect(collector.spans().map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  });

  it('a share of the traces is sampled, the same in each process', () => {
    const half = trace({ share: 0.5 });
    const sampled = Array.from({ length: 400 }, (_, index) => index.toString(16).padStart(3, '0').repeat(11).slice(0, 32))
      .map((traceId) => half.beginRequest('GET', sent('00', traceId.replace(/^0+$/, 'a'.repeat(32))), false).context.traceFlags)
      .filter((flags) => flags === 1).length;
    expect(sampled).toBeGreaterThan(100);
    expect(sampled).toBeLessThan(300);
  });

  it('a bounded number of spans waits for a silent collector, and nothing else', async () => {
    collector.respondWith(null);
    const tracing = trace();
    for (let round = 0; round < 5_000; round++) request(tracing);
    await vi.waitFor(() => expect(collector.bodies).toHaveLength(1));
    collector.respondWith(200);
    await tracing.close();
    expect(collector.spans()).toHaveLength(2_048 + 512);
    expect(changes).toEqual([]);
  });

  it('a collector that is away is reported once, and once when it is back', async () => {
    const tracing = trace();
    for (const [status, seen] of [
      [503, 1],
      [500, 2],
      [200, 3],
      [200, 4],
    ] as const) {
      collector.respondWith(status);
      request(tracing);
      await vi.waitFor(() => expect(collector.bodies).toHaveLength(seen));
    }
    await vi.waitFor(() => expect(changes).toEqual(['status 503', null]));
  });

  it('closing sends what waits', async () => {
    const tracing = trace({ delayMs: 60_000 });
    request(tracing);
    await tracing.close();
    expect(collector.spans()).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { createMetrics, summedMetrics } from '#lib/operations/metrics/metrics';
import { createMetricsGathering } from './gather-metrics';

/** Short, because a process that is silent in a test stays silent. */
const WAIT_MS = 1;

function startProcesses() {
  const gathering = createMetricsGathering(WAIT_MS);
  const start = (bans: number) => {
    const metrics = createMetrics(true);
    metrics.gauge('sealpaste_bans', 'Networks that are banned')(new Map([['', bans]]));
    const state = { responds: true };
    const source = gathering.add((id) => {
      if (state.responds) void metrics.snapshot().then((own) => source.told(id, own));
    });
    return { metrics, state, end: source.end };
  };
  /** Values of our own metrics, by name and labels. */
  async function read() {
    const text = await summedMetrics(createMetrics(true), gathering.gather).render();
    const value = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1]);
    return {
      requests: value('sealpaste_http_requests_total'),
      durations: value('sealpaste_http_request_duration_seconds_count'),
      bans: value('sealpaste_bans'),
    };
  }
  return { start, read };
}

describe('metrics of several processes', () => {
  it('add up what each counts, and tell once what all see', async () => {
    const { start, read } = startProcesses();
    for (const requests of [2, 3]) {
      const { metrics } = start(7);
      for (let index = 0; index < requests; index++) metrics.request('GET', '/x', 200, 0.01);
    }
    expect(await read()).toEqual({ requests: 5, durations: 5, bans: 7 });
  });

  it('keep what a process had counted when it ends, so that no sum falls', async () => {
    const { start, read } = startProcesses();
    const [ending, staying] = [start(9), start(4)];
    ending.metrics.request('GET', '/x', 200, 0.01);
    staying.metrics.request('GET', '/x', 200, 0.01);
    expect(await read()).toEqual({ requests: 2, durations: 2, bans: 9 });
    ending.end();
    expect(await read()).toEqual({ requests: 2, durations: 2, bans: 4 });
    start(4).metrics.request('GET', '/x', 200, 0.01);
    expect(await read()).toEqual({ requests: 3, durations: 3, bans: 4 });
  });

  it('have what a process last told when it does not respond', async () => {
    const { start, read } = startProcesses();
    const { metrics, state } = start(1);
    metrics.request('GET', '/x', 200, 0.01);
    expect((await read()).requests).toBe(1);
    state.responds = false;
    expect((await read()).requests).toBe(1);
  });
});

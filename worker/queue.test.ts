/** Tests that what waits in a queue goes on with the trace of the request that caused it. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ProcessServices } from '#lib/composition/build-services';
import { silentLogger } from '#lib/testing/loggers';
import { engines } from '#lib/testing/test-database';
import { store } from '#lib/testing/test-pastes';
import { openTestWebhooks, type TestWebhooks } from '#lib/testing/test-webhooks';
import { inTrace, parseTraceparent } from '#lib/tracing/trace-context';
import { startQueue } from './queue';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe.each(engines)('a delivery on %s', (engine) => {
  let webhooks: TestWebhooks;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  afterEach(async () => {
    await stop();
    await webhooks.clear();
  });
  afterAll(async () => {
    await webhooks.close();
  });

  /** Creates a paste as a part of a request, and sends the delivery of its event. @returns the delivery's `traceparent` */
  async function deliver(traceparent: string | null): Promise<string | undefined> {
    const { anna, pastes, queue, attempt, receiver } = webhooks;
    await webhooks.subscribe();
    await inTrace(parseTraceparent(traceparent), () => store(pastes, 'text', { owner: anna }));
    const metrics = { sendAttempt: () => undefined };
    const services = { config: { WORKER_POLL_INTERVAL_MS: 5 }, log: silentLogger, metrics } as unknown as ProcessServices;
    stop = startQueue(services, {
      name: 'deliveries',
      counted: 'webhooks',
      queue: { queue: { ...queue, finish: async () => true }, attempt },
    });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
    return receiver.received[0]?.headers.traceparent;
  }

  it('has the trace of the request that made the paste, or none', async () => {
    expect(await deliver(SENT)).toBe(SENT);
    await stop();
    await webhooks.clear();
    expect(await deliver(null)).toBeUndefined();
  });
});

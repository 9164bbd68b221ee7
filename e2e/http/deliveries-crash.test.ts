/** Kills workers before they send, after they have sent, and before they record the response. */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type Receiver, startReceiver, withStatus } from '#lib/testing/receiver';
import { createPaste, createWebhook } from '../support/api';
import { type Environment, run, startWorker } from '../support/processes';
import { rounds } from '../support/rounds';
import { withService } from '../support/service';
import { processEngines } from '../support/settings';

const WAIT = { timeout: 60_000, interval: 2 };
/** Events of a round: more than one batch of deliveries. */
const EVENTS = 15;

describe.each(processEngines)('deliveries by workers that are killed on %s', (engine) => {
  const service = withService({ engine, variables: { WORKER_POLL_INTERVAL_MS: '50' } });
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await startReceiver();
    await createWebhook(service.url, service.owner, { url: receiver.url, events: ['paste.created'] });
  });

  afterAll(() => receiver?.stop());

  const count = async (where: string) => (await service.db.read(`SELECT id FROM webhook_deliveries WHERE ${where}`)).length;
  const LEASED = 'claim_token IS NOT NULL';
  const startNow = (overrides: Environment = {}) => run(['dist/worker.js'], { ...service.environment, ...overrides });

  /** Each function runs a worker that ends at the named point, and resolves after that. */
  const points: Record<string, () => Promise<unknown>> = {
    'claimed, nothing sent': () => once(startNow({ NODE_OPTIONS: killItselfAtConnect(1) }).child, 'close'),
    'claimed, some sent': () => once(startNow({ NODE_OPTIONS: killItselfAtConnect(4) }).child, 'close'),
    'sent, no response': () => killAtRequest(5, () => undefined),
    'sent, response not recorded': () => killAtRequest(5, withStatus(200)),
  };

  /** Kills the worker once the n-th request has arrived whole and `answer` has responded to it. */
  async function killAtRequest(nth: number, answer: Answer): Promise<void> {
    let requests = 0;
    const killed = new Promise<void>((resolve) => {
      receiver.answer((response, delivery, request) => {
        requests += 1;
        if (requests > nth) return;
        answer(response, delivery, request);
        if (requests === nth) resolve(worker.kill());
      });
    });
    const worker = startNow();
    await killed;
  }

  /** Options by which Node first loads code that kills the program when it opens its n-th connection to the receiver. */
  function killItselfAtConnect(nth: number): string {
    const code = `
      import { Socket } from 'node:net';
      const { connect } = Socket.prototype;
      let connections = 0;
      Socket.prototype.connect = function (...args) {
        const [options] = args.flat();
        if (String(options?.port) === '${new URL(receiver.url).port}' && (connections += 1) === ${nth}) process.kill(process.pid, 'SIGKILL');
        return connect.apply(this, args);
      };`;
    return `--import data:text/javascript,${encodeURIComponent(code)}`;
  }

  const ROUNDS = rounds(4);

  it('killed workers make every delivery in time, and repeat one under the same id', async () => {
    const names = Object.keys(points);
    const seen = { kills: 0, underLease: 0, repeated: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      receiver.received.length = 0;
      receiver.answer(withStatus(200));
      await Promise.all(Array.from({ length: EVENTS }, () => createPaste(service.url, { content: 'x' }, service.owner)));
      await points[names[round % names.length] as string]?.();
      seen.kills += 1;

      const left = await service.db.read(
        `SELECT next_retry_at - ${service.db.dialect.now} AS left_ms, attempts FROM webhook_deliveries WHERE ${LEASED}`,
      );
      seen.underLease += left.length;
      // Every lease ends within a minute, so nothing needs repair.
      for (const { left_ms, attempts } of left) {
        expect(Number(left_ms)).toBeLessThanOrEqual(60_000);
        expect(Number(attempts)).toBe(1);
      }
      await service.db.write([{ sql: `UPDATE webhook_deliveries SET next_retry_at = 0 WHERE ${LEASED}`, params: [] }]);

      receiver.answer(withStatus(200));
      const next = await startWorker(service.environment);
      await vi.waitFor(async () => expect(await count("status <> 'delivered'")).toBe(0), WAIT);
      expect(await next.stop()).toBe(0);

      const deliveries = await service.db.read('SELECT id, attempts FROM webhook_deliveries');
      expect(deliveries).toHaveLength(EVENTS);
      const requests = new Map<string, Set<string>>();
      for (const { id, body } of receiver.received) requests.set(id, (requests.get(id) ?? new Set()).add(body));
      expect([...requests.keys()].sort()).toEqual(deliveries.map(({ id }) => String(id)).sort());
      // Each repetition has the same bytes.
      for (const bodies of requests.values()) expect(bodies.size).toBe(1);
      for (const { attempts } of deliveries) expect([1, 2]).toContain(Number(attempts));
      seen.repeated += receiver.received.length - requests.size;
      await service.db.write([
        { sql: 'DELETE FROM webhook_deliveries', params: [] },
        { sql: 'DELETE FROM leases', params: [] },
      ]);
    }
    expect(seen.kills).toBe(ROUNDS);
    // The kills were effective: they broke attempts off, and some attempts were repeated.
    expect(seen.underLease).toBeGreaterThan(ROUNDS / 2);
    expect(seen.repeated).toBeGreaterThan(0);
    if (process.env.PROVE_ROUNDS) console.info(`${engine}: ${JSON.stringify(seen)}`);
  });
});

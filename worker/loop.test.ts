import { describe, expect, it, vi } from 'vitest';
import { DatabaseUnavailableError } from '#lib/db/database';
import { collectingLogger, silentLogger } from '#lib/testing/loggers';
import { startLoop } from './loop';

const SHORT_MS = 1;
/** Longer than any test, so that a test which waits for it fails. */
const LONG_MS = 3_600_000;

interface Run {
  signal: AbortSignal;
  finish(): void;
  fail(error: unknown): void;
}

/** A loop whose runs end when the test says so. */
function start(intervalMs: number) {
  const runs: Run[] = [];
  const { log, lines: errors } = collectingLogger();
  const runOnce = (signal: AbortSignal) => new Promise<void>((finish, fail) => runs.push({ signal, finish, fail }));
  const stop = startLoop({ name: 'test', intervalMs, log, runOnce });
  const last = () => runs.at(-1) as Run;
  return { runs, errors, stop, last };
}

/** Waits until a loop of the same interval has run often, so that anything due has happened. */
async function passTime(): Promise<void> {
  let runs = 0;
  const stop = startLoop({ name: 'clock', intervalMs: SHORT_MS, log: silentLogger, runOnce: async () => void (runs += 1) });
  await vi.waitFor(() => expect(runs).toBeGreaterThan(20), { interval: 1 });
  await stop();
}

describe('a loop', () => {
  it('begins its first run at once', async () => {
    const { runs, last, stop } = start(LONG_MS);
    expect(runs).toHaveLength(1);
    last().finish();
    await stop();
  });

  it('runs again after the pause', async () => {
    const { runs, last, stop } = start(SHORT_MS);
    for (let count = 1; count <= 5; count++) {
      await vi.waitFor(() => expect(runs).toHaveLength(count));
      last().finish();
    }
    await vi.waitFor(() => expect(runs).toHaveLength(6));
    last().finish();
    await stop();
  });

  it('pauses between two runs', async () => {
    const { runs, last, stop } = start(LONG_MS);
    last().finish();
    await passTime();
    expect(runs).toHaveLength(1);
    await stop();
  });

  it('says once that the database is away, without a stack, and once that it is back', async () => {
    const { errors, runs, last, stop } = start(SHORT_MS);
    const away = new DatabaseUnavailableError('the database is not reachable', { cause: new Error('nobody listens') });
    for (let count = 1; count <= 4; count++) {
      last().fail(away);
      await vi.waitFor(() => expect(runs).toHaveLength(count + 1));
    }
    last().finish();
    await vi.waitFor(() => expect(runs).toHaveLength(6));
    last().finish();
    await stop();
    expect(errors.map(({ level, fields }) => [level, fields])).toEqual([
      ['error', { loop: 'test', reason: 'the database is not reachable: nobody listens' }],
      ['info', { loop: 'test' }],
    ]);
  });

  it('says that a database is back that one run alone missed', async () => {
    const { errors, runs, last, stop } = start(SHORT_MS);
    last().fail(new DatabaseUnavailableError('the database is not reachable'));
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    last().finish();
    await vi.waitFor(() => expect(runs).toHaveLength(3));
    last().finish();
    await stop();
    expect(errors.map(({ level }) => level)).toEqual(['error', 'info']);
  });

  it('never has two runs at a time', async () => {
    const { runs, last, stop } = start(SHORT_MS);
    await passTime();
    expect(runs).toHaveLength(1);
    last().finish();
    await vi.waitFor(() => expect(runs).toHaveLength(2));
    last().finish();
    await stop();
  });

  it('logs each failed run with its name and continues', async () => {
    const { runs, errors, last, stop } = start(SHORT_MS);
    const failures = [new Error('no database'), new Error('still none')];
    for (const [index, failure] of failures.entries()) {
      await vi.waitFor(() => expect(runs).toHaveLength(index + 1));
      last().fail(failure);
    }
    await vi.waitFor(() => expect(runs).toHaveLength(3));
    expect(errors.map(({ fields }) => fields)).toEqual(failures.map((err) => ({ err, loop: 'test' })));
    last().finish();
    await stop();
  });

  it('continues when a run throws at once', async () => {
    let runs = 0;
    const { log, lines: errors } = collectingLogger();
    const runOnce = () => {
      runs += 1;
      throw new Error('at once');
    };
    const stop = startLoop({
      name: 'test',
      intervalMs: SHORT_MS,
      log,
      runOnce,
    });
    await vi.waitFor(() => expect(runs).toBeGreaterThan(2));
    await stop();
    expect(errors).toHaveLength(runs);
  });
});

describe('stopping', () => {
  it('aborts the run under way, waits for it, and starts no other', async () => {
    const { runs, last, stop } = start(SHORT_MS);
    let stopped = false;
    expect(last().signal.aborted).toBe(false);
    const stopping = stop().then(() => {
      stopped = true;
    });
    expect(last().signal.aborted).toBe(true);
    await passTime();
    expect(stopped).toBe(false);
    last().finish();
    await stopping;
    await passTime();
    expect(runs).toHaveLength(1);
  });

  it('ends even when the run under way fails', async () => {
    const { errors, last, stop } = start(SHORT_MS);
    const stopping = stop();
    last().fail(new Error('aborted'));
    await stopping;
    expect(errors).toHaveLength(1);
  });

  it('does not wait for the end of the pause', async () => {
    const { runs, last, stop } = start(LONG_MS);
    last().finish();
    await passTime();
    await stop();
    expect(runs).toHaveLength(1);
  });

  it('can be done twice', async () => {
    const { last, stop } = start(LONG_MS);
    last().finish();
    await Promise.all([stop(), stop()]);
  });
});

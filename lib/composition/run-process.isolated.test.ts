import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigError } from '../config/config';
import { DatabaseUnavailableError } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import { fail, runProcess } from './run-process';

type Listener = (...args: unknown[]) => void;

let listeners: Map<string | symbol, Listener>;
let written: string;
/** Exit codes that would have ended the process. This test's process goes on, so only the first counts. */
let exits: unknown[];

vi.mock('../log/write-now', () => ({ writeNow: (_: number, text: string) => (written += text) }));

beforeEach(() => {
  listeners = new Map();
  written = '';
  exits = [];
  // Also for the grace time, which would otherwise go on after its test.
  vi.useFakeTimers();
  vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    listeners.set(event, listener as Listener);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code);
    return undefined as never;
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const emit = (event: string, ...args: unknown[]) => listeners.get(event)?.(...args);

describe('runProcess', () => {
  it('runProcess does nothing but run until a signal comes', async () => {
    const stop = vi.fn(async () => undefined);
    await runProcess(async () => stop);
    expect([...listeners.keys()].toSorted()).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection']);
    expect([stop.mock.calls, exits, written]).toEqual([[], [], '']);
  });

  it('runProcess lets what it writes be read by its own user alone', async () => {
    const before = process.umask(0o022);
    try {
      await runProcess(async () => async () => undefined);
      expect(process.umask()).toBe(0o077);
    } finally {
      process.umask(before);
    }
  });

  it('runProcess says why it does not start, and exits 1', async () => {
    await runProcess(() => Promise.reject(new OperatorError('the disk is full')));
    expect([written, exits]).toEqual(['the disk is full\n', [1]]);
  });

  it('runProcess says in one sentence that the database went away while it started', async () => {
    const cause = new Error('Connection terminated');
    await runProcess(() => Promise.reject(new DatabaseUnavailableError('the database is not reachable', { cause })));
    expect([written, exits]).toEqual(['the database is not reachable: Connection terminated\n', [1]]);
  });

  it.each(['uncaughtException', 'unhandledRejection'])('runProcess ends by an error that nobody handles: %s', async (event) => {
    await runProcess(async () => async () => undefined);
    emit(event, new Error('its state is unknown'));
    expect(exits).toEqual([1]);
    expect(written).toContain('Error: its state is unknown');
  });
});

describe('a signal', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'])('a signal stops the process, which exits 0 once it has stopped: %s', async (signal) => {
    let finish = (): void => undefined;
    await runProcess(async () => () => new Promise((resolve) => (finish = resolve)));
    emit(signal);
    expect(exits).toEqual([]);
    finish();
    await vi.waitFor(() => expect(exits).toEqual([0]));
  });

  it('a signal while the process starts stops it once it has started', async () => {
    let begin = (_: () => Promise<void>): void => undefined;
    const stop = vi.fn(async () => undefined);
    void runProcess(() => new Promise((resolve) => (begin = resolve)));
    emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(2_999);
    expect(exits).toEqual([]);
    begin(stop);
    await vi.waitFor(() => expect(exits).toEqual([0]));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('a signal ends a process that waits for its database', async () => {
    void runProcess(() => new Promise(() => undefined));
    emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(exits).toEqual([0]);
  });

  it('a signal that is the second ends the process at once', async () => {
    const stop = vi.fn(() => new Promise<void>(() => undefined));
    await runProcess(async () => stop);
    emit('SIGTERM');
    vi.advanceTimersByTime(1_001);
    expect(exits).toEqual([]);
    emit('SIGINT');
    expect(exits).toEqual([1]);
  });

  it('a signal twice within a second, from the terminal and through npm, counts once', async () => {
    let finish = (): void => undefined;
    await runProcess(async () => () => new Promise((resolve) => (finish = resolve)));
    emit('SIGINT');
    vi.advanceTimersByTime(1_000);
    emit('SIGINT');
    expect(exits).toEqual([]);
    finish();
    await vi.waitFor(() => expect(exits).toEqual([0]));
  });

  it('a signal ends a process that does not stop when the grace time is over', async () => {
    await runProcess(async () => () => new Promise<void>(() => undefined));
    emit('SIGTERM');
    await vi.advanceTimersByTimeAsync(24_999);
    expect(exits).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(exits).toEqual([1]);
    expect(written).toContain('not stopped within 25000 ms');
  });

  it('a signal after which stopping fails says why, and exits 1', async () => {
    await runProcess(async () => () => Promise.reject(new Error('not written')));
    emit('SIGTERM');
    await vi.waitFor(() => expect(exits[0]).toBe(1));
    expect(written).toContain('not written');
  });
});

describe('fail', () => {
  it.each([
    [new OperatorError('mend this'), 'mend this\n'],
    [new ConfigError(['PORT: expected a whole number']), 'configuration:\n  PORT: expected a whole number\n'],
  ])("fail says an operator's problem in its own words, without a stack (case %#)", (error, text) => {
    expect([fail(error), exits]).toEqual([undefined, [1]]);
    expect(written).toBe(text);
  });

  it("fail tells an error's stack and causes, and none of its other fields", () => {
    const error = Object.assign(new Error('outer', { cause: new TypeError('inner') }), { parameters: ['a secret'] });
    expect([fail(error), exits]).toEqual([undefined, [1]]);
    expect(written).toMatch(/^Error: outer\n {4}at [\s\S]*\ncaused by TypeError: inner\n {4}at /);
    expect(written).not.toContain('a secret');
  });

  it('fail does not print what is no error', () => {
    fail({ secret: 'a secret' });
    expect(written).toBe('failed with something that is not an Error\n');
  });
});

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../testing/bundled';

type Line = Record<string, unknown> & { err?: LoggedError };
interface LoggedError {
  type: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
}

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-logger-'));
const programFile = join(folder, 'program.cjs');

/** The logger writes to standard output itself: it is tried in a process of its own, which runs the given code. */
beforeAll(async () => {
  const program = `
    import { createLogger } from './logger';
    void createLogger({ level: process.argv[2], pretty: false, name: process.env.NAME ?? 'worker' }).then(({ log }) =>
      new Function('log', 'process', process.argv[3])(log, process));`;
  const { code } = await bundled(program, fileURLToPath(new URL('.', import.meta.url)), { isForNode: true, format: 'cjs' });
  writeFileSync(programFile, code);
});

afterAll(() => rmSync(folder, { recursive: true }));

function output(code: string, level = 'trace'): string {
  return execFileSync(process.execPath, [programFile, level, code], { encoding: 'utf8' });
}

function lines(code: string, level?: string): Line[] {
  return output(code, level)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

describe('a line', () => {
  it('is one JSON object with level, time, process and message', () => {
    const [line, ...more] = lines(`log.info({ requestId: 'r1' }, 'request')`);
    expect(more).toEqual([]);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      name: 'worker',
      pid: expect.any(Number),
      requestId: 'r1',
      msg: 'request',
    });
  });

  it('stays one line whatever is logged', () => {
    const [line, ...more] = lines(`log.warn({ requestId: 'a\\n{"level":"fatal"}\\r\\n\\u2028' }, 'b\\nc')`);
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: 'warn', requestId: 'a\n{"level":"fatal"}\r\n\u2028', msg: 'b\nc' });
  });

  it('less serious than the level is not written', () => {
    const code = `for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal']) log[level](level)`;
    expect(lines(code, 'warn').map(({ level }) => level)).toEqual(['warn', 'error', 'fatal']);
    expect(output(code, 'silent')).toBe('');
  });
});

describe('an error', () => {
  const logged = (code: string) => lines(`log.error({ err: (() => { ${code} })() }, 'failed')`)[0]?.err;

  it('is logged by class, message, code and stack', () => {
    const err = logged(`return Object.assign(new TypeError('no such table'), { code: 'SQLITE_ERROR' });`);
    expect(err).toEqual({
      type: 'TypeError',
      message: 'no such table',
      code: 'SQLITE_ERROR',
      stack: expect.stringContaining('TypeError: no such table'),
    });
  });

  it('loses its other fields: parameters, requests, details', () => {
    const err = logged(`
      const error = new Error('failed');
      for (const name of ['parameters', 'request', 'detail', 'query', 'input', 'headers', 'config', 'response', 'where'])
        error[name] = { nested: ['canary'] };
      return error;`);
    expect(Object.keys(err ?? {}).sort()).toEqual(['message', 'stack', 'type']);
    expect(JSON.stringify(err)).not.toContain('canary');
  });

  it('keeps only a code that is text', () => {
    expect(logged(`return Object.assign(new Error('x'), { code: { value: 'canary' } });`)).not.toHaveProperty('code');
    expect(logged(`return Object.assign(new Error('x'), { code: 7 });`)).not.toHaveProperty('code');
  });

  it('comes with its causes, as picked as itself, three deep and no deeper', () => {
    const err = logged(`
      let error = new Error('level 0');
      for (let level = 1; level <= 6; level++) error = Object.assign(new Error('level ' + level, { cause: error }), { parameters: 'canary' });
      return error;`);
    const messages = [];
    for (let each: LoggedError | undefined = err; each; each = each.cause) messages.push(each.message);
    expect(messages).toEqual(['level 6', 'level 5', 'level 4', 'level 3']);
    expect(JSON.stringify(err)).not.toContain('canary');
  });

  it('that is its own cause ends', () => {
    expect(logged(`const error = new Error('x'); error.cause = error; return error;`)?.message).toBe('x');
  });

  it.each([
    ['an object', `return { secret: 'canary' };`, 'object'],
    ['a string', `return 'canary';`, 'string'],
    ['nothing', 'return undefined;', undefined],
    ['a number', 'return 4711;', 'number'],
  ])('that is %s shows nothing but its type', (_, code, type) => {
    const err = logged(code);
    if (type === undefined) expect(err).toBeUndefined();
    else expect(err).toEqual({ type, message: 'not an Error' });
  });

  it('whose cause is not an Error shows nothing of it', () => {
    expect(logged(`return new Error('x', { cause: { secret: 'canary' } });`)?.cause).toEqual({ type: 'object', message: 'not an Error' });
  });
});

describe('at the end of the process', () => {
  it.each([
    ['it ends by itself', ''],
    ['it exits', 'process.exit(0);'],
  ])('all lines are out when %s', (_, code) => {
    expect(lines(`for (let index = 0; index < 5_000; index++) log.info({ index }, 'line'); ${code}`)).toHaveLength(5_000);
  });
});

describe('a log that cannot be written', () => {
  /** More than fits in a pipe and in memory; then a second of something else. */
  const MANY = `const line = 'x'.repeat(1_000); for (let index = 0; index < 6_000; index++) log.info({ index }, line);`;
  const start = (code: string, stdout: number | 'pipe') =>
    spawn(process.execPath, [programFile, 'info', code], { stdio: ['ignore', stdout, 'pipe'] });

  it.runIf(platform() === 'linux')('a disk that is full neither ends its process nor holds up the end', async () => {
    const full = openSync('/dev/full', 'w');
    try {
      const child = start(`${MANY} setTimeout(() => process.exit(7), 300);`, full);
      const [errors, [code]] = await Promise.all([child.stderr?.toArray(), once(child, 'exit')]);
      expect([code, String(errors)]).toEqual([7, '']);
    } finally {
      closeSync(full);
    }
  });

  it('a pipe that nobody reads neither holds up its process nor the end', async () => {
    const child = start(`${MANY} setTimeout(() => process.exit(7), 300);`, 'pipe');
    child.stdout?.pause();
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('a pipe whose reader has gone does not end its process', async () => {
    const child = start(`${MANY} setTimeout(() => process.exit(7), 300);`, 'pipe');
    child.stdout?.destroy();
    expect(await once(child, 'exit')).toEqual([7, null]);
  });

  it('all lines are written or counted once the pipe is read again', async () => {
    const child = start(`${MANY} process.stderr.write('logged'); setInterval(() => undefined, 1_000);`, 'pipe');
    // Until now nobody has read more than a buffer.
    await once(child.stderr as Readable, 'data');
    let text = '';
    for await (const chunk of child.stdout as Readable) if ((text += chunk).includes('the log is written again')) break;
    child.kill();
    const written = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const [last] = written.slice(-1);
    expect(last).toMatchObject({ level: 'warn', msg: 'the log is written again: lines of the meantime are lost' });
    expect(Number(last?.lines)).toBeGreaterThan(0);
    expect(written.length - 1 + Number(last?.lines)).toBe(6_000);
  });
});

it('a command logs to standard error: its results are on standard output', () => {
  const options = { encoding: 'utf8', env: { ...process.env, NAME: 'admin' } } as const;
  const { stdout, stderr } = spawnSync(process.execPath, [programFile, 'info', 'log.warn("a damaged row")'], options);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toMatchObject({ name: 'admin', msg: 'a damaged row' });
});

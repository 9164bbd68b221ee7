/** Tests that a process that must not start does nothing and says why. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from '#lib/testing/contents';
import { createTestDatabase, type Engine, type TestDatabase } from '#lib/testing/test-database';
import { createPaste } from '../support/api';
import { type Environment, newMasterKey, run, runToEnd, startWeb, startWorker, testEnvironment } from '../support/processes';
import { processEngines } from '../support/settings';

const PROGRAMS = [
  { program: 'web', args: ['dist/web.js'] },
  { program: 'worker', args: ['dist/worker.js'] },
  { program: 'admin', args: ['dist/admin.js', 'key', 'create', '--user', 'mallory'] },
];

/** A database with a paste in it, to which no process is connected; its environment; and what web and worker have printed. */
async function createFilledDatabase(engine: Engine): Promise<{ database: TestDatabase; environment: Environment; output: string }> {
  const database = await createTestDatabase(engine, { isMigrated: false });
  const environment = testEnvironment(database);
  const [web, worker] = await Promise.all([startWeb(environment), startWorker(environment)]);
  // One of two processes that start at once migrates the database, and logs it.
  expect([web, worker].filter((process) => process.output().includes('"msg":"the database was migrated"'))).toHaveLength(1);
  await createPaste(web.url, { content: 'kept', title: 'kept' });
  // Next starts with the first page.
  expect((await fetch(web.url)).status).toBe(200);
  expect(await Promise.all([web.stop(), worker.stop()])).toEqual([0, 0]);
  return { database, environment, output: web.output() + worker.output() };
}

describe.each(processEngines)('with data that is under another key, on %s', (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let before: string;
  let output: string;

  beforeAll(async () => {
    ({ database, environment, output } = await createFilledDatabase(engine));
    before = await contentsOf(database);
    // No other file is left that a copy of the database file would lack.
    if (database.folder !== null) expect(readdirSync(database.folder)).toEqual(['database.db']);
  });
  afterAll(() => database?.drop());

  it('in production web and worker print nothing but lines of JSON', () => {
    for (const line of output.trimEnd().split('\n')) expect(line).toMatch(/^\{"level":.*\}$/);
  });

  it('with wrong keys every program ends, names no value and writes nothing', async () => {
    const keys = { MASTER_KEY: newMasterKey(), MASTER_KEY_PREVIOUS: newMasterKey() };
    const ended = await Promise.all(PROGRAMS.map(({ args }) => runToEnd(args, { ...environment, ...keys })));
    for (const { code, stdout, stderr } of ended) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/^MASTER_KEY: this database holds pastes under the key with fingerprint [\da-f]{16}/m);
      for (const value of [...Object.values(keys), environment.MASTER_KEY as string]) {
        const bytes = Buffer.from(value, 'base64');
        for (const text of [value, bytes.toString('hex'), bytes.toString('base64url')]) expect(stdout + stderr).not.toContain(text);
      }
      // The program neither serves nor makes a key.
      expect(stdout).not.toMatch(/is listening|is running|sp_/);
    }
    expect((await contentsOf(database)) === before).toBe(true);
  });
});

describe('with a configuration that cannot be', () => {
  it.each(PROGRAMS)('$program ends and tells all problems at once, without a value', async ({ args }) => {
    const canary = `canary${randomBytes(6).toString('hex')}`;
    const { code, stdout, stderr } = await runToEnd(args, {
      PORT: canary,
      DATABASE_URL: `mysql://root:${canary}@127.0.0.1/x`,
      REDIS_URL: canary,
      BASE_URL: canary,
      LOG_LEVEL: canary,
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'REDIS_URL', 'BASE_URL', 'LOG_LEVEL', 'MASTER_KEY'])
      expect(stderr).toMatch(new RegExp(`^ {2}${name}: `, 'm'));
    expect(stdout + stderr).not.toContain(canary);
    // Operators get a message without a stack.
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it.each(['web', 'worker'])('%s: a port that is taken and its variable are named, as a misspelt variable is', async (program) => {
    const database = await createTestDatabase('sqlite');
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const variable = program === 'web' ? 'PORT' : 'METRICS_PORT';
    try {
      const environment = testEnvironment(database, { [variable]: port, ANONYMUS_CREATE: 'canary' });
      const { code, stdout, stderr } = await runToEnd([`dist/${program}.js`], environment);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `HOST, ${variable}: can't listen on 127.0.0.1, port ${port} (another program listens there)\n`,
      });
      expect(stdout).toContain('ANONYMUS_CREATE: no such variable. Did you mean ANONYMOUS_CREATE?');
      expect(stdout).not.toContain('canary');
    } finally {
      other.close();
      await database.drop();
    }
  });

  it.runIf(platform() === 'linux')('web serves on a unix socket, its own and one that systemd passes', async () => {
    const database = await createTestDatabase('sqlite');
    const socketPath = join(database.folder as string, 'web.sock');
    const environment = testEnvironment(database, { BASE_URL: 'http://localhost', PORT: socketPath });
    const passed = createServer().listen(0, '127.0.0.1');
    await once(passed, 'listening');
    const { port } = passed.address() as AddressInfo;
    const { fd } = (passed as unknown as { _handle: { fd: number } })._handle;
    const statusAt = async (place: object) => {
      const [response] = (await once(get({ ...place, path: '/readyz', agent: false }), 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    try {
      const own = run(['dist/web.js'], environment);
      await own.waitFor('web is listening');
      expect(await statusAt({ socketPath })).toBe(200);
      expect((await runToEnd(['dist/health.js'], environment)).code).toBe(0);
      expect(await own.stop()).toBe(0);
      expect(existsSync(socketPath)).toBe(false);
      expect((await runToEnd(['dist/health.js'], environment)).code).toBe(1);

      const command = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" dist/web.js';
      const given = run(['-c', command, process.execPath], environment, { program: 'sh', inherits: fd });
      // This process must not take connections itself.
      passed.close();
      await given.waitFor('web is listening');
      expect(await statusAt({ host: '127.0.0.1', port })).toBe(200);
      expect(await given.stop()).toBe(0);
    } finally {
      passed.close();
      await database.drop();
    }
  });

  it('a SQLite file that cannot be one is named, with the reason', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sealpaste-start-up-'));
    const garbage = join(folder, 'garbage.db');
    writeFileSync(garbage, randomBytes(5_000));
    try {
      for (const file of [folder, garbage, join(garbage, 'below.db')]) {
        const { code, stderr } = await runToEnd(['dist/web.js'], { MASTER_KEY: newMasterKey(), DATABASE_URL: `file:${file}` });
        expect(code).toBe(1);
        expect(stderr).toMatch(new RegExp(`^DATABASE_URL: ${file} can't be used: .+\n$`));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('a start without its database ends in one sentence, without the password', async () => {
    const ended = await runToEnd(['dist/web.js'], {
      MASTER_KEY: newMasterKey(),
      DATABASE_URL: `postgresql://user:a-password@127.0.0.1:1/nothing`,
    });
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: "DATABASE_URL: the database nothing on 127.0.0.1, port 1, can't be reached: nobody listens there\n",
    });
  });
});

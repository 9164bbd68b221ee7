/** The processes as they run: every connection they had to the SQLite file tells its settings when it is closed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { createPaste, readPaste } from '../support/api';
import { type Environment, runAdmin, startWeb, startWorker, testEnvironment } from '../support/processes';

interface Report {
  /** The process's main thread, or its writer thread. */
  thread: 'main' | 'writer';
  readonly: boolean;
  journal_mode: string;
  synchronous: number;
  busy_timeout: number;
  secure_delete: number;
  foreign_keys: number;
}

/** Loaded into a process before its own program, in every thread. */
const REPORTER = (report: string) => `
  const Database = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))});
  const { isMainThread } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const { close } = Database.prototype;
  const toNumber = (value) => (typeof value === 'bigint' ? Number(value) : value);
  Database.prototype.close = function () {
    const line = { thread: isMainThread ? 'main' : 'writer', readonly: this.readonly };
    for (const name of ['journal_mode', 'synchronous', 'busy_timeout', 'secure_delete', 'foreign_keys'])
      line[name] = toNumber(this.pragma(name, { simple: true }));
    appendFileSync(${JSON.stringify(report)}, JSON.stringify(line) + '\\n');
    return close.call(this);
  };
`;

const DURABLE = { journal_mode: 'wal', synchronous: 2, busy_timeout: 5_000, secure_delete: 1 };

describe('every connection to SQLite writes ahead, flushes each commit, waits for locks and erases what is deleted', () => {
  let database: TestDatabase;
  let environment: Environment;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite', { isMigrated: false });
    environment = testEnvironment(database);
  });

  afterAll(() => database?.drop());

  /** What the connections of a process tell that runs until `use` has ended and is then stopped. */
  async function reportsOf(name: string, use: (environment: Environment) => Promise<void>): Promise<Report[]> {
    const report = join(database.folder as string, `${name}.jsonl`);
    const reporter = join(database.folder as string, `${name}.cjs`);
    writeFileSync(reporter, REPORTER(report));
    await use({ ...environment, NODE_OPTIONS: `--require ${reporter}` });
    expect(existsSync(report)).toBe(true);
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Report);
  }

  /** The one that looks whether there is something to migrate, the reader, and the writer. */
  const PROCESS = [
    { thread: 'main', readonly: false, ...DURABLE, foreign_keys: 1 },
    { thread: 'main', readonly: true, ...DURABLE, foreign_keys: 1 },
    { thread: 'writer', readonly: false, ...DURABLE, foreign_keys: 1 },
  ];

  it('in a web process', async () => {
    const reports = await reportsOf('web', async (environment) => {
      const web = await startWeb(environment);
      const { publicId } = await createPaste(web.url, { content: 'x' });
      await readPaste(web.url, publicId);
      expect(await web.stop()).toBe(0);
    });
    // It is the first, and migrates: then it checks references itself before it commits.
    expect(reports).toEqual([{ ...PROCESS[0], foreign_keys: 0 }, ...PROCESS.slice(1)]);
  });

  it('in a worker process', async () => {
    const reports = await reportsOf('worker', async (environment) => {
      const worker = await startWorker(environment);
      expect(await worker.stop()).toBe(0);
    });
    expect(reports).toEqual(PROCESS);
  });

  it("in an operator's command, Prisma's too", async () => {
    const reports = await reportsOf('admin', async (environment) => {
      expect(await runAdmin(['key', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });
    });
    // Prisma has a connection of its own in the writer's thread.
    expect(reports).toEqual([...PROCESS, PROCESS[2]]);
  });
});

/** Tests the real processes: every connection to the SQLite file reports its settings when it is closed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { createPaste, readPaste } from '../support/api';
import { type Environment, runAdmin, startWeb, startWorker, testEnvironment } from '../support/processes';

interface Report {
  /** Thread of the connection: the process's main thread or its writer thread. */
  thread: 'main' | 'writer';
  readonly: boolean;
  journal_mode: string;
  synchronous: number;
  busy_timeout: number;
  secure_delete: number;
  foreign_keys: number;
}

/** Code for every thread, loaded before the program. It replaces the driver's class, since the methods can't be replaced. */
const REPORTER = (report: string) => `
  const { isMainThread } = require('node:worker_threads');
  const { appendFileSync } = require('node:fs');
  const isReadonly = (connection) => {
    try {
      connection.exec('DELETE FROM leases WHERE 0');
      return false;
    } catch {
      return true;
    }
  };
  const reporting = (DatabaseSync) => class extends DatabaseSync {
    close() {
      const line = { thread: isMainThread ? 'main' : 'writer', readonly: isReadonly(this) };
      for (const name of ['journal_mode', 'synchronous', 'busy_timeout', 'secure_delete', 'foreign_keys'])
        line[name] = Object.values(this.prepare('PRAGMA ' + name).get())[0];
      appendFileSync(${JSON.stringify(report)}, JSON.stringify(line) + '\\n');
      super.close();
    }
  };
  const { dlopen } = process;
  process.dlopen = (module, ...rest) => {
    dlopen.call(process, module, ...rest);
    const { DatabaseSync } = module.exports;
    if (DatabaseSync) module.exports.DatabaseSync = reporting(DatabaseSync);
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

  /** Runs a process until `use` has ended, stops it, and returns the reports of its connections. */
  async function reportsOf(name: string, use: (environment: Environment) => Promise<void>): Promise<Report[]> {
    const report = join(database.folder as string, `${name}.jsonl`);
    const reporter = join(database.folder as string, `${name}.cjs`);
    writeFileSync(reporter, REPORTER(report));
    await use({ ...environment, NODE_OPTIONS: `--require ${reporter}` });
    expect(existsSync(report)).toBe(true);
    const lines = readFileSync(report, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Report);
  }

  /** The connections of a process: one that looks for migrations to apply, the reader, and the writer. */
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
    // The first process migrates; a migration turns the setting off and checks references itself before it commits.
    expect(reports).toEqual([{ ...PROCESS[0], foreign_keys: 0 }, ...PROCESS.slice(1)]);
  });

  it('in a worker process', async () => {
    const reports = await reportsOf('worker', async (environment) => {
      const worker = await startWorker(environment);
      expect(await worker.stop()).toBe(0);
    });
    expect(reports).toEqual(PROCESS);
  });

  it("in an operator's command, which Prisma's queries share", async () => {
    const reports = await reportsOf('admin', async (environment) => {
      expect(await runAdmin(['key', 'list'], environment)).toMatchObject({ code: 0, stderr: '' });
    });
    expect(reports).toEqual(PROCESS);
  });
});

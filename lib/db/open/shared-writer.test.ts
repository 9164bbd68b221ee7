import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { connectSharedWriter, type SharedWriter, startSharedWriter } from './shared-writer';

let database: TestDatabase;
let shared: SharedWriter;
const rootDir = process.cwd();

/** Stands for a web process: messages are cloned as between processes. */
function startProcess() {
  const client = shared.connect((replies) => setImmediate(() => channel.settle(structuredClone(replies))));
  const channel = connectSharedWriter((requests) => client.receive(structuredClone(requests)));
  const write = (sql: string, ...params: string[]) => channel.writer.write([{ sql, params }]);
  return { ...channel.writer, write, end: client.end };
}

beforeEach(async () => {
  database = await createTestDatabase('sqlite');
  const started = await startSharedWriter({ url: database.url, rootDir }, () => undefined);
  if (!started) throw new Error('expected a writer');
  shared = started;
  const { write } = startProcess();
  await write('CREATE TABLE notes (text TEXT PRIMARY KEY)');
});

afterEach(async () => {
  await shared.close();
  await database.drop();
});

async function notes(): Promise<unknown[]> {
  const db = await database.open();
  try {
    return (await db.read('SELECT text FROM notes ORDER BY text')).map(({ text }) => text);
  } finally {
    await db.close();
  }
}

describe('the writer of several processes', () => {
  it('gives each its own replies, and one whose write fails fails nobody else', async () => {
    const processes = [startProcess(), startProcess()];
    const insert = 'INSERT INTO notes VALUES (?) RETURNING text';
    const names = Array.from({ length: 100 }, (_, index) => `note ${index}`);
    const written = await Promise.allSettled(
      names.flatMap((name) => processes.map(({ write }, index) => write(insert, index === 0 || name.endsWith('7') ? name : `${name} too`))),
    );
    const failed = written.filter(({ status }) => status === 'rejected');
    // Both processes insert each of ten names, and the second insert of a name fails.
    expect(failed.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual(Array(10).fill('SQLITE_CONSTRAINT_PRIMARYKEY'));
    expect(await notes()).toHaveLength(190);
    expect(await Promise.all(processes.map(({ write }, index) => write(insert, `mine ${index}`)))).toEqual([
      [[{ text: 'mine 0' }]],
      [[{ text: 'mine 1' }]],
    ]);
  });

  it('the SQLite writer is free again when a process in or before a transaction ends', async () => {
    const other = startProcess();
    for (const isEarly of [false, true]) {
      const ending = startProcess();
      const started = ending.prisma({ method: 'startTransaction' });
      if (!isEarly) {
        const transaction = (await started) as number;
        const query = { sql: "INSERT INTO notes VALUES ('undone')", args: [], argTypes: [] };
        await ending.prisma({ method: 'executeRaw', query, transaction });
      } else await new Promise(setImmediate);
      ending.end();
      await other.write('INSERT INTO notes VALUES (?)', `kept ${isEarly}`);
    }
    expect(await notes()).toEqual(['kept false', 'kept true']);
  });

  it('is none on PostgreSQL', async () => {
    expect(await startSharedWriter({ url: 'postgresql://nobody@127.0.0.1:9/none', rootDir }, () => undefined)).toBeNull();
  });
});

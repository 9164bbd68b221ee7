/** Moves data from one engine to the other and back: nothing is lost or changed, even when a process is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '#lib/operations/backup/backup-file';
import { createBackupKeys } from '#lib/operations/backup/backup-keys';
import { createTestDatabase, type Engine, engines, type TestDatabase } from '#lib/testing/test-database';
import { createKeyring } from '#lib/vault/keyring';
import { createKeys } from '../support/accounts';
import { call, createPaste, readPaste } from '../support/api';
import { type Environment, exportedAudit, runAdmin, runToEnd, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const MOVES: [Engine, Engine][] =
  engines.length === 2
    ? [
        ['sqlite', 'postgresql'],
        ['postgresql', 'sqlite'],
      ]
    : [['sqlite', 'sqlite']];
const PASTES = 250;

describe.each(MOVES)('from %s to %s', (from, to) => {
  let source: TestDatabase;
  let environment: Environment;
  let folder: string;
  let backup: string;
  let key: string;
  const contents = new Map<string, string>();
  const targets: TestDatabase[] = [];

  async function target(): Promise<Environment> {
    const fresh = await createTestDatabase(to, { isMigrated: false });
    targets.push(fresh);
    return { ...environment, DATABASE_URL: fresh.url };
  }

  beforeAll(async () => {
    source = await createTestDatabase(from);
    environment = testEnvironment(source);
    folder = mkdtempSync(join(tmpdir(), 'sealpaste-move-'));
    backup = join(folder, 'backup');
    key = (await createKeys(source, 'anna')).anna;
    const web = await startWeb(environment);
    const owner = { 'X-Api-Key': key };
    const create = async (index: number) => {
      const content = index % 100 === 0 ? 'ü\0'.repeat(200_000) : `content ${index}`;
      const fields = { content, title: `title ${index}`, syntax: 'a\u2028b', ...(index % 3 ? {} : { ttlSeconds: 86_400 }) };
      const { publicId } = await createPaste(web.url, fields, index % 2 ? owner : {});
      contents.set(publicId, content);
    };
    await create(0);
    // More requests at once would wait too long for connections on a slow machine.
    const someAtATime = pLimit(8);
    await Promise.all(Array.from({ length: PASTES - 1 }, (_, index) => someAtATime(() => create(index + 1))));
    await readPaste(web.url, [...contents.keys()][0] as string);
    expect(await web.stop()).toBe(0);
    const { code, stderr } = await runAdmin(['backup', backup], environment);
    expect({ code, stderr }).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    await source?.drop();
    for (const one of targets) await one.drop();
    if (folder) rmSync(folder, { recursive: true });
  });

  /** The row count and hash of each table in a backup, except the audit, in which the move itself is recorded. */
  async function sumsOf(file: string) {
    const keyring = createKeyring([Buffer.from(environment.MASTER_KEY as string, 'base64')]);
    const keys = { ...(await createBackupKeys(undefined, keyring)), masterKeyIds: [keyring.current.id], rootDir: process.cwd() };
    const { tables, sums } = await checkBackup(file, keys);
    return tables.filter(({ name }) => name !== 'audit').map(({ name }) => [name, sums.of(name)]);
  }

  async function expectMoved(moved: Environment): Promise<void> {
    const again = join(folder, `again-${targets.length}`);
    expect((await runAdmin(['backup', again], moved)).code).toBe(0);
    expect(await sumsOf(again)).toEqual(await sumsOf(backup));
    expect((await exportedAudit(moved)).slice(-4)).toMatchObject([
      { action: 'backup.started', actor: 'operator', object: basename(backup) },
      { action: 'restore.finished', actor: 'operator', object: basename(backup) },
      { action: 'backup.started', actor: 'operator', object: basename(again) },
      { action: 'audit.exported' },
    ]);
  }

  it('a move whose restore is killed goes on, keeps all, and is served only then', async () => {
    const moved = await target();
    // The restore kills itself when the count of its progress, which each batch updates, shows a certain progress.
    const script = `
      process.argv = [process.execPath, 'admin', 'restore', ${JSON.stringify(backup)}];
      let time = 0;
      performance.now = () => (time += 1_000);
      Object.defineProperty(process.stderr, 'isTTY', { value: true });
      process.stderr.write = (text) => Number(/(\\d+) of \\d+ rows/.exec(text)?.[1]) > ${PASTES / 2} && process.kill(process.pid, 'SIGKILL');
      await import(${JSON.stringify(join(process.cwd(), 'dist/admin.js'))});
    `;
    writeFileSync(join(folder, 'killed.mjs'), script);
    const child = spawn(process.execPath, [join(folder, 'killed.mjs')], { env: { ...moved, PATH: process.env.PATH } as never });
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGKILL');

    const refused = await runToEnd(['dist/web.js'], moved);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('only in part') });
    const other = join(folder, 'other');
    expect((await runAdmin(['backup', other], environment)).code).toBe(0);
    expect(await runAdmin(['restore', other], moved)).toMatchObject({ code: 1, stderr: expect.stringContaining('another backup') });

    const rest = await runAdmin(['restore', backup, '--keep-burn-pastes'], moved);
    expect({ code: rest.code, stderr: rest.stderr }).toMatchObject({ code: 0 });
    expect(rest.stdout).toMatch(/^\d+ rows restored, each read back and compared/);
    await expectMoved(moved);

    const web: WebProcess = await startWeb(moved);
    try {
      const first = [...contents.keys()][0] as string;
      expect((await readPaste(web.url, first)).body).toMatchObject({ viewCount: 2, title: 'title 0', syntax: 'a\u2028b' });
      for (const [publicId, content] of contents) expect((await readPaste(web.url, publicId)).body.content === content).toBe(true);
      const list = await call<{ pastes: unknown[] }>(`${web.url}/api/v1/pastes?limit=100`, { headers: { 'X-Api-Key': key } });
      expect(list.body.pastes).toHaveLength(100);
      // The counter of ids goes on where it was, so a new user gets no existing id.
      const other = (await createKeys({ url: moved.DATABASE_URL as string }, 'bert')).bert;
      const others = await call<{ pastes: unknown[] }>(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': other } });
      expect(others).toMatchObject({ status: 200, body: { pastes: [] } });
    } finally {
      await web.kill();
    }
  });
});

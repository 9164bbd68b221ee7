/** Moves data from one engine to the other and back: nothing is lost or changed, even when a process is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type Engine, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { createKeys } from '../support/accounts';
import { call, createPaste, readPaste } from '../support/api';
import { type Environment, runAdmin, runToEnd, startWeb, testEnvironment, type WebProcess } from '../support/processes';

const MOVES: [Engine, Engine][] =
  engines.length === 2
    ? [
        ['sqlite', 'postgresql'],
        ['postgresql', 'sqlite'],
      ]
    : [['sqlite', 'sqlite']];
const PASTES = 250;

/** The row count and hash at the end of each table in an archive, except the audit, in which the move itself is recorded. */
const sumsOf = (archive: string) =>
  readFileSync(archive, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"end"') && !line.startsWith('{"end":"audit"'));

describe.each(MOVES)('from %s to %s', (from, to) => {
  let source: TestDatabase;
  let environment: Environment;
  let folder: string;
  let archive: string;
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
    archive = join(folder, 'archive');
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
    const { code, stderr } = await runAdmin(['export', archive], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  afterAll(async () => {
    await source?.drop();
    for (const one of targets) await one.drop();
    if (folder) rmSync(folder, { recursive: true });
  });

  async function expectMoved(moved: Environment): Promise<void> {
    const again = join(folder, `again-${targets.length}`);
    expect((await runAdmin(['export', again], moved)).code).toBe(0);
    expect(sumsOf(again)).toEqual(sumsOf(archive));
    const { entries } = JSON.parse((await runAdmin(['audit', 'list', '--json', '--limit', '3'], moved)).stdout);
    const told = [
      { action: 'export.started', actor: 'operator', object: basename(again) },
      { action: 'import.finished', actor: 'operator', object: basename(archive) },
      { action: 'export.started', actor: 'operator', object: basename(archive) },
    ];
    expect(entries).toMatchObject(told);
  }

  it('a move keeps pastes, views, keys and users, and the service goes on with them', async () => {
    const moved = await target();
    const { code, stdout, stderr } = await runAdmin(['import', archive], moved);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\d+ rows, each read back and compared/);
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

  it('a killed import goes on where it was; nothing serves its database until then', async () => {
    const moved = await target();
    // The import kills itself when its progress bar, which each batch updates, shows a certain progress.
    const script = `
      process.argv = [process.execPath, 'admin', 'import', ${JSON.stringify(archive)}];
      let time = 0;
      performance.now = () => (time += 1_000);
      Object.defineProperty(process.stderr, 'isTTY', { value: true });
      process.stderr.write = (text) => Number(/(\\d+)\\/\\d+$/.exec(text)?.[1]) > ${PASTES / 2} && process.kill(process.pid, 'SIGKILL');
      await import(${JSON.stringify(join(process.cwd(), 'dist/admin.js'))});
    `;
    writeFileSync(join(folder, 'killed.mjs'), script);
    const child = spawn(process.execPath, [join(folder, 'killed.mjs')], { env: { ...moved, PATH: process.env.PATH } as never });
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGKILL');

    const web = await runToEnd(['dist/web.js'], moved);
    expect(web).toMatchObject({ code: 1, stderr: expect.stringContaining('only in part') });
    const otherArchive = join(folder, 'other');
    expect((await runAdmin(['export', otherArchive], environment)).code).toBe(0);
    expect(await runAdmin(['import', otherArchive], moved)).toMatchObject({ code: 1, stderr: expect.stringContaining('another archive') });

    const rest = await runAdmin(['import', archive], moved);
    expect({ code: rest.code, stderr: rest.stderr }).toEqual({ code: 0, stderr: '' });
    await expectMoved(moved);
  });
});

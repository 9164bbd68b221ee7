/** The operator's commands as an operator runs them. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { createOwner } from '../support/accounts';
import { call, createPaste, readPaste } from '../support/api';
import { type Environment, newMasterKey, run, runAdmin, startWeb, testEnvironment, type WebProcess } from '../support/processes';
import { processEngines } from '../support/settings';

describe.each(processEngines)("the operator's commands on %s", (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let web: WebProcess;
  let owner: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    environment = testEnvironment(database);
    owner = await createOwner(database);
    web = await startWeb(environment);
  });
  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  const admin = (...args: string[]) => runAdmin(args, environment);
  const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).stdout);

  it('whose reader goes away, as head does, they end without a word', async () => {
    const piped = run(['-c', `'${process.execPath}' dist/admin.js user list | head -c 0`], environment, { program: '/bin/sh' });
    await vi.waitFor(() => expect(piped.child.exitCode).toBe(0), 10_000);
    await piped.kill();
    expect(piped.output()).toBe('');
  });

  it('paste show tells what is known of a paste, reads no content and burns nothing; paste delete removes it', async () => {
    const { publicId } = await createPaste(web.url, { content: 'canary-content', title: 'a title', burnAfterRead: true }, owner);
    const shown = await admin('paste', 'show', publicId);
    expect(shown.stdout).toMatch(/^title: +"a title"$/m);
    expect(shown.stdout).not.toContain('canary');
    expect(await json('paste', 'show', publicId)).toMatchObject({ publicId, burnAfterRead: true, viewCount: 0, contentBytes: 14 });
    expect((await readPaste(web.url, publicId)).body.content).toBe('canary-content');

    const other = await createPaste(web.url, { content: 'x', protect: true });
    expect((await admin('paste', 'delete', other.publicId)).stdout).toBe('deleted\n');
    expect((await readPaste(web.url, other.publicId)).status).toBe(404);
    for (const command of ['show', 'delete']) {
      expect(await admin('paste', command, other.publicId)).toEqual({ code: 1, stdout: '', stderr: 'paste: there is none of this id\n' });
    }
  });

  it("user disable refuses a user's keys from the next request on, user enable takes them again", async () => {
    const status = async () => (await call(`${web.url}/api/v1/pastes`, { headers: owner })).status;
    expect(await status()).toBe(200);
    expect((await admin('user', 'disable', 'anna')).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await json('user', 'list')).users).toMatchObject([{ name: 'anna', activeKeys: 1, disabledAt: expect.any(Number) }]);
    expect((await admin('user', 'enable', 'anna')).code).toBe(0);
    expect(await status()).toBe(200);
    expect(await admin('user', 'disable', 'nobody')).toMatchObject({ code: 1, stderr: 'user: there is none of this name\n' });
  });

  it('stats counts what is stored', async () => {
    const before = await json('stats');
    await createPaste(web.url, { content: '12345', isE2ee: true });
    await createPaste(web.url, { content: '1234567', burnAfterRead: true }, owner);
    const after = await json('stats');
    for (const [field, more] of Object.entries({ pastes: 2, contentBytes: 12, isE2ee: 1, burnAfterRead: 1, owned: 1 }))
      expect({ field, more: after[field] - before[field] }).toEqual({ field, more });
    expect(after).toMatchObject({ users: 1, activeKeys: 1, expired: 0 });
  });

  it('doctor finds a healthy service healthy', async () => {
    const { code, stdout } = await runAdmin(['doctor', '--json'], { ...environment, BASE_URL: web.url });
    const checks = JSON.parse(stdout).checks as { name: string; state: string; message: string }[];
    expect(checks.map(({ name }) => name)).toEqual(['config', 'database', 'key', 'clock', 'worker', 'disk', 'address']);
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(code).toBe(0);
  });

  it('doctor finds each thing that is broken, however many there are', async () => {
    const broken = {
      ...environment,
      BASE_URL: 'http://127.0.0.1:1',
      REDIS_URL: 'redis://127.0.0.1:1',
      MASTER_KEY: newMasterKey(),
    };
    const { code, stdout } = await runAdmin(['doctor'], broken);
    expect(code).toBe(1);
    for (const [name, says] of [
      ['key', 'MASTER_KEY'],
      ['redis', 'ECONNREFUSED'],
      ['address', 'BASE_URL'],
    ])
      expect(stdout).toMatch(new RegExp(`^FAIL  ${name} .*${says}`, 'm'));
    expect(stdout).toMatch(/^ok {4}database /m);

    const unreachable = await runAdmin(['doctor'], { ...broken, DATABASE_URL: 'postgresql://user:canary@127.0.0.1:1/x' });
    expect(unreachable.stdout).toMatch(/^FAIL {2}database .*not reachable/m);
    expect(unreachable.stdout + unreachable.stderr).not.toContain('canary');
  });

  it('say what is wrong, in JSON too, and exit 1', async () => {
    const { code, stdout } = await runAdmin(['stats', '--json'], { ...environment, PORT: 'x' });
    expect({ code, error: JSON.parse(stdout).error }).toEqual({ code: 1, error: expect.stringContaining('PORT: ') });
    for (const args of [
      ['ban', 'add', 'nonsense'],
      ['ban', 'add', '10.0.0.0/33'],
      ['ban', 'add', '10.0.0.1', '--for', '1y'],
      ['paste'],
      ['nonsense'],
      ['import', '/nothing'],
      ['restore', '/nothing'],
    ])
      expect({ args, ...(await admin(...args)) }).toMatchObject({ args, code: 1, stdout: '', stderr: expect.stringMatching(/\S/) });
  });
});

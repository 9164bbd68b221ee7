/** The operator's commands as an operator runs them. */
import { readFileSync } from 'node:fs';
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
    await vi.waitFor(() => expect(piped.child.exitCode).toBe(0));
    await piped.kill();
    expect(piped.output()).toBe('');
  });

  it('paste show burns nothing and shows no content; paste delete removes the paste', async () => {
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
      expect(await admin('paste', command, other.publicId)).toEqual({ code: 1, stdout: '', stderr: 'no paste has this id\n' });
    }
  });

  it('user disable refuses the keys from the next request on; user enable undoes that', async () => {
    const status = async () => (await call(`${web.url}/api/v1/pastes`, { headers: owner })).status;
    expect(await status()).toBe(200);
    expect((await admin('user', 'disable', 'anna')).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await json('user', 'list')).users).toMatchObject([{ name: 'anna', activeKeys: 1, disabledAt: expect.any(Number) }]);
    expect((await admin('user', 'enable', 'anna')).code).toBe(0);
    expect(await status()).toBe(200);
    expect(await admin('user', 'disable', 'nobody')).toMatchObject({ code: 1, stderr: 'user: there is none of this name\n' });
  });

  it('key commands set rights and expiry, and take a whole key from stdin only', async () => {
    const key = (await admin('key', 'create', '--user', 'script', '--api-only', '--expires', '90d')).stdout.trim();
    const again = (await admin('key', 'create', '--user', 'script')).stdout.trim();
    const list = async () =>
      (await json('key', 'list')).keys as { id: string; createdAt: number; expiresAt: number; revokedAt: number | null }[];
    const find = async (text: string) => (await list()).find(({ id }) => id === text.slice(3, 11));
    const { createdAt = 0 } = (await find(key)) ?? {};
    expect(await find(key)).toMatchObject({ maySignIn: false, madeBy: null, expiresAt: createdAt + 90 * 86_400_000 });
    expect(await find(again)).toMatchObject({ maySignIn: true, expiresAt: null });
    const status = async () => (await call(`${web.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status;
    expect(await status()).toBe(200);

    const revoke = (input: string, ...args: string[]) =>
      new Promise<{ code: number | null; output: string }>((resolve) => {
        const { child, output } = run(
          ['-c', `printf '${input}' | '${process.execPath}' dist/admin.js key revoke ${args.join(' ')}`],
          environment,
          {
            program: '/bin/sh',
          },
        );
        child.once('close', (code) => resolve({ code, output: output() }));
      });
    expect(await revoke(`${key}\\n`)).toEqual({ code: 0, output: 'revoked\n' });
    expect(await status()).toBe(401);
    expect(await revoke('a\\000b\\n', '-')).toMatchObject({ code: 1, output: expect.stringMatching(/^key: /) });
    expect(await admin('key', 'revoke', again.slice(3, 11), '--with-made')).toMatchObject({ code: 0, stdout: 'revoked\n' });
  });

  it('user delete removes all of a user; paste delete-many removes pastes of a period', async () => {
    const leaving = { 'X-Api-Key': (await admin('key', 'create', '--user', 'leaving')).stdout.trim() };
    const { publicId } = await createPaste(web.url, { content: 'theirs' }, leaving);
    expect(await admin('user', 'delete', 'leaving')).toMatchObject({ code: 0, stdout: 'deleted, with 1 pastes and 1 keys\n' });
    expect((await readPaste(web.url, publicId)).status).toBe(404);
    expect((await call(`${web.url}/api/v1/pastes`, { headers: leaving })).status).toBe(401);
    expect(await admin('user', 'delete', 'leaving')).toMatchObject({ code: 1, stderr: expect.stringContaining('leaving') });

    const spam = await createPaste(web.url, { content: 'spam' });
    const after = new Date(Date.now() - 60_000).toISOString();
    expect(await json('paste', 'delete-many', '--anonymous', '--after', after, '--dry-run')).toEqual({ found: expect.any(Number) });
    expect((await readPaste(web.url, spam.publicId)).status).toBe(200);
    expect(await admin('paste', 'delete-many', '--anonymous', '--after', after)).toMatchObject({ code: 0 });
    expect((await readPaste(web.url, spam.publicId)).status).toBe(404);
    expect(await admin('paste', 'delete-many')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/--user.*--after/) });
  });

  it('stats counts what is stored', async () => {
    const before = await json('stats');
    await createPaste(web.url, { content: '12345', isE2ee: true });
    await createPaste(web.url, { content: '1234567', burnAfterRead: true }, owner);
    const after = await json('stats');
    for (const [field, more] of Object.entries({ pastes: 2, contentBytes: 12, isE2ee: 1, burnAfterRead: 1, owned: 1 }))
      expect({ field, more: after[field] - before[field] }).toEqual({ field, more });
    expect(after).toMatchObject({ users: 2, activeKeys: 1, expired: 0 });
  });

  it('doctor finds a healthy service healthy', async () => {
    const { code, stdout } = await runAdmin(['doctor', '--json'], { ...environment, BASE_URL: web.url });
    const checks = JSON.parse(stdout).checks as { name: string; state: string; message: string }[];
    expect(checks.map(({ name }) => name)).toEqual([
      'config',
      'database',
      'key',
      'clock',
      'worker',
      'heartbeat',
      'backup',
      'administrators',
      'connections',
      'disk',
      'files',
      'copies',
      'proxy',
      'address',
    ]);
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
    // The tests in server/admin cover the other refusals.
    for (const args of [['ban', 'add', 'nonsense'], ['paste'], ['nonsense'], ['restore', '/nothing']])
      expect({ args, ...(await admin(...args)) }).toMatchObject({ args, code: 1, stdout: '', stderr: expect.stringMatching(/\S/) });
  });

  it('what changes something says so in JSON, too, and --version which program it is', async () => {
    const made = await json('key', 'create', '--user', 'carl');
    expect(made).toMatchObject({ user: 'carl', key: expect.any(String) });
    expect(await json('key', 'revoke', made.key)).toMatchObject({ revoked: 1 });
    expect(await admin('--version')).toMatchObject({ code: 0, stdout: `${JSON.parse(readFileSync('package.json', 'utf8')).version}\n` });
  });
});

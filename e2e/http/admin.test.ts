/** The operator's commands as an operator runs them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../support/api';
import { run, runAdmin } from '../support/processes';
import { withService } from '../support/service';
import { processEngines } from '../support/settings';

describe.each(processEngines)("the operator's commands on %s", (engine) => {
  const service = withService({ engine });

  const admin = (...args: string[]) => runAdmin(args, service.environment);
  const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).stdout);

  it('whose reader goes away, as head does, they end without a word', async () => {
    const piped = run(['-c', `'${process.execPath}' dist/admin.js user list | head -c 0`], service.environment, { program: '/bin/sh' });
    await vi.waitFor(() => expect(piped.child.exitCode).toBe(0));
    await piped.kill();
    expect(piped.output()).toBe('');
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
    const status = async () => (await call(`${service.url}/api/v1/pastes`, { headers: { 'X-Api-Key': key } })).status;
    expect(await status()).toBe(200);

    const revoke = (input: string, ...args: string[]) =>
      new Promise<{ code: number | null; output: string }>((resolve) => {
        const { child, output } = run(
          ['-c', `printf '${input}' | '${process.execPath}' dist/admin.js key revoke ${args.join(' ')}`],
          service.environment,
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

  it('doctor finds a healthy service healthy', async () => {
    const { code, stdout } = await runAdmin(['doctor', '--json'], { ...service.environment, BASE_URL: service.url });
    const checks = JSON.parse(stdout).checks as { name: string; state: string; message: string }[];
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(code).toBe(0);
  });

  it('say what is wrong, in JSON too, and exit 1', async () => {
    const { code, stdout } = await runAdmin(['user', 'list', '--json'], { ...service.environment, PORT: 'x' });
    expect({ code, error: JSON.parse(stdout).error }).toEqual({ code: 1, error: expect.stringContaining('PORT: ') });
    // The tests in server/admin cover the other refusals.
    expect(await admin('ban', 'add', 'nonsense')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/\S/) });
  });

  it('what changes something says so in JSON, too, and --version which program it is', async () => {
    const made = await json('key', 'create', '--user', 'carl');
    expect(made).toMatchObject({ user: 'carl', key: expect.any(String) });
    expect(await json('key', 'revoke', made.key)).toMatchObject({ revoked: 1 });
    expect(await admin('--version')).toMatchObject({ code: 0, stdout: `${JSON.parse(readFileSync('package.json', 'utf8')).version}\n` });
  });
});

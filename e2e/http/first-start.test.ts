/** Tests `npm start` on a machine where nothing is configured, the first start for most people. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { createPaste, readPaste } from '../support/api';
import { newMasterKey, type RunningProcess, run, runAdmin } from '../support/processes';

/** Files that the program reads besides its scripts; none of them configures it. */
const LINKED = [
  '.next',
  'app',
  'cli',
  'components',
  'dist',
  'lib',
  'locales',
  'node_modules',
  'prisma',
  'server',
  'static-pages',
  'worker',
  'instrumentation.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'vite.config.mjs',
];

let folder: string;
let service: RunningProcess | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-first-start-'));
  cpSync(join(rootDir, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of LINKED) symlinkSync(join(rootDir, name), join(folder, name));
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<string> {
  service = run([join(folder, 'scripts/start.mjs')], { HOST: '127.0.0.1', PORT: '0' });
  await Promise.all([service.waitFor('web is listening'), service.waitFor('worker is running')]);
  return `http://127.0.0.1:${/"port":(\d+)/.exec(service.output())?.[1]}`;
}

it('the first start writes .env with a key, and a restart finds everything again', async () => {
  const url = await start();
  const envFile = join(folder, '.env');
  const env = readFileSync(envFile, 'utf8');
  const key = /^MASTER_KEY=(.+)$/m.exec(env)?.[1] ?? '';
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  expect(statSync(envFile).mode & 0o777).toBe(0o600);
  expect(service?.output()).toMatch(/Wrote a fresh MASTER_KEY into \.env.*\n.*KEEP A COPY/);
  expect(service?.output()).not.toContain(key);

  const { publicId } = await createPaste(url, { content: 'the first paste' });
  const data = join(folder, 'data');
  expect(statSync(data).mode & 0o777).toBe(0o700);
  expect(readdirSync(data)).toContain('sealpaste.db-wal');
  for (const file of readdirSync(data)) expect([file, statSync(join(data, file)).mode & 0o777]).toEqual([file, 0o600]);
  expect(await service?.stop()).toBe(0);

  const urlAgain = await start();
  expect((await readPaste(urlAgain, publicId)).body.content).toBe('the first paste');
  expect(readFileSync(envFile, 'utf8')).toBe(env);
  expect(service?.output()).not.toContain('Wrote a fresh');
  expect(await service?.stop()).toBe(0);
});

it("of all commands only migrate makes a database, its user's alone", async () => {
  const file = join(folder, 'by-command.db');
  const environment = { MASTER_KEY: newMasterKey(), DATABASE_URL: `file:${file}` };
  for (const args of [['user', 'list'], ['doctor'], ['key', 'create', '--user', 'anna'], ['backup', join(folder, 'b')]]) {
    const { code, stdout, stderr } = await runAdmin(args, environment);
    expect([args[0], code, /by-command\.db does not exist/.test(stdout + stderr)]).toEqual([args[0], 1, true]);
    expect(readdirSync(folder)).not.toContain('by-command.db');
  }
  const { code, stdout } = await runAdmin(['migrate', '--json'], environment);
  expect([code, JSON.parse(stdout)]).toEqual([0, { migrations: expect.arrayContaining([expect.any(String)]), schema: expect.any(String) }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await runAdmin(['key', 'create', '--user', 'anna'], environment)).code).toBe(0);
});

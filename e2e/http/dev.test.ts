/** Tests `npm run dev` on a copy of the sources, since it writes into the tree and a test changes a source. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { newMasterKey, type RunningProcess, run } from '../support/processes';

const SOURCES = ['app', 'cli', 'components', 'lib', 'locales', 'prisma', 'scripts', 'server', 'static-pages', 'worker'];
const FILES = ['instrumentation.ts', 'LICENSE', 'next.config.mjs', 'package.json', 'tsconfig.json', 'vite.config.mjs'];

let folder: string;
let dev: RunningProcess;

beforeAll(() => {
  // The copy lies inside the project, because Next compiles nothing outside the folder that has the packages.
  mkdirSync(join(rootDir, 'dist'), { recursive: true });
  folder = mkdtempSync(join(rootDir, 'dist/dev-test-'));
  for (const name of [...SOURCES, ...FILES])
    cpSync(join(rootDir, name), join(folder, name), { recursive: true, filter: (path) => !/\.test\.tsx?$/.test(path) });
  symlinkSync(join(rootDir, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  await dev?.stop();
  rmSync(folder, { recursive: true });
});

const times = (text: string) => dev.output().split(text).length - 1;

it('the web process compiles pages as it runs and restarts when its sources change', async () => {
  const environment = { HOST: '127.0.0.1', PORT: '0', DATABASE_URL: `file:${join(folder, 'dev.db')}`, MASTER_KEY: newMasterKey() };
  dev = run([join(folder, 'scripts/run.mjs'), 'dev'], environment);
  await Promise.all([dev.waitFor('web is listening'), dev.waitFor('worker is running')]);
  const url = `http://127.0.0.1:${/"port":(\d+)/.exec(dev.output())?.[1]}`;
  for (const path of ['/-', '/-']) expect((await fetch(url + path)).status).toBe(404);

  const source = join(folder, 'server/main.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace('web is listening', 'web has changed'));
  await dev.waitFor('web has changed');
  expect(times('web is stopping')).toBe(1);
  expect(times('worker is running')).toBeGreaterThan(0);
  expect(dev.output()).not.toMatch(/Error|[Ww]arn|expected/);
  expect(await dev.stop()).toBe(0);
});

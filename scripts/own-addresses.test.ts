/** Tests the linter rule for addresses of the service on lines that break it and lines that don't. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const REPORTED = [
  'a(<a href="/view" />)',
  "a(<a href={'/view'} />)",
  'a(<form action={`/view/x`} />)',
  "a({ href: '/account' })",
  'a({ status: 303, headers: { Location: `/view/x` } })',
  "fetch('/api/v1/pastes')",
  "fetch(`/raw/x`, { cache: 'no-store' })",
];
const ALLOWED = [
  'a(<a href="#content" />)',
  'a(<a href="https://example.org/" />)',
  'a(<a href={addressOf(`/view/x`)} />)',
  'a(<Code command={`/link x`} />)',
  "a({ path: '/api/v1/pastes' })",
  "redirect('/account')",
  "fetch(addressOf('/api/v1/pastes'))",
];

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('an address of ours that is written out is reported, and nothing else is', () => {
  const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  for (const rule of readdirSync(root).filter((name) => name.endsWith('.grit'))) copyFileSync(join(root, rule), join(folder, rule));
  const text = [...REPORTED, ...ALLOWED].map((line) => `${line};\n`).join('');
  for (const name of ['app', 'components', 'lib', 'cli']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'planted.tsx'), text);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  const reported = [...stdout.matchAll(/^::error title=plugin,file=[^,]*?(\w+)\/planted\.tsx,line=(\d+)/gm)].map(
    ([, name, line]) => `${name} ${line}`,
  );
  const expected = ['app', 'components', 'lib'].flatMap((name) => REPORTED.map((_, index) => `${name} ${index + 1}`));
  expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

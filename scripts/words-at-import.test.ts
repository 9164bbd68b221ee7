/** Tests the linter rule for sentences that a module takes when it is imported, on lines that break it and lines that don't. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const REPORTED = [
  'const title = viewMessages.title',
  'const title = viewMessages.loading.title',
  'const { title, text } = viewMessages',
  'const metadata = { title: messages.title }',
  'const NAMES = { a: messages.a, b: words.b }',
  'const NAMES = new Map([[1, messages[kind]]])',
  'a(titled(messages.title))',
  'a(z.string(messages.tooLong))',
  'class A { label = messages.label }',
];
const ALLOWED = [
  'const messages = viewMessages.loading',
  'const formMessages = viewMessages.form',
  'const words = apiDocsMessages.types',
  'const generateMetadata = () => ({ title: messages.title })',
  'a(titled(() => messages.title))',
  'const metadata = { get title() { return messages.title; } }',
  'function a() { const { title, text } = viewMessages; return messages[title] + text; }',
  'class A { label() { return messages.label; } }',
  'function a(text = messages.text) { return text; }',
];

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a sentence that is taken at import is reported, and a group of sentences is not', () => {
  const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  for (const rule of readdirSync(root).filter((name) => name.endsWith('.grit'))) copyFileSync(join(root, rule), join(folder, rule));
  const names = ['app', 'components', 'lib'];
  for (const name of names) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'planted.ts'), [...REPORTED, ...ALLOWED].map((line) => `${line};\n`).join(''));
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  const reported = [...stdout.matchAll(/^::error title=plugin,file=[^,]*?(\w+)\/planted\.ts,line=(\d+)/gm)].map(
    ([, name, line]) => `${name} ${line}`,
  );
  const expected = names.flatMap((name) => REPORTED.map((_, index) => `${name} ${index + 1}`));
  expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

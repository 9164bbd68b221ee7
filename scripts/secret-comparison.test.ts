/** Tests the linter rule for secret comparisons on lines that break it and lines that don't. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** All rules that biome.json names. */
const RULES = readdirSync(root).filter((name) => name.endsWith('.grit'));

const REPORTED = [
  'token === shown',
  'shown !== token',
  'row.manageTokenHash === hashToken(shown)',
  'config.METRICS_TOKEN === shown',
  "hash.digest('hex') === shown",
  "stored.signature.toString('base64') == shown",
  'row.keyHash.equals(shown)',
  'Buffer.compare(row.readProof, shown) === 0',
  'secret !== (await currentSecret(id))',
];

const ALLOWED = [
  'token === null',
  'undefined !== secret',
  "typeof token === 'string'",
  "secret === ''",
  'token.length === 32',
  'timingSafeEqual(keyHash, hashApiKey(shown))',
  'publicId === shown',
];

const folder = mkdtempSync(join(tmpdir(), 'sealpaste-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The reported lines of each planted file, which has all the comparisons. */
const reported = new Map<string, number[]>();

beforeAll(() => {
  const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  for (const rule of RULES) copyFileSync(join(root, rule), join(folder, rule));
  const text = [...REPORTED, ...ALLOWED].map((comparison) => `check(${comparison});\n`).join('');
  for (const name of ['lib/accounts', 'server', 'worker', 'app/api', 'lib/accounts/testing']) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'planted.ts'), text);
  }
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', folder], {
    cwd: folder,
    encoding: 'utf8',
  });
  for (const [, file = '', line] of stdout.matchAll(
    /^::error title=plugin,file=(?:.*?\/)??((?:lib|server|worker|app)\/[^,]*),line=(\d+)/gm,
  ))
    reported.set(file, [...(reported.get(file) ?? []), Number(line)]);
});

describe('the linter', () => {
  it.each(['lib/accounts/planted.ts', 'server/planted.ts', 'worker/planted.ts', 'app/api/planted.ts'])(
    'reports every secret comparison in %s, and nothing else',
    (file) => {
      expect(reported.get(file)?.toSorted((a, b) => a - b)).toEqual(REPORTED.map((_, index) => index + 1));
    },
  );

  it('ignores tests and their helpers', () => {
    expect([...reported.keys()].some((file) => file.includes('testing'))).toBe(false);
  });
});

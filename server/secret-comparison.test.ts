/** The linter's own rule about comparing secrets, tried on lines that break it and lines that don't. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const RULE = 'biome.secret-comparison.grit';

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

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sealpaste-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines that are reported, by file, of files that hold all the comparisons. */
const reported = new Map<string, number[]>();

beforeAll(() => {
  const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
  copyFileSync(join(root, RULE), join(folder, RULE));
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
    'the linter reports every comparison of a secret in %s, and nothing else',
    (file) => {
      expect(reported.get(file)?.toSorted((a, b) => a - b)).toEqual(REPORTED.map((_, index) => index + 1));
    },
  );

  it('the linter leaves tests and their helpers alone', () => {
    expect([...reported.keys()].some((file) => file.includes('testing'))).toBe(false);
  });
});

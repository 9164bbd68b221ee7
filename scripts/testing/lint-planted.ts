import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the rules that biome.json names. */
const RULES = 'e2e/lint';

/**
 * Plants a file in folders of a tree of its own, and runs the linter there with our configuration and all our rules.
 * @param file its name @returns the lines that our rules report, in order, by path such as `lib/planted.ts`
 */
export function lintPlanted(folders: readonly string[], file: string, text: string): Map<string, number[]> {
  const tree = mkdtempSync(join(tmpdir(), 'sealpaste-lint-'));
  try {
    const configuration = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
    writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...configuration, vcs: { enabled: false } }));
    cpSync(join(root, RULES), join(tree, RULES), { recursive: true });
    for (const folder of folders) {
      mkdirSync(join(tree, folder), { recursive: true });
      writeFileSync(join(tree, folder, file), text);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', tree], {
      cwd: tree,
      encoding: 'utf8',
    });
    const reported = new Map<string, number[]>();
    for (const [, path = '', line] of stdout.matchAll(/^::error title=plugin,file=([^,]*),line=(\d+)/gm)) {
      const planted = relative(tree, resolve(tree, path));
      reported.set(planted, [...(reported.get(planted) ?? []), Number(line)]);
    }
    for (const lines of reported.values()) lines.sort((a, b) => a - b);
    return reported;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

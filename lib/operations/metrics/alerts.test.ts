/** The alert rules fire when they should, and use only metrics that a process has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RULES = join(ROOT, 'docs/operations/alerts.yaml');
/** promtool is in Debian's package prometheus. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('the alert rules', () => {
  it.runIf(hasPromtool)('fire in each case of alerts.test.yaml, and only there', () => {
    const output = execFileSync('promtool', ['test', 'rules', join(ROOT, 'docs/operations/alerts.test.yaml')], { encoding: 'utf8' });
    expect(output).toContain('SUCCESS');
  });

  it('name only metrics that a process tells', () => {
    const folder = join(ROOT, 'lib/operations/metrics');
    const sources = readdirSync(folder)
      .map((file) => join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const names = new Set(readFileSync(RULES, 'utf8').match(/\bsealpaste_\w+/g));
    expect(names.size).toBeGreaterThan(10);
    for (const name of names) expect(sources, name).toContain(`'${name.replace(/_bucket$/, '')}'`);
  });
});

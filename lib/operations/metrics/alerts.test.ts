/** The alert rules fire when they should, the dashboard's queries can be read, and both use only metrics that a process has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OPERATIONS = join(ROOT, 'docs/operations');
/** promtool is in Debian's package prometheus. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

interface Panel {
  id: number;
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  targets: { expr: string }[];
}

describe('the alert rules', () => {
  const caseFiles = ['alerts.test.yaml', 'alerts-load.test.yaml', 'alerts-slow.test.yaml'].map((name) => join(OPERATIONS, name));

  it.runIf(hasPromtool)('fire in each case of their tests, and only there', () => {
    const output = execFileSync('promtool', ['test', 'rules', ...caseFiles], { encoding: 'utf8' });
    expect(output).toContain('SUCCESS');
  });

  it.each(readFileSync(join(OPERATIONS, 'alerts.yaml'), 'utf8').match(/(?<=alert: )\w+/g) ?? [])(
    '%s has a case in which it fires and one in which it does not',
    (alert) => {
      const cases = caseFiles.flatMap((path) => readFileSync(path, 'utf8').split('eval_time').slice(1));
      const fires = cases.filter((text) => new RegExp(`alertname: ${alert}\\b`).test(text)).map((text) => text.includes('exp_alerts'));
      expect(new Set(fires)).toEqual(new Set([true, false]));
    },
  );
});

describe('the dashboard', () => {
  const { panels } = JSON.parse(readFileSync(join(OPERATIONS, 'grafana.json'), 'utf8')) as { panels: Panel[] };
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));

  it.runIf(hasPromtool)('has only queries that Prometheus can read', () => {
    expect(expressions.length).toBeGreaterThan(15);
    const rules = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    const folder = mkdtempSync(join(tmpdir(), 'sealpaste-dashboard-'));
    try {
      const file = join(folder, 'rules.json');
      // JSON is YAML, too.
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
      expect(execFileSync('promtool', ['check', 'rules', file], { encoding: 'utf8' })).toContain(`SUCCESS: ${rules.length} rules found`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('gives each panel a number and a place of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });
});

it.each(['alerts.yaml', 'grafana.json'])('%s names only metrics that a process tells', (file) => {
  const folder = join(ROOT, 'lib/operations/metrics');
  const sources = readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .concat(join(ROOT, 'lib/composition/build-web.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const names = new Set(readFileSync(join(OPERATIONS, file), 'utf8').match(/\bsealpaste_\w+/g));
  expect(names.size).toBeGreaterThan(10);
  for (const name of names) expect(sources, name).toContain(`'${name.replace(/_bucket$/, '')}'`);
});

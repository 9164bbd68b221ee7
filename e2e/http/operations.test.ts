/** Tests that everything named in the operators' files exists in the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { VARIABLES } from '#lib/config/config-variables';
import { rootDir } from '../../scripts/source-hash.mjs';
import { call } from '../support/api';
import { withService } from '../support/service';

const TOKEN = 'metrics-token-of-this-test';
/** Variables of compose files, systemd and examples. */
const NOT_OURS = new Set(['POSTGRES_PASSWORD', 'PUBLISH_ADDRESS', 'THE_TOKEN', 'AF_INET', 'AF_UNIX', 'NODE_ENV', 'NODE_OPTIONS']);
/** An address where nobody listens, so each process counts by itself and logs that. */
const NO_REDIS = 'redis://127.0.0.1:1';
const read = (name: string) => readFileSync(join(rootDir, name), 'utf8');

describe('the files for operators', () => {
  const service = withService({
    workers: 1,
    variables: { METRICS_TOKEN: TOKEN, METRICS_PORT: '0', RATE_LIMIT_ANONYMOUS: '1', TRUST_PROXY: '1', REDIS_URL: NO_REDIS },
  });

  it.each(['grafana.json', 'alerts.yaml'])('%s asks only for metrics that are there', async (name) => {
    const workerPort = /"metricsPort":(\d+)/.exec(service.worker.output())?.[1];
    const text = read(`docs/operations/${name}`);
    const asked = new Set(text.match(/\b(?:sealpaste|nodejs|process)_[a-z0-9_]+_?[a-z]+\b/g));
    expect(asked.size).toBeGreaterThan(5);
    await call(`${service.url}/healthz`);
    await vi.waitFor(async () => {
      const urls = [service.url, `http://127.0.0.1:${workerPort}`];
      const told = await Promise.all(
        urls.map((url) => call<string>(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } }).then(({ body }) => body)),
      );
      for (const metric of asked) expect(told.join('\n')).toMatch(new RegExp(`^(?:# TYPE )?${metric}[ {]`, 'm'));
    });
  });

  it('fail2ban finds the address in a rate-limit hit, and in nothing else', async () => {
    const failregex = /^failregex = (.+)$/m.exec(read('docs/operations/fail2ban-filter.conf'))?.[1] ?? '';
    // fail2ban makes <HOST> a group and lets the expression begin anywhere.
    const pattern = new RegExp(failregex.replace('<HOST>', '([\\w.:]+)'));
    const hit = () =>
      call(`${service.url}/api/v1/pastes/x`, {
        headers: { 'X-Forwarded-For': '203.0.113.9', 'User-Agent': '"clientAddress":"198.51.100.1"' },
      });
    await hit();
    await hit();
    await service.web.waitFor('203.0.113.9","limit"');
    const found = service.web
      .output()
      .split('\n')
      .flatMap((line) => pattern.exec(line)?.[1] ?? []);
    expect(new Set(found)).toEqual(new Set(['203.0.113.9']));
  });

  it.each(['docs/install.md', 'docs/security.md', 'docs/operations/sealpaste-web.service', 'docs/operations/sealpaste-worker.service'])(
    '%s names only variables that exist',
    (name) => {
      const known = new Set(
        Object.entries(VARIABLES).flatMap(([one, definition]) => ('secret' in definition ? [one, `${one}_FILE`] : [one])),
      );
      const named = read(name).match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
      expect(named.filter((variable) => !known.has(variable) && !NOT_OURS.has(variable))).toEqual([]);
    },
  );
});

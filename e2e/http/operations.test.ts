/** Tests that everything named in the operators' files exists in the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { VARIABLES } from '#lib/config/config-variables';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '#lib/testing/fake-bot-api';
import { startReceiver, withStatus } from '#lib/testing/receiver';
import { messageUpdate } from '#lib/testing/updates';
import { rootDir } from '../../scripts/source-hash.mjs';
import { call, createPaste, createWebhook } from '../support/api';
import { withService } from '../support/service';

const TOKEN = 'metrics-token-of-this-test';
/** Variables of compose files, systemd and examples. */
const NOT_OURS = new Set([
  'POSTGRES_PASSWORD',
  'PUBLISH_ADDRESS',
  'CADDY_ADDRESS',
  'THE_TOKEN',
  'AF_INET',
  'AF_UNIX',
  'NODE_ENV',
  'NODE_OPTIONS',
]);
/** An address where nobody listens, so each process counts by itself and logs that. */
const NO_REDIS = 'redis://127.0.0.1:1';
const read = (name: string) => readFileSync(join(rootDir, name), 'utf8');

describe('the files for operators', () => {
  let platform: FakeBotApi;
  const service = withService({
    workers: 1,
    async variables() {
      platform = await startFakeBotApi();
      return {
        METRICS_TOKEN: TOKEN,
        METRICS_PORT: '0',
        RATE_LIMIT_ANONYMOUS: '1',
        TRUST_PROXY: '1',
        REDIS_URL: NO_REDIS,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        MESSENGER_WEBHOOK_SECRET: 'secret',
        MESSENGER_API_URL: platform.url,
      };
    },
  });
  afterAll(() => platform?.stop());

  const workerUrl = () => `http://127.0.0.1:${/"metricsPort":(\d+)/.exec(service.worker.output())?.[1]}`;
  const metricsOf = async (url: string) => (await call<string>(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })).body;

  it.each(['grafana.json', 'alerts.yaml'])('%s asks only for metrics that are there', async (name) => {
    const text = read(`docs/operations/${name}`);
    const asked = new Set(text.match(/\b(?:sealpaste|nodejs|process)_[a-z0-9_]+_?[a-z]+\b/g));
    expect(asked.size).toBeGreaterThan(5);
    await call(`${service.url}/healthz`);
    await vi.waitFor(async () => {
      const told = (await Promise.all([service.url, workerUrl()].map(metricsOf))).join('\n');
      for (const metric of asked) expect(told).toMatch(new RegExp(`^(?:# TYPE )?${metric}[ {]`, 'm'));
    });
  });

  it('metrics count attempts to tell somebody, in the process that made them', async () => {
    const receivers = await Promise.all([startReceiver(), startReceiver(withStatus(410))]);
    try {
      for (const { url } of receivers) await createWebhook(service.url, service.owner, { url, events: ['paste.created'] });
      await createPaste(service.url, { content: 'told' }, service.owner);
      for (const secret of ['secret', 'wrong', 'wrong'])
        await call(`${service.url}/api/v1/messenger/webhook`, {
          json: messageUpdate('/start'),
          headers: { 'X-Telegram-Bot-Api-Secret-Token': secret },
        });
      expect((await metricsOf(service.url)).match(/^sealpaste_chat_updates_total.*/gm)?.sort()).toEqual([
        'sealpaste_chat_updates_total{outcome="applied"} 1',
        'sealpaste_chat_updates_total{outcome="refused"} 2',
      ]);
      await vi.waitFor(async () => {
        const counts = (await metricsOf(workerUrl())).match(/^sealpaste_send_attempts_total.*/gm)?.sort();
        expect(counts).toEqual([
          'sealpaste_send_attempts_total{queue="chats",outcome="delivered"} 1',
          'sealpaste_send_attempts_total{queue="webhooks",outcome="cancelled"} 1',
          'sealpaste_send_attempts_total{queue="webhooks",outcome="delivered"} 1',
        ]);
      }, 30_000);
    } finally {
      await Promise.all(receivers.map((receiver) => receiver.stop()));
    }
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
    await service.web.waitFor('203.0.113.9","limiter":"anonymous"');
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

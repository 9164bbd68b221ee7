/** Tests the metrics, which only Prometheus gets to see. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '#lib/testing/fake-bot-api';
import { messageUpdate } from '#lib/testing/updates';
import { startReceiver, withStatus } from '#lib/testing/receiver';
import { call, createPaste, createWebhook } from '../support/api';
import { withService } from '../support/service';

const TOKEN = 'metrics-token-of-this-test';
const withToken = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

describe('metrics', () => {
  let workerUrl: string;
  let platform: FakeBotApi;
  const service = withService({
    workers: 1,
    async variables() {
      platform = await startFakeBotApi();
      return {
        METRICS_TOKEN: TOKEN,
        METRICS_PORT: '0',
        RATE_LIMIT_ANONYMOUS: '3',
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
        MESSENGER_WEBHOOK_SECRET: 'secret',
        MESSENGER_API_URL: platform.url,
      };
    },
  });

  beforeAll(() => {
    workerUrl = `http://127.0.0.1:${/"metricsPort":(\d+)/.exec(service.worker.output())?.[1]}`;
  });
  afterAll(() => platform?.stop());

  const scrape = async (url: string) => (await call<string>(`${url}/metrics`, withToken(TOKEN))).body;

  it.each(['web', 'worker'])("the %s's need the token, the whole token", async (name) => {
    const url = `${name === 'web' ? service.url : workerUrl}/metrics`;
    for (const options of [
      {},
      withToken(''),
      withToken('x'),
      withToken(TOKEN.slice(0, -1)),
      withToken(`${TOKEN}x`),
      { headers: { Authorization: TOKEN } },
    ]) {
      const { status, body } = await call(url, options);
      expect({ status, body }).toEqual({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
    }
    const { status, headers, body } = await call<string>(url, withToken(TOKEN));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('of the worker count what is stored and the runs of its loops', async () => {
    await vi.waitFor(async () => {
      const text = await scrape(workerUrl);
      for (const name of ['pastes', 'content_bytes', 'expired_pastes', 'users'])
        expect(text).toMatch(new RegExp(`^sealpaste_${name} \\d+$`, 'm'));
      expect(text).toMatch(/^sealpaste_loop_runs_total\{loop="cleanup",outcome="ok"\} [1-9]/m);
    });
    expect(await call(`${workerUrl}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect((await call(`${workerUrl}/anything`)).status).toBe(404);
    expect((await call(`${workerUrl}/metrics`, { json: {} })).status).toBe(405);
  });

  it('of the worker count what came of its attempts to tell somebody', async () => {
    const receivers = await Promise.all([startReceiver(), startReceiver(withStatus(410))]);
    try {
      for (const { url } of receivers) await createWebhook(service.url, service.owner, { url, events: ['paste.created'] });
      await createPaste(service.url, { content: 'told' }, service.owner);
      for (const secret of ['secret', 'wrong', 'wrong'])
        await call(`${service.url}/api/v1/messenger/webhook`, {
          json: messageUpdate('/start'),
          headers: { 'X-Telegram-Bot-Api-Secret-Token': secret },
        });
      expect((await scrape(service.url)).match(/^sealpaste_chat_updates_total.*/gm)?.sort()).toEqual([
        'sealpaste_chat_updates_total{outcome="applied"} 1',
        'sealpaste_chat_updates_total{outcome="refused"} 2',
      ]);
      await vi.waitFor(async () => {
        const counts = (await scrape(workerUrl)).match(/^sealpaste_send_attempts_total.*/gm)?.sort();
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
});

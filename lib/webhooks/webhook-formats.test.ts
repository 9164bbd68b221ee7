/** Webhooks of other formats than the signed one: requests that arrive, limits of platforms, and credentials that stay hidden. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../encoding/time.rules';
import { LEASE_MS } from '../outbox/outbox.rules';
import { type Answer, withStatus } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { openTestWebhooks, SECRET, type TestWebhooks } from '../testing/test-webhooks';
import { BASE_URL, NOON } from '../testing/users';
import type { WebhookFormat } from './formats/format.rules';
import { presentWebhook } from './webhook.presenter';
import { LIMITED_FOR_MS } from './webhook.rules';
import type { WebhookChanges } from './webhook.schema';
import { openSecret } from './webhook-rows';

const TOKEN = 'syt_anna_aBcDeFgH';
/** A format for each place of a secret: a path, a query, a token. What is secret in its address, and the path that is requested. */
const CHATS = [
  { format: 'slack', path: '/services/T0/B0/aBcDeFgHiJkL', method: 'POST', hidden: 'aBcDeFgHiJkL' },
  { format: 'teams', path: '/workflows/1?sig=aBcDeFgHiJkL', method: 'POST', hidden: 'aBcDeFgHiJkL' },
  {
    format: 'matrix',
    path: '/!abcdefgh:example',
    method: 'PUT',
    hidden: '!abcdefgh:example',
    secret: TOKEN,
    requested: /^\/_matrix\/client\/v3\/rooms\/!abcdefgh%3Aexample\/send\/m\.room\.message\/msg_\w+$/,
  },
  { format: 'ntfy', path: '/abcdefgh', method: 'POST', hidden: 'abcdefgh', secret: TOKEN, requested: /^\/$/ },
] as const;

describe.each(engines)('webhooks of other formats on %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(async () => {
    await webhooks.clear();
    webhooks.receiver.answer(withStatus(200));
  });
  afterAll(() => webhooks?.close());

  const origin = () => new URL(webhooks.receiver.url).origin;
  const paste = (fields: Parameters<typeof store>[2] = {}) => store(webhooks.at(NOON).pastes, 'text', { owner: webhooks.anna, ...fields });
  const log = async (id: number) => webhooks.repository.listDeliveries(id, 100, 0);
  const subscribe = (format: WebhookFormat, path: string, secret?: string) => webhooks.subscribe({ format, url: origin() + path, secret });
  const update = (id: number, changes: WebhookChanges) => webhooks.service.update(webhooks.anna, id, changes);

  async function attempt(now: number, response?: Answer) {
    if (response) webhooks.receiver.answer(response);
    return webhooks.at(now).attempt(await webhooks.claimOne(now));
  }

  describe.each(CHATS)('of $format', (chat) => {
    const { format, path, hidden } = chat;
    const secret = 'secret' in chat ? chat.secret : undefined;

    it('an event is tried until it arrives, each time by the same request', async () => {
      const { id } = await subscribe(format, path, secret);
      const { publicId } = await paste({ title: 'notes' });
      await attempt(NOON, withStatus(503));
      expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 1, nextRetryAt: NOON + 20_000 }]);
      await attempt(NOON + 20_000, (response) => void response.destroy());
      await attempt(NOON + 60_000, withStatus(200));
      expect(await log(id)).toMatchObject([{ status: 'delivered', attempts: 3 }]);
      const [first, ...others] = webhooks.receiver.received;
      expect(others).toHaveLength(2);
      for (const other of others) expect(other).toMatchObject({ path: first?.path, body: first?.body });
      expect(first?.path).toMatch('requested' in chat ? chat.requested : path);
      expect(first?.body).toContain(`${BASE_URL}/view/${publicId}`);
      expect(first?.headers.authorization).toBe(secret === undefined ? undefined : `Bearer ${TOKEN}`);
      expect(Object.keys(first?.headers ?? {}).filter((name) => /^(x-service|webhook)-/.test(name))).toEqual([]);
    });

    it('neither the list nor the log has the address or the token', async () => {
      const { id } = await subscribe(format, path, secret);
      await paste();
      webhooks.receiver.answer((response, { path: requested, headers }) => {
        const echo = `${hidden} ${encodeURIComponent(hidden)} ${requested} ${headers.authorization}`;
        response.writeHead(400, { 'Content-Type': 'text/plain' }).end(echo);
      });
      await attempt(NOON);
      const shown = [presentWebhook(await webhooks.service.find(webhooks.anna, id)), ...(await log(id))];
      const test = await webhooks.service.test(webhooks.anna, id);
      expect(test.body).toContain('…');
      for (const one of [...shown, test, webhooks.lines]) {
        const text = JSON.stringify(one);
        expect(text).not.toContain(hidden);
        expect(text).not.toContain(encodeURIComponent(hidden));
        expect(text).not.toContain(TOKEN);
      }
      expect(presentWebhook(await webhooks.service.find(webhooks.anna, id)).url).toBe(
        `${origin()}/…${path.length < 12 ? '' : path.slice(-4)}`,
      );
    });
  });

  it('a limited chat is left alone until its time, and that costs no attempt', async () => {
    const { id } = await subscribe('discord', '/api/webhooks/1/aBcDeFgHiJkL');
    for (const title of ['first', 'second', 'third']) await paste({ title });
    const { jobs } = await webhooks.at(NOON).queue.claim(1);
    webhooks.receiver.answer(withStatus(429, { 'Retry-After': '65' }, '{"message": "limited", "retry_after": 64.57, "global": false}'));
    for (const job of jobs) await webhooks.at(NOON).attempt(job);
    expect(await log(id)).toContainEqual(
      expect.objectContaining({ status: 'retrying', attempts: 0, responseStatus: 429, nextRetryAt: NOON + 64_570 }),
    );
    expect((await webhooks.at(NOON + 64_569).queue.claim(10)).jobs).toEqual([]);
    // One at a time until the chat takes one.
    const [probe, ...others] = (await webhooks.at(NOON + 64_570).queue.claim(10)).jobs;
    expect(others).toEqual([]);
    webhooks.receiver.answer(withStatus(204));
    if (probe) await webhooks.at(NOON + 64_570).attempt(probe);
    expect((await webhooks.at(NOON + 64_570).queue.claim(10)).jobs).toHaveLength(2);
  });

  it.each([
    ['a second at least', '0', 1_000],
    ['an hour at most', '86400', HOUR_MS],
    ['20 s when it names no time', undefined, 20_000],
  ])('a limited chat is left alone for %s', async (_, retryAfter, delayMs) => {
    const { id } = await subscribe('slack', '/services/T0/B0/aBcDeFgHiJkL');
    await paste();
    await attempt(NOON, withStatus(429, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }));
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 0, nextRetryAt: NOON + delayMs }]);
  });

  it('limits that last for a day end a delivery like other refusals', async () => {
    const { id } = await subscribe('slack', '/services/T0/B0/aBcDeFgHiJkL');
    await paste();
    await attempt(NOON + LIMITED_FOR_MS - 1, withStatus(429));
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 0 }]);
    await attempt(NOON + LIMITED_FOR_MS + LEASE_MS, withStatus(429));
    expect(await log(id)).toMatchObject([{ status: 'retrying', attempts: 1 }]);
  });

  it('a chat that is gone switches its webhook off, also by a test', async () => {
    const { id } = await subscribe('slack', '/services/T0/B0/aBcDeFgHiJkL');
    await paste();
    await attempt(NOON, withStatus(404, {}, 'no_service'));
    expect(await webhooks.service.findOverview(webhooks.anna, id)).toMatchObject({
      isActive: false,
      isGone: true,
      latest: { status: 'cancelled' },
    });
    await update(id, { isActive: true });
    await webhooks.service.test(webhooks.anna, id);
    expect(await webhooks.service.findOverview(webhooks.anna, id)).toMatchObject({ isActive: false, isGone: true });
  });

  it('CloudEvents are signed like other requests for programs', async () => {
    await subscribe('cloudevents', '/events', SECRET);
    await paste({ title: 'notes' });
    await attempt(NOON);
    const [received] = webhooks.receiver.received;
    expect(received?.headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'x-service-signature-256': expect.stringMatching(/^sha256=[\da-f]{64}$/),
    });
    expect(JSON.parse(received?.body ?? '')).toMatchObject({ specversion: '1.0', id: received?.id, data: { title: 'notes' } });
  });

  it.each(CHATS)('$format takes a secret and stores none that it has no use for', async ({ format, path }) => {
    const given = format === 'matrix' ? TOKEN : 'not a token';
    const { id } = await subscribe(format, path, given);
    expect((await webhooks.repository.findTarget(id))?.secrets.map((one) => openSecret(webhooks.keyring, one))).toEqual([
      format === 'matrix' ? `${origin()} ${TOKEN}` : '',
    ]);
  });

  it('a token is sent to no other server than it was given for', async () => {
    const { id } = await subscribe('matrix', '/!abcdefgh:example', TOKEN);
    const elsewhere = `http://localhost:${new URL(origin()).port}/!abcdefgh:example`;
    await expect(update(id, { url: elsewhere })).rejects.toMatchObject({ options: { details: [{ path: ['secret'] }] } });
    const other = await webhooks.subscribe({ format: 'matrix', url: elsewhere, secret: 'another-token', events: ['paste.deleted'] });
    // Two changes at the same moment could leave it like this.
    await webhooks.run(
      `UPDATE webhook_endpoints SET url_sealed = (SELECT url_sealed FROM webhook_endpoints WHERE id = ${other.id}) WHERE id = ${id}`,
    );
    await paste();
    await attempt(NOON);
    expect(await log(id)).toMatchObject([{ status: 'retrying', error: 'not sent: the access token was given for another server' }]);
    await expect(webhooks.service.test(webhooks.anna, id)).resolves.toMatchObject({
      status: null,
      error: expect.stringContaining('another server'),
    });
    expect(webhooks.receiver.received).toEqual([]);
  });

  describe('changed by their owner', () => {
    const refusal = (field: string) => ({
      status: 400,
      options: { details: [{ path: [field], message: expect.stringMatching(/^expected /) }] },
    });

    it('a format needs an address and a secret of its own', async () => {
      const { id } = await webhooks.subscribe();
      const url = `${origin()}/services/T0/B0/aBcDeFgHiJkL`;
      await expect(update(id, { format: 'discord', url: origin() })).rejects.toMatchObject(refusal('url'));
      await expect(update(id, { format: 'matrix' })).rejects.toMatchObject(refusal('secret'));
      expect(await update(id, { format: 'slack', url, secret: SECRET })).toMatchObject({ format: 'slack', url });
      await expect(update(id, { url: presentWebhook(await webhooks.service.find(webhooks.anna, id)).url })).rejects.toMatchObject(
        refusal('url'),
      );
      // The secret that signed is forgotten with its format, and the one that signs nothing is not stored.
      await expect(update(id, { format: 'standard' })).rejects.toMatchObject(refusal('secret'));
      expect(await update(id, { format: 'cloudevents', secret: SECRET })).toMatchObject({ format: 'cloudevents' });
      expect(await update(id, { format: 'standard' })).toMatchObject({ format: 'standard' });
    });

    it('another server of ntfy gets no token unless it is given', async () => {
      const { id } = await subscribe('ntfy', '/abcdefgh', TOKEN);
      await update(id, { url: `${origin()}/another-topic` });
      await paste();
      await attempt(NOON);
      await update(id, { url: `http://localhost:${new URL(origin()).port}/abcdefgh` });
      await paste();
      await attempt(NOON);
      expect(webhooks.receiver.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, undefined]);
    });

    it('a new webhook is refused without what its format needs', async () => {
      await expect(subscribe('standard', '/hook', undefined)).rejects.toMatchObject(refusal('secret'));
      await expect(subscribe('matrix', '/!room:example', undefined)).rejects.toMatchObject(refusal('secret'));
      await expect(subscribe('matrix', '/!room:example', 'two words')).rejects.toMatchObject(refusal('secret'));
      await expect(subscribe('ntfy', '/a/b', undefined)).rejects.toMatchObject(refusal('url'));
    });
  });
});

/** Webhooks as their owner changes them, on both engines. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allBut } from '../testing/claims';
import { withStatus } from '../testing/receiver';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { MAX_PER_USER, openTestWebhooks, SECRET, type TestWebhooks } from '../testing/test-webhooks';
import { NOON } from '../testing/users';
import { parseAllowRules, parseDenyRules } from './receiver-rules';
import { WEBHOOK_EVENTS } from './webhook.rules';

const NOT_FOUND = { status: 404, message: 'Not Found' };

describe.each(engines)('webhooks on %s', (engine) => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(async () => {
    await webhooks.clear();
    webhooks.receiver.answer(withStatus(200));
  });
  afterAll(() => webhooks?.close());

  const list = async (owner = webhooks.anna) => webhooks.service.list(owner);
  const log = (id: number) => webhooks.repository.listDeliveries(id, 100, 0);
  const paste = () => store(webhooks.at(NOON).pastes, 'text', { owner: webhooks.anna });
  const update = (id: number, changes: Parameters<typeof webhooks.service.update>[2], owner = webhooks.anna) =>
    webhooks.at(NOON).service.update(owner, id, changes);

  it('a webhook is registered with what its owner asked for, and active at once', async () => {
    const { url } = webhooks.receiver;
    const created = await webhooks.subscribe({ events: ['paste.expired', 'paste.created'] }, webhooks.anna, webhooks.at(NOON).service);
    const expected = {
      url,
      format: 'standard',
      events: ['paste.created', 'paste.expired'],
      isActive: true,
      isGone: false,
      createdAt: NOON,
      updatedAt: NOON,
      makers: [],
    };
    expect(created).toEqual({ id: expect.any(Number), ...expected });
    expect(await webhooks.service.find(webhooks.anna, created.id)).toEqual(created);
  });

  it('no secret is stored so that it can be read', async () => {
    const { id } = await webhooks.subscribe();
    await update(id, { secret: 'another secret' });
    const rows = await webhooks.rows('SELECT secret_sealed FROM webhook_secrets');
    expect(rows).toHaveLength(2);
    const bytes = Buffer.concat(rows.map(({ secret_sealed }) => secret_sealed as Uint8Array));
    for (const secret of [SECRET, 'another secret']) expect(bytes.includes(secret)).toBe(false);
  });

  it('each owner sees their own webhooks, the oldest first', async () => {
    const [first, theirs, second] = [
      await webhooks.subscribe(),
      await webhooks.subscribe({}, webhooks.bert),
      await webhooks.subscribe({ events: ['paste.deleted'] }),
    ];
    expect(await list()).toEqual([first, second]);
    expect(await list(webhooks.bert)).toEqual([theirs]);
    expect(await webhooks.service.overview(webhooks.bert)).toEqual([{ ...theirs, latest: null, isGone: false }]);
    expect((await webhooks.service.overview(webhooks.anna)).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('a user has at most a hundred webhooks, also when registered at the same moment', async () => {
    const removed = await webhooks.subscribe();
    await webhooks.service.remove(webhooks.anna, removed.id);
    const made = await Promise.allSettled(Array.from({ length: MAX_PER_USER + 5 }, () => webhooks.subscribe()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_PER_USER);
    await expect(webhooks.subscribe()).rejects.toMatchObject({ status: 400, options: { details: [{ path: [] }] } });
    await webhooks.subscribe({}, webhooks.bert);
    const [first] = await list();
    await webhooks.service.remove(webhooks.anna, first?.id ?? 0);
    await webhooks.subscribe();
    expect(await list()).toHaveLength(MAX_PER_USER);
    // Each webhook has its own secret, and refused ones left none.
    const secrets = await webhooks.rows('SELECT endpoint_id FROM webhook_secrets');
    expect(new Set(secrets.map(({ endpoint_id }) => endpoint_id)).size).toBe(MAX_PER_USER + 1);
    expect(secrets).toHaveLength(MAX_PER_USER + 1);
  });

  describe('changed by their owner', () => {
    it('a change changes what is given and leaves the rest as it is', async () => {
      const before = await webhooks.subscribe();
      const url = `${webhooks.receiver.url}/elsewhere`;
      expect(await update(before.id, { url })).toEqual({ ...before, url, updatedAt: NOON });
      expect(await update(before.id, { events: ['paste.deleted'] })).toEqual({
        ...before,
        url,
        events: ['paste.deleted'],
        updatedAt: NOON,
      });
      expect(await update(before.id, { isActive: false })).toMatchObject({ url, events: ['paste.deleted'], isActive: false });
      expect(await update(before.id, { isActive: true })).toMatchObject({ url, events: ['paste.deleted'], isActive: true });
    });

    it('a change of nothing, or to the present secret, leaves even the time as it is', async () => {
      const before = await webhooks.subscribe();
      expect(await update(before.id, {})).toEqual(before);
      expect(await update(before.id, { secret: SECRET })).toEqual(before);
      expect(await webhooks.rows('SELECT id FROM webhook_secrets')).toHaveLength(1);
    });

    it('a change whose address is refused changes nothing', async () => {
      const before = await webhooks.subscribe();
      const refusing = webhooks.serviceWith({});
      const changes = { url: 'https://10.0.0.1/', isActive: false, secret: 'another secret', events: [] };
      await expect(refusing.update(webhooks.anna, before.id, changes)).rejects.toMatchObject({ status: 400 });
      expect(await list()).toEqual([before]);
      expect(await webhooks.rows('SELECT id FROM webhook_secrets')).toHaveLength(1);
    });

    it('another address is not paused for what the one before did not answer', async () => {
      const { id } = await webhooks.subscribe();
      const pausedUntil = async () => (await webhooks.rows('SELECT paused_until FROM webhook_endpoints'))[0]?.paused_until;
      await webhooks.run('UPDATE webhook_endpoints SET paused_until = 1');
      await update(id, { events: ['paste.created'] });
      expect(Number(await pausedUntil())).toBe(1);
      await update(id, { url: 'http://127.0.0.1:9/' });
      expect(await pausedUntil()).toBeNull();
    });

    it('a disabled owner’s deliveries, waiting or claimed, are not sent or recorded', async () => {
      const { id } = await webhooks.subscribe();
      for (let index = 0; index < 2; index++) await paste();
      const [job] = (await webhooks.at(NOON).queue.claim(1)).jobs;
      const disable = (at: string) => webhooks.run(`UPDATE users SET disabled_at = ${at} WHERE id = ${webhooks.anna.userId}`);
      await disable('0');
      try {
        await paste();
        if (job) await webhooks.at(NOON).attempt(job);
        await webhooks.at(NOON).attempt(await webhooks.claimOne(NOON));
        expect(webhooks.receiver.received).toEqual([]);
        expect((await log(id)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
      } finally {
        await disable('NULL');
      }
      await paste();
      await webhooks.at(NOON).attempt(await webhooks.claimOne(NOON));
      expect(webhooks.receiver.received).toHaveLength(1);
    });

    it('switching off cancels everything that waits or is under way', async () => {
      const { id } = await webhooks.subscribe();
      const other = await webhooks.subscribe({ events: ['paste.created'] });
      for (let index = 0; index < 3; index++) await paste();
      const { jobs } = await webhooks.at(NOON).queue.claim(1, allBut(other.id));
      expect(jobs).toHaveLength(1);
      await update(id, { isActive: false });
      expect((await log(id)).map(({ status, nextRetryAt }) => [status, nextRetryAt])).toEqual(Array(3).fill(['cancelled', null]));
      expect((await log(other.id)).map(({ status }) => status)).toEqual(Array(3).fill('pending'));
      await paste();
      expect(await log(id)).toHaveLength(3);
    });
  });

  describe('deleted', () => {
    it('a deleted webhook is gone at once, with its secrets and what waits for it', async () => {
      const { id } = await webhooks.subscribe();
      await paste();
      await webhooks.service.remove(webhooks.anna, id);
      expect(await list()).toEqual([]);
      expect(await webhooks.service.overview(webhooks.anna)).toEqual([]);
      expect(await webhooks.rows('SELECT id FROM webhook_secrets')).toEqual([]);
      expect(await log(id)).toMatchObject([{ status: 'cancelled' }]);
      expect(await webhooks.rows('SELECT url_sealed FROM webhook_endpoints')).toEqual([{ url_sealed: null }]);
      await paste();
      expect(await log(id)).toHaveLength(1);
      await expect(webhooks.service.remove(webhooks.anna, id)).rejects.toMatchObject(NOT_FOUND);
      await expect(update(id, { isActive: true })).rejects.toMatchObject(NOT_FOUND);
    });
  });

  it('a webhook of somebody else is as if it did not exist', async () => {
    const { id } = await webhooks.subscribe();
    await paste();
    const delivery = (await log(id))[0]?.id ?? '';
    const before = await webhooks.rows('SELECT * FROM webhook_endpoints');
    const [service, bert] = [webhooks.service, webhooks.bert];
    for (const missing of [id, 2_147_483_647])
      for (const attempt of [
        () => service.find(bert, missing),
        () => service.findOverview(bert, missing),
        () => service.update(bert, missing, { isActive: false, events: ['paste.deleted'], secret: 'a secret of bert' }),
        () => service.remove(bert, missing),
        () => service.test(bert, missing),
        () => service.listDeliveries(bert, missing, 20, 0),
        () => service.redeliver(bert, missing, delivery),
      ])
        await expect(attempt()).rejects.toMatchObject(NOT_FOUND);
    expect(await webhooks.rows('SELECT * FROM webhook_endpoints')).toEqual(before);
    expect(await log(id)).toMatchObject([{ status: 'pending' }]);
    expect(webhooks.receiver.received).toEqual([]);
  });

  it('the log is shown newest first, a page at a time', async () => {
    const { id } = await webhooks.subscribe();
    for (const now of [NOON, NOON + 2, NOON + 1]) await store(webhooks.at(now).pastes, 'text', { owner: webhooks.anna });
    const times = async (limit: number, offset: number) =>
      (await webhooks.service.listDeliveries(webhooks.anna, id, limit, offset)).map(({ createdAt }) => createdAt - NOON);
    expect(await times(20, 0)).toEqual([2, 1, 0]);
    expect(await times(2, 0)).toEqual([2, 1]);
    expect(await times(2, 2)).toEqual([0]);
  });

  describe('tried out', () => {
    it('a test delivery is sent at once, also when switched off, and is not in the log', async () => {
      const { id } = await webhooks.subscribe();
      await update(id, { isActive: false });
      webhooks.receiver.answer(withStatus(202, {}, 'thank you'));
      expect(await webhooks.service.test(webhooks.anna, id)).toMatchObject({ status: 202, body: 'thank you', error: null });
      const [sent] = webhooks.receiver.received;
      expect(sent).toMatchObject({ event: 'webhook.test', id: expect.stringMatching(/^msg_[0-9a-f]{32}$/) });
      expect(JSON.parse(sent?.body ?? '')).toMatchObject({ id: sent?.id, event: 'webhook.test', data: { webhookId: id } });
      expect(await log(id)).toEqual([]);
    });

    it('a test delivery says what the receiver responded, or why nobody did', async () => {
      const { id } = await webhooks.subscribe();
      webhooks.receiver.answer(withStatus(500, {}, 'no'));
      expect(await webhooks.service.test(webhooks.anna, id)).toMatchObject({ status: 500, body: 'no', error: null });
      webhooks.receiver.answer((response) => void response.destroy());
      expect(await webhooks.service.test(webhooks.anna, id)).toMatchObject({ status: null, error: 'connection closed before an answer' });
      expect(await webhooks.service.find(webhooks.anna, id)).toMatchObject({ isActive: true });
    });

    it('a test delivery that gets 410 disables the webhook and cancels open deliveries', async () => {
      const { id } = await webhooks.subscribe();
      await paste();
      webhooks.receiver.answer(withStatus(410, {}, 'gone'));
      expect(await webhooks.service.test(webhooks.anna, id)).toMatchObject({ status: 410, body: 'gone' });
      expect(await webhooks.service.findOverview(webhooks.anna, id)).toMatchObject({ isActive: false, isGone: true });
      expect(await log(id)).toMatchObject([{ status: 'cancelled' }]);
    });
  });
});

describe('the address of a webhook', () => {
  let webhooks: TestWebhooks;

  beforeAll(async () => {
    webhooks = await openTestWebhooks('sqlite');
  });
  beforeEach(() => webhooks.clear());
  afterAll(() => webhooks?.close());

  const refused = (message: RegExp) => ({
    status: 400,
    options: { details: [{ path: ['url'], message: expect.stringMatching(message) }] },
  });
  const register = (url: string, options: Parameters<typeof webhooks.serviceWith>[0]) => {
    const service = webhooks.serviceWith(options);
    return service.create(webhooks.anna, { url, secret: SECRET, events: [...WEBHOOK_EVENTS] });
  };

  it.each(['http://hooks.example/', 'https://127.0.0.1/', 'https://localhost/', 'nonsense'])(
    'the address %s is refused without asking a name server',
    async (url) => {
      const resolve = vi.fn(async () => ['1.1.1.1']);
      await expect(register(url, { resolve })).rejects.toMatchObject(refused(/^expected /));
      expect(await webhooks.service.list(webhooks.anna)).toEqual([]);
      expect(resolve).not.toHaveBeenCalled();
    },
  );

  it.each([[['10.0.0.1']], [['1.1.1.1', '127.0.0.1']], [['2606:4700:4700::1111', '::1']]])(
    'an address is refused when its name leads to %j',
    async (addresses) => {
      const { id } = await webhooks.subscribe();
      const resolve = vi.fn(async () => addresses);
      await expect(register('https://hooks.example:8443/x', { resolve })).rejects.toMatchObject(refused(/public address/));
      expect(resolve).toHaveBeenCalledExactlyOnceWith('hooks.example');
      const change = webhooks.serviceWith({ resolve }).update(webhooks.anna, id, { url: 'https://hooks.example/' });
      await expect(change).rejects.toMatchObject(refused(/public address/));
      expect(await webhooks.service.list(webhooks.anna)).toMatchObject([{ id, url: webhooks.receiver.url }]);
    },
  );

  it.each([
    ['1.1.0.0/16', 'https://hooks.example/'],
    ['hooks.example', 'https://hooks.example/'],
    ['2606:4700:64::/96', 'https://[2606:4700:64::a00:1]/'],
    [':8443', 'https://hooks.example:8443/'],
  ])('what the operator rules out with %j is refused, new and changed', async (rules, url) => {
    const { id } = await webhooks.subscribe();
    for (const allowInsecure of [false, true]) {
      const service = { resolve: async () => ['1.1.1.1'], deny: parseDenyRules(rules) ?? [], allowInsecure };
      await expect(register(url, service)).rejects.toMatchObject(refused(/operator/));
      const change = webhooks.serviceWith(service).update(webhooks.anna, id, { url });
      await expect(change).rejects.toMatchObject(refused(/operator/));
      expect(await register('https://other.example/', { ...service, resolve: async () => ['8.8.8.8'] })).toMatchObject({ isActive: true });
    }
  });

  it('a receiver that the operator names may be private, and no other', async () => {
    const service = { resolve: async () => ['10.0.0.9'], allow: parseAllowRules('ntfy.lan,10.0.0.5:8065') ?? [] };
    for (const url of ['http://ntfy.lan/x', 'http://10.0.0.5:8065/x']) expect(await register(url, service)).toMatchObject({ url });
    for (const url of ['https://chat.example/x', 'https://10.0.0.6:8065/x', 'http://ntfy.lan:8080/x'])
      await expect(register(url, service)).rejects.toMatchObject({ status: 400 });
    await expect(register('http://ntfy.lan/x', { ...service, resolve: async () => ['169.254.169.254'] })).rejects.toMatchObject(
      refused(/public address/),
    );
  });

  it.each([
    ['leads to public addresses only', async () => ['1.1.1.1', '2606:4700:4700::1111']],
    ['is not known yet', () => Promise.reject(new Error('ENOTFOUND'))],
    ['the name servers say nothing about', () => new Promise<string[]>(() => undefined)],
  ])('an address is accepted when its name %s', async (_, resolve) => {
    const service = { resolve, resolveTimeoutMs: 10 };
    expect(await register('https://hooks.example/', service)).toMatchObject({ url: 'https://hooks.example/' });
  });

  it('an address that is a public literal is accepted without asking a name server', async () => {
    const resolve = vi.fn(async () => ['127.0.0.1']);
    expect(await register('https://[2606:4700:4700::1111]/', { resolve })).toMatchObject({ isActive: true });
    expect(resolve).not.toHaveBeenCalled();
  });

  it('an address may be anything in development', async () => {
    const resolve = vi.fn(async () => ['127.0.0.1']);
    expect(await register('http://localhost:8080/', { resolve, allowInsecure: true })).toMatchObject({ isActive: true });
    expect(resolve).not.toHaveBeenCalled();
  });
});

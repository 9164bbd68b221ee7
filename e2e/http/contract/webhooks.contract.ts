/** Tests the webhook part of the interface. */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver, withStatus } from '#lib/webhooks/testing/receiver';
import {
  call,
  createPaste,
  createWebhook,
  type DeliveryBody,
  type ErrorBody,
  EVENTS,
  ISO_TIME,
  NOBODYS_URL,
  type WebhookBody,
} from '../../support/api';
import type { Started } from '../../support/contract';

const SECRET = 'a secret of anna';

export function describeWebhooks(started: Started): void {
  let keys: { anna: string; bert: string };
  let receiver: Receiver;
  let base: string;
  let api: string;

  beforeAll(async () => {
    [keys, receiver] = await Promise.all([started().newKeys(), startReceiver()]);
    base = started().web.url;
    api = `${base}/api/v1/webhooks`;
  });

  afterAll(() => receiver?.stop());

  const asAnna = () => ({ 'X-Api-Key': keys.anna });
  const asBert = () => ({ 'X-Api-Key': keys.bert });
  const list = async (headers: Record<string, string>) => (await call<{ webhooks: WebhookBody[] }>(api, { headers })).body.webhooks;
  const patch = (id: number, json: unknown, headers = asAnna()) =>
    call<WebhookBody & ErrorBody>(`${api}/${id}`, { method: 'PATCH', json, headers });

  it('needs a key everywhere, and a body only from who has one', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['GET', '/1'],
      ['PATCH', '/1'],
      ['DELETE', '/1'],
      ['POST', '/1/test'],
      ['GET', '/1/deliveries'],
      ['POST', '/1/deliveries/x/redeliver'],
    ] as const)
      expect(await call(`${api}${path}`, { method })).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
  });

  it('creates, lists, shows, changes and deletes one, and never shows its secret', async () => {
    const json = { url: NOBODYS_URL, secret: SECRET, events: ['paste.expired', 'paste.created', 'paste.created'] };
    const created = await call<WebhookBody>(api, { json, headers: asAnna() });
    expect(created.status).toBe(201);
    const { id } = created.body;
    const record = {
      id: expect.any(Number),
      url: NOBODYS_URL,
      events: ['paste.created', 'paste.expired'],
      isActive: true,
      createdAt: expect.stringMatching(ISO_TIME),
      updatedAt: expect.stringMatching(ISO_TIME),
    };
    expect(created.body).toEqual(record);
    expect(await call(`${api}/${id}`, { headers: asAnna() })).toMatchObject({ status: 200, body: created.body });
    expect(await list(asAnna())).toContainEqual(created.body);

    const url = `${NOBODYS_URL}elsewhere?token=1`;
    const changed = await patch(id, { url, events: ['paste.deleted'], isActive: false, secret: 'another secret' });
    expect(changed).toMatchObject({ status: 200, body: { id, url, events: ['paste.deleted'], isActive: false } });
    expect(Object.keys(changed.body).sort()).toEqual(Object.keys(record).sort());
    expect((await patch(id, { isActive: true })).body).toMatchObject({ url, events: ['paste.deleted'], isActive: true });
    // A patch without known fields, or with null for a field, changes nothing.
    const before = (await patch(id, { url })).body;
    for (const nothing of [{}, { url: null, colour: 'red' }]) expect((await patch(id, nothing)).body).toEqual(before);

    expect(await call(`${api}/${id}`, { method: 'DELETE', headers: asAnna() })).toMatchObject({ status: 200, body: { deleted: true } });
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const)
      expect(await call(`${api}/${id}${path}`, { method, headers: asAnna() })).toMatchObject({
        status: 404,
        body: { error: 'Not Found', code: 'not_found' },
      });
    expect((await list(asAnna())).map((webhook) => webhook.id)).not.toContain(id);
  });

  it.each([
    ['no url', { secret: SECRET, events: EVENTS }, ['url'], 'Required'],
    ['no secret', { url: NOBODYS_URL, events: EVENTS }, ['secret'], 'Required'],
    ['no events', { url: NOBODYS_URL, secret: SECRET }, ['events'], 'Required'],
    ['an empty list of events', { url: NOBODYS_URL, secret: SECRET, events: [] }, ['events'], /at least one/],
    [
      'an unknown event',
      { url: NOBODYS_URL, secret: SECRET, events: ['paste.created', 'paste.create'] },
      ['events', '1'],
      /one of paste\.created/,
    ],
    ['an event that is no text', { url: NOBODYS_URL, secret: SECRET, events: [7] }, ['events', '0'], /one of/],
    ['events that are no list', { url: NOBODYS_URL, secret: SECRET, events: 'paste.created' }, ['events'], /array/],
    ['a secret of 7 characters', { url: NOBODYS_URL, secret: '1234567', events: EVENTS }, ['secret'], /at least 8/],
    ['a secret of 257 characters', { url: NOBODYS_URL, secret: 'x'.repeat(257), events: EVENTS }, ['secret'], /at most 256/],
    ['a malformed url', { url: 'nonsense', secret: SECRET, events: EVENTS }, ['url'], /https/],
    ['another scheme', { url: 'ftp://127.0.0.1/', secret: SECRET, events: EVENTS }, ['url'], /https/],
    ['a url that is no text', { url: 5, secret: SECRET, events: EVENTS }, ['url'], /string/],
    ['a url too long', { url: `${NOBODYS_URL}${'x'.repeat(2_048)}`, secret: SECRET, events: EVENTS }, ['url'], /2048/],
  ])('refuses %s, naming the field, and stores nothing', async (_, json, path, message) => {
    const before = await list(asAnna());
    const { status, body } = await call<ErrorBody>(api, { json, headers: asAnna() });
    expect([status, body.code]).toEqual([400, expect.stringMatching(/^(validation|url_refused)$/)]);
    expect(body.details).toEqual([{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }]);
    expect(await list(asAnna())).toEqual(before);
  });

  it('takes a secret of 8 characters and one of 256, of any characters', async () => {
    for (const secret of ['12345678', 'x'.repeat(256), 'schlüssel 鍵 \u0000 😀'])
      expect((await createWebhook(base, asAnna(), { secret })).isActive).toBe(true);
  });

  it('changes nothing when a change is refused', async () => {
    const webhook = await createWebhook(base, asAnna());
    for (const json of [{ url: 'nonsense' }, { events: [] }, { secret: 'short' }, { isActive: 'no' }, { events: ['x'], isActive: false }])
      expect((await patch(webhook.id, json)).status).toBe(400);
    expect((await call(`${api}/${webhook.id}`, { headers: asAnna() })).body).toEqual(webhook);
  });

  it('shows nobody the webhook of somebody else: it is as if it did not exist', async () => {
    const { id } = await createWebhook(base, asAnna());
    expect((await list(asBert())).map((webhook) => webhook.id)).not.toContain(id);
    const before = await call(`${api}/${id}`, { headers: asAnna() });
    for (const [method, path, json] of [
      ['GET', ''],
      ['PATCH', '', { isActive: false, secret: 'a secret of bert' }],
      ['DELETE', ''],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/msg_x/redeliver'],
    ] as const) {
      const foreign = await call(`${api}/${id}${path}`, { method, json, headers: asBert() });
      const missing = await call(`${api}/2147483647${path}`, { method, json, headers: asBert() });
      expect({ status: foreign.status, body: foreign.body }).toEqual({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
      expect({ status: missing.status, body: missing.body }).toEqual({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
    }
    expect((await call(`${api}/${id}`, { headers: asAnna() })).body).toEqual(before.body);
  });

  it.each(['0', '-1', '1.5', 'x', '01', '2147483648', '99999999999999999999', '%00', '1%20', '..%2f1'])(
    'answers 404 for the id %s',
    async (id) => {
      for (const method of ['GET', 'DELETE']) expect((await call(`${api}/${id}`, { method, headers: asAnna() })).status).toBe(404);
    },
  );

  it('answers 404 for a delivery that is not there, whatever it is called', async () => {
    const { id } = await createWebhook(base, asAnna());
    for (const delivery of ['msg_x', '%00', "'", 'x'.repeat(300)])
      expect((await call(`${api}/${id}/deliveries/${delivery}/redeliver`, { method: 'POST', headers: asAnna() })).status).toBe(404);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'offset=-1'])('refuses %s for the log', async (query) => {
    const { id } = await createWebhook(base, asAnna());
    const { status, body } = await call<ErrorBody>(`${api}/${id}/deliveries?${query}`, { headers: asAnna() });
    expect({ status, path: body.details?.[0]?.path }).toEqual({ status: 400, path: [query.split('=')[0]] });
  });

  it('shows the log newest first, a page at a time', async () => {
    const { id } = await createWebhook(base, asAnna(), { events: ['paste.created'] });
    const ids = [];
    for (let index = 0; index < 22; index++) ids.push((await createPaste(base, { content: 'x' }, asAnna())).publicId);
    const log = async (query = '') =>
      (await call<{ deliveries: DeliveryBody[] }>(`${api}/${id}/deliveries${query}`, { headers: asAnna() })).body.deliveries;
    const all = await log('?limit=100');
    expect(all).toHaveLength(22);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
    expect(all[0]).toEqual({
      id: expect.stringMatching(/^msg_[0-9A-Za-z]{22}_\d+$/),
      event: 'paste.created',
      status: 'pending',
      attempts: 0,
      nextRetryAt: expect.stringMatching(ISO_TIME),
      responseStatus: null,
      responseBody: null,
      error: null,
      createdAt: expect.stringMatching(ISO_TIME),
      lastAttemptAt: null,
    });
    expect(await log()).toEqual(all.slice(0, 20));
    expect(await log('?limit=2&offset=20')).toEqual(all.slice(20));
  });

  it('a test delivery is sent at once, signed like any other, and its answer shown', async () => {
    const { id } = await createWebhook(base, asAnna(), { url: receiver.url, secret: SECRET });
    const test = () => call<Record<string, unknown>>(`${api}/${id}/test`, { method: 'POST', headers: asAnna() });
    receiver.answer(withStatus(202, {}, 'thank you'));
    expect(await test()).toMatchObject({
      status: 200,
      body: { delivered: true, responseStatus: 202, responseBody: 'thank you', durationMs: expect.any(Number), error: null },
    });
    const sent = receiver.received.at(-1);
    expect(sent?.headers).toMatchObject({ 'content-type': 'application/json', 'x-service-event': 'webhook.test' });
    expect(sent?.headers['x-service-signature-256']).toBe(
      `sha256=${createHmac('sha256', SECRET)
        .update(sent?.body ?? '')
        .digest('hex')}`,
    );
    expect(new Webhook(SECRET, { format: 'raw' }).verify(sent?.body ?? '', sent?.headers ?? {})).toMatchObject({
      id: sent?.id,
      event: 'webhook.test',
      data: { webhookId: id },
    });

    receiver.answer(withStatus(500, {}, 'no'));
    expect((await test()).body).toMatchObject({ delivered: false, responseStatus: 500, responseBody: 'no', error: null });
    await patch(id, { url: NOBODYS_URL, isActive: false });
    expect((await test()).body).toMatchObject({
      delivered: false,
      responseStatus: null,
      responseBody: null,
      error: expect.stringMatching(/refused/),
    });
    // A test delivery is no event, so the list of deliveries doesn't have it.
    expect((await call<{ deliveries: unknown[] }>(`${api}/${id}/deliveries`, { headers: asAnna() })).body.deliveries).toEqual([]);
    receiver.answer(withStatus(200));
  });

  it('answers 405 with Allow for a method a route does not have', async () => {
    for (const [path, method, allow] of [
      ['', 'PUT', 'GET, POST, OPTIONS'],
      ['/1', 'POST', 'GET, PATCH, DELETE, OPTIONS'],
      ['/1/test', 'GET', 'POST, OPTIONS'],
      ['/1/deliveries', 'POST', 'GET, OPTIONS'],
      ['/1/deliveries/x/redeliver', 'GET', 'POST, OPTIONS'],
    ] as const) {
      const { status, headers } = await call(`${api}${path}`, { method, headers: asAnna() });
      expect([path, status, headers.get('allow')]).toEqual([path, 405, allow]);
    }
  });
}

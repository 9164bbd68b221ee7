/** The rules that the routes of webhooks, chats and everything else under the API have themselves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const all = at('/api/v1/webhooks');
const one = at('/api/v1/webhooks/:id');
const test = at('/api/v1/webhooks/:id/test');
const deliveries = at('/api/v1/webhooks/:id/deliveries');
const redeliver = at('/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver');
const tokens = at('/api/v1/messenger/tokens');
const destinations = at('/api/v1/messenger/destinations');
const destination = at('/api/v1/messenger/destinations/:id');
const update = at('/api/v1/messenger/webhook');
const describeApi = at('/api/v1/openapi.json');
const rest = at('/api/*');

const NEW = { url: 'http://127.0.0.1:9/', secret: 'a secret of tests', events: ['paste.created'] };

let services: Awaited<ReturnType<typeof openTestServices>>;
let anna: Record<string, string>;
let bert: Record<string, string>;
beforeAll(async () => {
  services = await openTestServices({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', MESSENGER_WEBHOOK_SECRET: 'secret-of-the-platform' });
  anna = { 'X-Api-Key': await services.keyOf('anna') };
  bert = { 'X-Api-Key': await services.keyOf('bert') };
});
afterAll(() => services.end());

/** Every operation on webhooks and chats. */
const operations = (id: string) => ({
  'list webhooks': () => send(all, {}),
  'create a webhook': () => send(all, { json: NEW }),
  ...onOne(id, {}),
  'list chats': () => send(destinations, {}),
  'make a linking token': () => send(tokens, { method: 'POST' }),
});

/** Every operation on one webhook or chat. */
const onOne = (id: string, headers: Record<string, string>) => ({
  'look at a webhook': () => send(one, { params: { id }, headers }),
  'change a webhook': () => send(one, { method: 'PATCH', params: { id }, headers, json: { isActive: false } }),
  'delete a webhook': () => send(one, { method: 'DELETE', params: { id }, headers }),
  'test a webhook': () => send(test, { method: 'POST', params: { id }, headers }),
  'list deliveries': () => send(deliveries, { params: { id }, headers }),
  'send a delivery again': () => send(redeliver, { method: 'POST', params: { id, deliveryId: 'x' }, headers }),
  'change a chat': () => send(destination, { method: 'PATCH', params: { id }, headers, json: { isActive: false } }),
  'unlink a chat': () => send(destination, { method: 'DELETE', params: { id }, headers }),
});

describe('webhooks and chats', () => {
  it.each(Object.keys(operations('1')) as (keyof ReturnType<typeof operations>)[])('webhooks and chats need a key: to %s', async (name) => {
    expect(await operations('1')[name]()).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
  });

  it.each(Object.keys(onOne('1', {})) as (keyof ReturnType<typeof onOne>)[])(
    'webhooks and chats of somebody else, or whose number is none, are 404: to %s',
    async (name) => {
      const { body } = await send(all, { json: NEW, headers: anna });
      const { id } = body as { id: number };
      for (const text of [String(id), '0', '-1', '1e3', '2147483648', '99999999999', 'x', ''])
        expect([text, (await onOne(text, bert)[name]()).status]).toEqual([text, 404]);
      expect((await send(one, { params: { id: String(id) }, headers: anna })).body).toMatchObject({ isActive: true });
      await send(one, { method: 'DELETE', params: { id: String(id) }, headers: anna });
    },
  );

  it.each(['standard', 'cloudevents', 'slack', 'discord', 'mattermost', 'teams', 'matrix', 'ntfy'])(
    'a webhook of every format takes a secret: %s',
    async (format) => {
      const urls: Record<string, string> = {
        discord: 'http://127.0.0.1:9/api/webhooks/123/aBcDeFgHiJkL',
        mattermost: 'http://127.0.0.1:9/hooks/abcdefghijkl',
        slack: 'http://127.0.0.1:9/services/T0/B0/aBcDeFgHiJkL',
        matrix: 'http://127.0.0.1:9/!abcdefgh:example',
        ntfy: 'http://127.0.0.1:9/abcdefgh',
        teams: 'http://127.0.0.1:9/workflows/1?sig=aBcDeFgHiJkL',
      };
      // Matrix needs an access token, which has no spaces.
      const secret = format === 'matrix' ? 'syt_anna_aBcDeFgH' : NEW.secret;
      const made = await send(all, { json: { ...NEW, url: urls[format] ?? NEW.url, format, secret }, headers: anna });
      expect(made).toMatchObject({ status: 201, body: { format } });
      await send(one, { method: 'DELETE', params: { id: String((made.body as { id: number }).id) }, headers: anna });
    },
  );

  it('webhooks are made, listed, changed and deleted; their secrets never shown', async () => {
    const made = await send(all, { json: NEW, headers: anna });
    expect(made).toMatchObject({ status: 201, body: { url: NEW.url, events: NEW.events, isActive: true } });
    const { id } = made.body as { id: number };
    const params = { id: String(id) };
    const changed = await send(one, { method: 'PATCH', params, headers: anna, json: { isActive: false } });
    expect(changed).toMatchObject({ status: 200, body: { id, isActive: false } });
    const listed = await send(all, { headers: anna });
    expect(listed.body).toMatchObject({ webhooks: [{ id, isActive: false }] });
    for (const { text } of [made, changed, listed]) expect(text).not.toContain(NEW.secret);
    const deleted = await send(one, { method: 'DELETE', params, headers: anna });
    expect([deleted.status, deleted.body]).toEqual([200, { deleted: true }]);
    expect((await send(one, { params, headers: anna })).status).toBe(404);
  });

  it('a webhook without anything gets the name of each field that it needs', async () => {
    const { status, body } = await send(all, { json: {}, headers: anna });
    expect(status).toBe(400);
    const { details } = body as { details: { path: string[]; message: string }[] };
    const required = details.filter(({ message }) => message === 'Required').map(({ path }) => path.join('.'));
    expect(required.toSorted()).toEqual(['events', 'secret', 'url']);
  });

  it.each(['slack', 'discord', 'teams'])('a webhook of %s may come with a secret', async (format) => {
    const chat = { format, url: 'http://127.0.0.1:9/services/T0/B0/aBcDeFgHiJkL', events: NEW.events, secret: NEW.secret };
    const made = await send(all, { json: chat, headers: anna });
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ format })]);
    await send(one, { method: 'DELETE', params: { id: String((made.body as { id: number }).id) }, headers: anna });
  });

  it('a webhook of a chat has a format and a shortened address, and no secret', async () => {
    const chat = { format: 'slack', url: 'http://127.0.0.1:9/services/T0/B0/aBcDeFgHiJkL', events: NEW.events };
    const made = await send(all, { json: chat, headers: anna });
    expect(made).toMatchObject({ status: 201, body: { format: 'slack', url: 'http://127.0.0.1:9/…iJkL' } });
    const { id } = made.body as { id: number };
    const params = { id: String(id) };
    const listed = await send(all, { headers: anna });
    const read = await send(one, { params, headers: anna });
    for (const { text } of [made, listed, read]) expect(text).not.toContain('aBcD');
    const refused = await send(one, { method: 'PATCH', params, headers: anna, json: { url: 'http://127.0.0.1:9/…iJkL' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'url_refused' } });
    const changes = { format: 'standard', url: NEW.url, secret: NEW.secret };
    const changed = await send(one, { method: 'PATCH', params, headers: anna, json: changes });
    expect(changed).toMatchObject({ status: 200, body: { format: 'standard', url: NEW.url } });
    await send(one, { method: 'DELETE', params, headers: anna });
  });

  it.each([
    [{ ...NEW, secret: undefined }, 'secret'],
    [{ ...NEW, format: 'matrix', secret: 'a-token-of-tests' }, 'url'],
    [{ ...NEW, format: 'smoke' }, 'format'],
  ])('a webhook is refused as %j: it names %s', async (json, field) => {
    const { status, body } = await send(all, { json, headers: anna });
    expect([status, (body as { details: { path: string[] }[] }).details.map(({ path }) => path[0])]).toEqual([400, [field]]);
  });

  it('webhooks and chats are refused with the name of every field that is wrong', async () => {
    const { status, body } = await send(all, { json: { url: 5, secret: '', events: [] }, headers: anna });
    expect(status).toBe(400);
    const { details } = body as { details: { path: string[] }[] };
    expect(details.map(({ path }) => path[0]).toSorted()).toEqual(['events', 'secret', 'url']);
  });
});

describe('a chat update', () => {
  const MESSAGE = { update_id: 1, message: { message_id: 1, date: 0, chat: { id: 5, type: 'private' }, text: 'hello' } };

  it.each([
    ['the right secret', { 'X-Telegram-Bot-Api-Secret-Token': 'secret-of-the-platform' }, MESSAGE],
    ['the right secret under its other name', { 'X-Messenger-Bot-Api-Secret-Token': 'secret-of-the-platform' }, MESSAGE],
    ['a wrong secret', { 'X-Telegram-Bot-Api-Secret-Token': 'wrong' }, MESSAGE],
    ['no secret', {}, MESSAGE],
    ['a body that is none', { 'X-Telegram-Bot-Api-Secret-Token': 'secret-of-the-platform' }, 'nonsense'],
  ])('a chat update gets the same response with %s: the platform would repeat it', async (_, headers, json) => {
    const { status, body } = await send(update, { json, headers: headers as Record<string, string> });
    expect([status, body]).toEqual([200, { ok: true }]);
  });
});

describe('what no other route answers', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])('what no other route answers is 404 in JSON for %s', async (method) => {
    const { status, headers } = await send(rest, { method });
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('the description of the API', () => {
  it('the description of the API names the address of this service, and needs no key', async () => {
    const { status, body } = await send(describeApi);
    expect([status, body]).toMatchObject([200, { openapi: '3.1.0', servers: [{ url: 'https://paste.example' }] }]);
  });
});

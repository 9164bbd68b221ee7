/** Events of webhooks, raw content, uploads and health fit the API's document. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { DAY_SECONDS } from '../encoding/time.rules';
import { newToken, shows } from '../testing/credentials';
import { engines } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { openTestWebhooks, type TestWebhooks } from '../testing/test-webhooks';
import { endpointsOf, routes } from './routes';
import { compile, document, operationsOf } from './testing/described-responses';

interface DescribedEvent {
  parameters: { name: string; required: boolean; schema: object }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
}

interface ObjectSchema {
  properties: Record<string, ObjectSchema>;
}

function describedEvent(event: string): DescribedEvent {
  const item = document.webhooks?.[event] as { post: DescribedEvent } | undefined;
  if (!item) throw new Error(`${event} is not in the description`);
  return item.post;
}

const schemas = (document.components?.schemas ?? {}) as unknown as Record<string, ObjectSchema>;

/** Headers that every HTTP request has. */
const ORDINARY_HEADERS = ['connection', 'content-length', 'content-type', 'host', 'user-agent'];

describe.each(engines)('the events that are sent on %s', (engine) => {
  let webhooks: TestWebhooks;
  beforeAll(async () => {
    webhooks = await openTestWebhooks(engine);
  });
  beforeEach(() => webhooks.clear());
  afterAll(() => webhooks?.close());

  async function sendAll(): Promise<void> {
    const { jobs } = await webhooks.queue.claim(10);
    for (const job of jobs) await webhooks.attempt(job);
    if (jobs.length > 0) await sendAll();
  }

  /** @returns the code under which a new reader waits */
  async function ask(publicId: string, client: string | null): Promise<string | null> {
    const claim = await webhooks.pastes.claim(publicId, newToken(), shows(), client);
    return 'code' in claim ? claim.code : null;
  }

  /** One of each kind, and what makes their fields differ. */
  async function happenAll(): Promise<void> {
    const { id } = await webhooks.subscribe();
    const options = { owner: webhooks.anna, ttlSeconds: 60 };
    const deleted = await store(webhooks.pastes, 'text', { ...options, title: 'notes' });
    await webhooks.pastes.remove(deleted.publicId, { principal: webhooks.anna, manageToken: null });
    const burned = await store(webhooks.pastes, 'text', { owner: webhooks.anna, burnAfterRead: true });
    await webhooks.pastes.read(burned.publicId);
    await store(webhooks.at(0).pastes, 'text', { ...options, isE2ee: true });
    await webhooks.pastes.removeExpired();
    const read = await store(webhooks.pastes, 'text', { ...options, ttlSeconds: DAY_SECONDS });
    await webhooks.pastes.read(read.publicId);
    await webhooks.pastes.flush();
    await webhooks.pastes.notifyExpiring();
    await webhooks.answer();
    const approved = await store(webhooks.pastes, 'text', { owner: webhooks.anna, burnAfterRead: true, approvals: 1 });
    const decided = [await ask(approved.publicId, null), await ask(approved.publicId, 'Firefox, Linux')];
    const anna = { principal: webhooks.anna, manageToken: null, releaseToken: null };
    await webhooks.pastes.refuse(approved.publicId, String(decided[0]), anna);
    await webhooks.pastes.release(approved.publicId, String(decided[1]), anna);
    await sendAll();
    await webhooks.service.update(webhooks.anna, id, { secret: 'the secret after it' });
    await webhooks.service.test(webhooks.anna, id);
  }

  it('every sent event has the fields and headers of the document and no others', async () => {
    await happenAll();
    const sent = webhooks.receiver.received;
    expect(new Set(sent.map(({ event }) => event))).toEqual(new Set(Object.keys(document.webhooks ?? {})));
    expect(sent.map(({ body }) => JSON.parse(body).data.reason)).toEqual(expect.arrayContaining(['deleted', 'burned', undefined]));
    for (const { event, body, headers } of sent) {
      const { parameters, requestBody } = describedEvent(event);
      const { schema } = requestBody.content['application/json'];
      const validate = compile(schema);
      const told = JSON.parse(body);
      expect([event, validate(told), validate.errors]).toEqual([event, true, null]);
      const { properties } = schemas[schema.$ref.split('/').at(-1) ?? ''] ?? { properties: {} };
      expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(told)));
      expect(Object.keys(properties.data?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(told.data)));
      for (const { name, required, schema: ofHeader } of parameters) {
        const value = headers[name.toLowerCase()];
        expect([name, value === undefined ? !required : compile(ofHeader)(value)]).toEqual([name, true]);
      }
      const names = parameters.map(({ name }) => name.toLowerCase());
      expect(Object.keys(headers).filter((name) => !names.includes(name) && !ORDINARY_HEADERS.includes(name))).toEqual([]);
    }
  });

  it('an event without its reason, or with another name, does not fit the document', () => {
    const validate = compile(describedEvent('paste.deleted').requestBody.content['application/json'].schema);
    const createdAt = '2026-11-22T12:00:00.000Z';
    const data = { publicId: 'A'.repeat(24), url: 'https://paste.example/view/x', syntax: 'rust', isE2ee: true, burnAfterRead: true };
    const event = { id: 'msg_1', event: 'paste.deleted', createdAt, data: { ...data, expiresAt: null, createdAt, reason: 'burned' } };
    expect(validate(event)).toBe(true);
    expect(validate({ ...event, event: 'paste.created' })).toBe(false);
    expect(validate({ ...event, data: { ...event.data, reason: undefined } })).toBe(false);
  });
});

describe('raw content, uploads and health', () => {
  const at = endpointsByPath(endpointsOf(routes));
  let services: Awaited<ReturnType<typeof openTestServices>>;
  beforeAll(async () => {
    services = await openTestServices();
  });
  afterAll(() => services.end());

  async function newPaste(fields: Record<string, unknown>): Promise<string> {
    const { body } = await send(at('/api/v1/pastes'), { json: { content: 'text', ...fields } });
    return (body as { publicId: string }).publicId;
  }

  /** @throws when a response is not as the document has it */
  function expectDescribed(template: string, method: string, { status, headers, text }: Awaited<ReturnType<typeof send>>): void {
    const described = operationsOf(template)[method.toLowerCase()]?.responses[status];
    expect([template, status, described]).toEqual([template, status, expect.anything()]);
    const names = Object.keys((described as { headers?: object }).headers ?? {}).map((name) => name.toLowerCase());
    for (const name of ['x-request-id', 'location', 'ratelimit', 'retry-after'])
      if (headers.has(name)) expect([template, status, names]).toEqual([template, status, expect.arrayContaining([name])]);
    // The host leaves the body of a response to HEAD out.
    if (method === 'HEAD') return;
    const { content = {} } = described ?? {};
    const type = headers.get('content-type')?.split(';')[0];
    expect([template, status, Object.keys(content)]).toEqual([template, status, type ? expect.arrayContaining([type]) : []]);
    if (type === 'application/json') expect(compile(content[type]?.schema ?? {})(JSON.parse(text))).toBe(true);
  }

  it.each([
    [200, {}, {}],
    [303, { burnAfterRead: true }, { 'Sec-Fetch-Mode': 'navigate' }],
    [412, { burnAfterRead: true }, { 'If-None-Match': '*' }],
    [416, { burnAfterRead: true }, { Range: 'bytes=0-1' }],
    [403, { burnAfterRead: true, isE2ee: true, readProof: 'A'.repeat(43) }, {}],
  ])('the raw address responds with %i as the document describes it', async (status, fields, headers) => {
    const publicId = await newPaste(fields);
    const response = await send(at('/raw/:publicId'), { params: { publicId }, headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    expectDescribed('/raw/{publicId}', 'GET', response);
  });

  it.each(['GET', 'HEAD'])('%s of content that does not exist is 404 as the document describes it', async (method) => {
    const response = await send(at('/raw/:publicId'), { method, params: { publicId: 'A'.repeat(24) } });
    expect(response.status).toBe(404);
    expectDescribed('/raw/{publicId}', method, response);
  });

  it('HEAD of raw content is as the document describes it', async () => {
    const response = await send(at('/raw/:publicId'), { method: 'HEAD', params: { publicId: await newPaste({}) } });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '4']);
    expectDescribed('/raw/{publicId}', 'HEAD', response);
  });

  const UPLOAD = { method: 'PUT', params: { name: 'notes.md' } };
  const JSON_ASKED = { Accept: 'application/json' };
  it.each<[number, string, Parameters<typeof send>[1]]>([
    [201, '/', { method: 'PUT', text: 'x' }],
    [201, '/', { method: 'POST', text: 'x', headers: JSON_ASKED }],
    [201, '/:name', { ...UPLOAD, text: 'x' }],
    [400, '/:name', { ...UPLOAD, text: 'x', path: '/notes.md?ttl=soon' }],
    [400, '/:name', { ...UPLOAD, text: 'x', path: '/notes.md?ttl=soon', headers: JSON_ASKED }],
    [401, '/:name', { ...UPLOAD, text: 'x', headers: { Authorization: 'Bearer wrong' } }],
    [403, '/:name', { ...UPLOAD, text: 'x', headers: { 'Sec-Fetch-Site': 'cross-site' } }],
    [415, '/:name', { ...UPLOAD, text: 'x', headers: { 'Content-Encoding': 'gzip' } }],
    [200, '/documents', { method: 'POST', text: 'x' }],
    [400, '/documents', { method: 'POST', text: '' }],
    [404, '/documents/:publicId', { params: { publicId: 'A'.repeat(24) } }],
    [200, '/help.txt', {}],
  ])('the response with %i at %s is as the document describes it', async (status, path, sent = {}) => {
    const response = await send(at(path), sent);
    expect([response.status, response.text]).toEqual([status, expect.anything()]);
    expectDescribed(path.replace(/:(\w+)/g, '{$1}'), sent.method ?? 'GET', response);
  });

  it('a document is as the document of the API describes it', async () => {
    const response = await send(at('/documents/:publicId'), { params: { publicId: await newPaste({}) } });
    expectDescribed('/documents/{publicId}', 'GET', response);
  });

  it('health and readiness are as the document describes them, in every state', async () => {
    expectDescribed('/healthz', 'GET', await send(at('/healthz')));
    expectDescribed('/readyz', 'GET', await send(at('/readyz')));
    const deep = await send(at('/readyz'), { path: '/readyz?deep' });
    expect(deep.status).toBe(503);
    expectDescribed('/readyz', 'GET', deep);
  });
});

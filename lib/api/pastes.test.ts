/** The rules that the routes of pastes have themselves; what the services guarantee is tested there. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, CLIENT_ADDRESS, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { setRequestContext } from '../http/context';
import { MAX_CONTENT_BYTES } from '../pastes/paste.rules';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const all = at('/api/v1/pastes');
const one = at('/api/v1/pastes/:publicId');
const extend = at('/api/v1/pastes/:publicId/extend');
const claim = at('/api/v1/pastes/:publicId/claim');
const acknowledge = at('/api/v1/pastes/:publicId/acknowledge');
const receipt = at('/api/v1/pastes/:publicId/receipt');

const MISSING_ID = 'A'.repeat(24);

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices({ MAX_STORED_BYTES: String(100 * 1024 * 1024) });
});
afterAll(() => services.end());

async function paste(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const { status, body } = await send(all, { json: { content: 'text', ...fields }, headers });
  expect(status).toBe(201);
  return body as { publicId: string; manageToken?: string };
}

const read = (publicId: string, headers: Record<string, string> = {}) => send(one, { params: { publicId }, headers });

const storedPastes = async () => Number((await services.db.read('SELECT COUNT(*) AS total FROM pastes'))[0]?.total);

describe('an Idempotency-Key', () => {
  const newKey = () => ({ 'Idempotency-Key': randomBytes(32).toString('base64url') });
  const json = { content: 'text', protect: true };

  it('an Idempotency-Key gets the same 201 for the same body, and 422 for another', async () => {
    const headers = newKey();
    const first = await send(all, { json, headers });
    const second = await send(all, { json, headers });
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    const other = await send(all, { json: { ...json, content: 'other' }, headers });
    expect([other.status, other.body]).toMatchObject([422, { details: [{ path: ['Idempotency-Key'] }] }]);
  });

  it('an upload with the same Idempotency-Key gets the same link by any tool', async () => {
    for (const [path, method, sent] of [
      ['/', 'PUT', '/'],
      ['/', 'POST', '/?burn=1'],
      ['/:name', 'PUT', '/notes.md'],
      ['/documents', 'POST', '/documents'],
    ] as const) {
      const headers = newKey();
      const upload = (text: string) => send(at(path), { method, path: sent, params: { name: 'notes.md' }, text, headers });
      const first = await upload('text');
      expect([path, first.text, (await upload('text')).text, (await upload('other')).status]).toEqual([path, first.text, first.text, 422]);
    }
  });

  it('DELETE with the key of a POST deletes its paste, and that POST then gets 409', async () => {
    const headers = newKey();
    const { publicId } = await paste(json, headers);
    expect(await send(all, { method: 'DELETE', headers })).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await read(publicId)).status).toBe(404);
    expect(await send(all, { method: 'DELETE', headers })).toMatchObject({ status: 200, body: { deleted: false } });
    expect((await send(all, { json, headers })).status).toBe(409);
  });

  it('a missing or guessable Idempotency-Key is 400 and named', async () => {
    const refusal = { status: 400, body: { error: 'Validation Error', code: 'validation', details: [{ path: ['Idempotency-Key'] }] } };
    expect(await send(all, { method: 'DELETE' })).toMatchObject(refusal);
    expect(await send(all, { json, headers: { 'Idempotency-Key': '1' } })).toMatchObject(refusal);
  });
});

describe('POST /api/v1/pastes', () => {
  it('POST /api/v1/pastes gets 201 with the addresses under BASE_URL', async () => {
    const { status, body, headers } = await send(all, { json: { content: 'text' } });
    const { publicId } = body as { publicId: string };
    expect(status).toBe(201);
    expect(body).toEqual({
      publicId,
      url: `${BASE_URL}/view/${publicId}`,
      rawUrl: `${BASE_URL}/raw/${publicId}`,
      expiresAt: null,
      isE2ee: false,
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('POST /api/v1/pastes names ignored fields, and refuses them with strict=1', async () => {
    const json = { content: 'x', ttl: 60, burn: true };
    const taken = await send(all, { json });
    expect([taken.status, taken.headers.get('x-service-ignored-fields')]).toEqual([201, 'ttl, burn']);
    expect((await send(all, { json: { content: 'x' } })).headers.get('x-service-ignored-fields')).toBeNull();
    const before = await storedPastes();
    expect(await send(all, { json, path: '/api/v1/pastes?strict=1' })).toMatchObject({
      status: 400,
      body: {
        details: [
          { path: ['ttl'], message: 'unknown field' },
          { path: ['burn'], message: 'unknown field' },
        ],
      },
    });
    expect(await storedPastes()).toBe(before);
    // A name that is no word of ours is no header either.
    const odd = await send(all, { json: { content: 'x', 'a\r\nSet-Cookie: x': 1, constructorish: 1 } });
    expect([odd.status, odd.headers.get('x-service-ignored-fields')]).toEqual([201, 'constructorish']);
  });

  it('POST /api/v1/pastes counts bytes of UTF-8, and not the JSON around them', async () => {
    const euro = '€'.repeat(MAX_CONTENT_BYTES / 3);
    expect(Buffer.byteLength(euro)).toBe(MAX_CONTENT_BYTES - 1);
    await paste({ content: `${euro}x` });
    expect((await send(all, { json: { content: `${euro}ä` } })).status).toBe(413);
    // Escaped, the body is six times as long.
    await paste({ content: '\u0001'.repeat(MAX_CONTENT_BYTES) });
  });

  it('POST /api/v1/pastes stops reading a content as soon as it is too large', async () => {
    let sentBytes = 0;
    const piece = Buffer.from('x'.repeat(1024 * 1024));
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(Buffer.from('{"content":"')),
        pull(controller) {
          sentBytes += piece.length;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'Content-Type': 'application/json' };
    const request = new Request(`${BASE_URL}/api/v1/pastes`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit);
    setRequestContext(request, { requestId: 'id', clientAddress: CLIENT_ADDRESS });
    const response = await all.respond(request, {}, services);
    expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    expect(sentBytes).toBe(11 * 1024 * 1024);
  });

  it('POST /api/v1/pastes names every problem of the fields at once', async () => {
    const { status, body } = await send(all, { json: { title: 5, ttlSeconds: 0 } });
    expect(status).toBe(400);
    const { details } = body as { details: { path: string[]; message: string }[] };
    expect(details.map(({ path }) => path)).toEqual(expect.arrayContaining([['title'], ['content'], ['ttlSeconds']]));
    expect(details).toContainEqual({ path: ['content'], message: 'Required' });
  });
});

describe('GET /api/v1/pastes', () => {
  it('GET /api/v1/pastes refuses an odd part of the list by the name of its field', async () => {
    const headers = { 'X-Api-Key': await services.keyOf('anna') };
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['offset=-1', 'offset'],
      ['before=x', 'before'],
      [`before=${'x'.repeat(301)}`, 'before'],
      ['before=x&offset=1', 'before'],
    ] as const) {
      const { status, body } = await send(all, { path: `/api/v1/pastes?${query}`, headers });
      expect([status, body]).toMatchObject([400, { details: [{ path: [field] }] }]);
    }
  });

  it('GET /api/v1/pastes lists without contents', async () => {
    const headers = { 'X-Api-Key': await services.keyOf('bert') };
    const made = await paste({ content: 'never listed', title: 't' }, headers);
    const { text, body } = await send(all, { path: '/api/v1/pastes?limit=1', headers });
    expect(body).toMatchObject({ pastes: [{ publicId: made.publicId, title: 't' }] });
    expect(text).not.toContain('never listed');
  });

  it('GET /api/v1/pastes leads from page to page until there is none', async () => {
    const headers = { 'X-Api-Key': await services.keyOf('carla') };
    const made: unknown[] = [];
    for (let index = 0; index < 5; index++) made.unshift((await paste({}, headers)).publicId);
    const seen: unknown[] = [];
    let path: string | undefined = '/api/v1/pastes?limit=2';
    while (path !== undefined) {
      const page: Awaited<ReturnType<typeof send>> = await send(all, { path, headers });
      seen.push(...(page.body as { pastes: { publicId: string }[] }).pastes.map(({ publicId }) => publicId));
      const link: string | null = page.headers.get('link');
      path =
        link === null ? undefined : /^<https:\/\/paste\.example(\/api\/v1\/pastes\?limit=2&before=[\w-]+)>; rel="next"$/.exec(link)?.[1];
    }
    expect(seen).toHaveLength(5);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });
});

describe('GET /api/v1/pastes/:publicId', () => {
  it('GET /api/v1/pastes/:publicId counts the view that it returns', async () => {
    const { publicId } = await paste();
    expect((await read(publicId)).body).toMatchObject({ content: 'text', viewCount: 1 });
    expect((await read(publicId)).body).toMatchObject({ viewCount: 2 });
  });

  it.each([
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 403],
    ['a part', { Range: 'bytes=0-1' }, 416],
    ['a condition', { 'If-None-Match': '"x"' }, 412],
  ])('GET /api/v1/pastes/:publicId does not burn for %s', async (_, headers, status) => {
    const { publicId } = await paste({ burnAfterRead: true });
    const refused = await read(publicId, headers as Record<string, string>);
    expect([refused.status, refused.text.includes('"text"')]).toEqual([status, false]);
    expect(services.lines.filter(({ message }) => message === 'request failed')).toEqual([]);
    expect((await read(publicId)).body).toMatchObject({ content: 'text' });
    expect((await read(publicId)).status).toBe(404);
  });

  it.each([
    ['a browser that opens it', { 'Sec-Fetch-Mode': 'navigate' }],
    ['an old browser', { Accept: 'text/html,*/*' }],
    ['a picture in some page', { 'Sec-Fetch-Mode': 'no-cors' }],
    ['a preview bot', { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }],
    ["Office's own link check", { 'User-Agent': 'Microsoft Office Existence Discovery' }],
  ])('GET of a burn paste sends %s to its page and burns nothing', async (_, headers) => {
    const { publicId } = await paste({ burnAfterRead: true });
    const answer = await read(publicId, headers as Record<string, string>);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/view/${publicId}`]);
    expect(await read(publicId, { 'Sec-Fetch-Mode': 'cors' })).toMatchObject({ status: 200, body: { content: 'text' } });
    // A paste that doesn't burn is returned to scanners, too.
    const plain = await paste();
    expect((await read(plain.publicId, headers as Record<string, string>)).status).toBe(200);
  });

  it('GET /api/v1/pastes/:publicId neither counts nor burns for HEAD', async () => {
    const [counted, burning] = [await paste(), await paste({ burnAfterRead: true })];
    for (const { publicId } of [counted, burning]) {
      const { status, text, headers } = await send(one, { method: 'HEAD', params: { publicId } });
      expect([status, text, headers.get('content-type')]).toEqual([200, '', 'application/json; charset=utf-8']);
      for (const path of ['/documents/:publicId', '/view/:publicId/data'])
        expect((await send(at(path), { method: 'HEAD', params: { publicId } })).status).toBe(200);
    }
    expect((await read(counted.publicId)).body).toMatchObject({ viewCount: 1 });
    expect((await read(burning.publicId)).status).toBe(200);
  });
});

describe('a paste that nobody has', () => {
  const routes = {
    GET: one,
    HEAD: one,
    DELETE: one,
    extend: extend,
    claim: claim,
    acknowledge: acknowledge,
    receipt: receipt,
  };

  it.each(Object.keys(routes) as (keyof typeof routes)[])(
    'a paste that nobody has is 404 for %s, whatever its id looks like',
    async (name) => {
      for (const publicId of [MISSING_ID, 'short', `${MISSING_ID}A`, '../../healthz', '']) {
        const method = name === 'GET' || name === 'receipt' ? 'GET' : name === 'HEAD' || name === 'DELETE' ? name : 'POST';
        const json = name === 'extend' ? { ttlSeconds: 60 } : { claim: 'A'.repeat(43) };
        const { status } = await send(routes[name], { method, params: { publicId }, ...(method === 'POST' ? { json } : {}) });
        expect([publicId, status]).toEqual([publicId, 404]);
      }
    },
  );
});

describe('a protected paste', () => {
  it('a protected paste is deleted and extended by its manage token alone', async () => {
    const { publicId, manageToken = '' } = await paste({ protect: true, ttlSeconds: 60 });
    const ask = (route: typeof extend, method: string, headers: Record<string, string>) =>
      send(route, { method, params: { publicId }, headers, ...(method === 'POST' ? { json: { ttlSeconds: 60 } } : {}) });
    for (const [route, method] of [
      [extend, 'POST'],
      [one, 'DELETE'],
    ] as const) {
      expect((await ask(route, method, {})).status).toBe(401);
      expect((await ask(route, method, { 'X-Service-Manage-Token': 'wrong' })).status).toBe(403);
      expect((await ask(route, method, { 'X-Service-Manage-Token': manageToken })).status).toBe(200);
    }
    expect((await read(publicId)).status).toBe(404);
  });
});

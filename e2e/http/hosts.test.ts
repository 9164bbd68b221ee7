/**
 * The interface through each host: bodies, methods, headers, pages and cookies, as far as a host can influence them. The tests in
 * lib/api covers the rest, which is the same code everywhere. Every response is held to the API's description.
 */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectDescribed, holdFetchToDescription } from '#lib/api/testing/described-responses';
import { type FakeStore, startFakeStore } from '#lib/testing/fake-store';
import { expandSchema } from '#lib/testing/next-version';
import { createTestDatabase, type TestDatabase } from '#lib/testing/test-database';
import { createKeys } from '../support/accounts';
import {
  type Answer,
  type CreatedBody,
  call,
  createPaste,
  type ErrorBody,
  ISO_TIME,
  MISSING_ID,
  readPaste,
  told,
  watchAnswers,
} from '../support/api';

import { sendForm, signIn } from '../support/browser-session';
import { newClaim } from '../support/claims';
import { hosts } from '../support/hosts';
import { type Host, testEnvironment } from '../support/processes';

const ORIGIN = 'https://paste.example';
const OWN = { Origin: ORIGIN };
const FOREIGN = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const MAX = 10 * 1024 * 1024;
const NOT_FOUND = { status: 404, body: { error: 'Not Found', code: 'not_found' } };

describe.each(hosts)('through $name', ({ isAvailable, engine, hasNextSchema, hasStore, isPlainNext, start }) => {
  let database: TestDatabase;
  let store: FakeStore | null = null;
  let web: Host;
  let api: string;
  let keys: { anna: string; bert: string };
  let releases: (() => void)[] = [];

  beforeAll(async () => {
    if (!isAvailable) return;
    database = await createTestDatabase(engine);
    if (hasNextSchema) await expandSchema(database.url);
    keys = await createKeys(database, 'anna', 'bert');
    store = hasStore ? await startFakeStore() : null;
    const stored = store ? { ...store.variables, CONTENT_STORE_MIN_BYTES: '4096' } : {};
    web = await start(testEnvironment(database, { BASE_URL: ORIGIN, ...stored }));
    api = `${web.url}/api/v1/pastes`;
    releases = [
      holdFetchToDescription(),
      watchAnswers((method, url, { status, body }) => expectDescribed(method, new URL(url).pathname, status, body)),
    ];
  });
  afterAll(async () => {
    for (const release of releases) release();
    await web?.kill();
    await database?.drop();
    if (store) expect(store.objects.size).toBeGreaterThan(0);
    await store?.close();
  });

  const test = it.runIf(isAvailable);
  const asAnna = () => ({ 'X-Api-Key': keys.anna });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
    fetch(api, { method: 'POST', headers, body });

  test('a paste is created under BASE_URL, read, listed, extended and deleted', async () => {
    const created = await createPaste(web.url, { content: 'hello', title: 'T', syntax: 'rust', ttlSeconds: 600 }, asAnna());
    const { publicId } = created;
    expect(created).toMatchObject({ url: `${ORIGIN}/view/${publicId}`, rawUrl: `${ORIGIN}/raw/${publicId}`, isE2ee: false });
    expect(await readPaste(web.url, publicId)).toMatchObject({ status: 200, body: { content: 'hello', title: 'T', syntax: 'rust' } });
    const listed = await call<{ pastes: CreatedBody[] }>(`${api}?limit=1`, { headers: asAnna() });
    expect(listed.body.pastes.map((paste) => paste.publicId)).toEqual([publicId]);
    expect(await call(`${api}?limit=0`, { headers: asAnna() })).toMatchObject({ status: 400, body: { details: [{ path: ['limit'] }] } });
    const extend = (headers: Record<string, string>) => call(`${api}/${publicId}/extend`, { json: { ttlSeconds: 60 }, headers });
    const remove = (headers: Record<string, string>) => call(`${api}/${publicId}`, { method: 'DELETE', headers });
    for (const change of [extend, remove]) {
      expect((await change({})).status).toBe(401);
      expect((await change({ 'X-Api-Key': keys.bert })).status).toBe(403);
      expect((await change(asAnna())).status).toBe(200);
    }
    // Two reads reach both of two processes.
    for (let times = 0; times < 2; times++) expect(await readPaste(web.url, publicId)).toMatchObject(NOT_FOUND);
  });

  test('content and title come back byte for byte, as JSON and raw', async () => {
    const content = '\ufeff\u0000\u001f\u007f\r\nb\rd\u2028"\\\\"\\u0041é€😀\u{10ffff}\ufffe<script>alert(1)</script><!-- ';
    const { publicId } = await createPaste(web.url, { content, title: content });
    expect((await readPaste(web.url, publicId)).body).toMatchObject({ content, title: content });
    const raw = await fetch(`${web.url}/raw/${publicId}`);
    expect(Buffer.from(await raw.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    expect(Object.fromEntries(raw.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'cache-control': 'no-store',
    });
  });

  test('10 MiB are stored and returned whole, and one byte more is refused by name', async () => {
    const content = randomBytes((MAX / 4) * 3).toString('base64url');
    const { publicId } = await createPaste(web.url, { isE2ee: true, content });
    const raw = await fetch(`${web.url}/raw/${publicId}`, { headers: { 'Accept-Encoding': 'identity' } });
    // The length lets a client notice a download that was cut short. (Next drops the header.)
    if (!isPlainNext) expect(raw.headers.get('content-length')).toBe(String(MAX));
    expect((await raw.text()) === content).toBe(true);
    expect((await readPaste(web.url, publicId)).body.content === content).toBe(true);
    const refused = await post(`{"content":"${'a'.repeat(MAX + 1)}"}`);
    expect([refused.status, await refused.json()]).toMatchObject([413, { code: 'content_too_large', details: [{ path: ['content'] }] }]);
    const other = await post(JSON.stringify({ title: 'x'.repeat(200_000), content: 'x' }));
    expect([other.status, await other.json()]).toMatchObject([413, { details: [{ path: [] }] }]);
  });

  test('a body that is malformed, compressed or of another type is refused', async () => {
    const broken = Buffer.concat([Buffer.from('{"content":"a'), Buffer.from([0xc0, 0xaf]), Buffer.from('b"}')]);
    for (const [body, headers, status] of [
      ['{"content":', JSON_TYPE, 400],
      ['', JSON_TYPE, 400],
      [new Uint8Array(broken), JSON_TYPE, 400],
      ['{"content":"x"}', { 'Content-Type': 'text/plain' }, 415],
      [new Uint8Array(gzipSync('{"content":"x"}')), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 415],
      ['{"content":"x"}', { ...JSON_TYPE, 'Content-Encoding': 'identity' }, 201],
    ] as const)
      expect((await post(body, headers)).status).toBe(status);
    const { status, body } = await call<ErrorBody>(api, { json: { ttlSeconds: 0, title: 7 } });
    expect([status, body.details?.map(({ path }) => path[0]).sort()]).toEqual([400, ['content', 'title', 'ttlSeconds']]);
  });

  test('a method that a route lacks gets 405 with Allow, and an unknown path JSON', async () => {
    const { publicId } = await createPaste(web.url, { content: 'x' });
    for (const [url, method, allow] of [
      [api, 'PUT', 'GET, HEAD, POST, DELETE, OPTIONS'],
      [`${api}/${publicId}`, 'POST', 'GET, HEAD, DELETE, OPTIONS'],
      [`${api}/${publicId}/claim`, 'HEAD', 'POST, OPTIONS'],
      [`${web.url}/raw/${publicId}`, 'DELETE', 'GET, HEAD, POST, OPTIONS'],
      [`${web.url}/healthz`, 'POST', 'GET, HEAD, OPTIONS'],
      [`${web.url}/api/v1/webhooks/1`, 'POST', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
    ] as const) {
      const response = await fetch(url, { method });
      expect([url, response.status, response.headers.get('allow')]).toEqual([url, 405, allow]);
      if (method !== 'HEAD') expect(await response.json()).toEqual({ error: 'Method Not Allowed', code: 'method_not_allowed' });
    }
    for (const path of ['/api/v1', '/api/v2/pastes', `/api/v1/pastes/${MISSING_ID}/nothing`, '/api/v1/pastes/..%2f..%2fetc'])
      expect(await call(`${web.url}${path}`)).toMatchObject(NOT_FOUND);
  });

  test('every origin may call the API without credentials, and none may read raw texts', async () => {
    const preflight = await fetch(api, { method: 'OPTIONS', headers: { ...FOREIGN, 'Access-Control-Request-Method': 'POST' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, expect.stringMatching(/X-Api-Key/)]);
    const { publicId } = await createPaste(web.url, { content: 'x' });
    for (const { headers } of [preflight, await fetch(`${api}/${publicId}`, { headers: FOREIGN })])
      expect([headers.get('access-control-allow-origin'), headers.has('access-control-allow-credentials')]).toEqual(['*', false]);
    expect((await fetch(`${web.url}/raw/${publicId}`)).headers.has('access-control-allow-origin')).toBe(false);
  });

  test('every reader is counted, whichever process responds, and no HEAD or OPTIONS', async () => {
    const { publicId } = await createPaste(web.url, { content: 'x' }, asAnna());
    for (const path of [`${api}/${publicId}`, `${web.url}/raw/${publicId}`]) {
      expect((await fetch(path, { method: 'HEAD' })).status).toBe(200);
      expect((await fetch(path, { method: 'OPTIONS' })).status).toBe(204);
    }
    await Promise.all(Array.from({ length: 50 }, () => readPaste(web.url, publicId)));
    // The list counts no view. Each process writes its own views at most once a second, so this waits.
    await vi.waitFor(async () => {
      const { body } = await call<{ pastes: { viewCount: number }[] }>(`${api}?limit=1`, { headers: asAnna() });
      expect(body.pastes[0]?.viewCount).toBe(50);
    });
  });

  test('HEAD, ranges, prefetches, navigations, pictures and preview bots burn nothing', async () => {
    const { publicId } = await createPaste(web.url, { content: 'canary', title: 'canary', burnAfterRead: true });
    const [json, raw, view] = [`${api}/${publicId}`, `${web.url}/raw/${publicId}`, `${web.url}/view/${publicId}`];
    const headers = [{ Range: 'bytes=0-1' }, { 'If-None-Match': '"x"' }, { Purpose: 'prefetch' }, { 'Sec-Purpose': 'prefetch;prerender' }];
    const looks: [string, RequestInit][] = [
      ...[json, raw].flatMap((url): [string, RequestInit][] => [
        [url, { method: 'HEAD' }],
        [url, { method: 'OPTIONS' }],
        ...headers.map((each): [string, RequestInit] => [url, { headers: each as Record<string, string> }]),
      ]),
      // These are an address that a browser opens, and a picture in another page.
      [raw, { headers: { Accept: 'text/html,application/xhtml+xml' } }],
      [raw, { mode: 'no-cors' }],
      [raw, { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0' } }],
      [view, {}],
      [view, { headers: { 'User-Agent': 'Slackbot-LinkExpanding 1.0' } }],
      [`${view}?_rsc=x`, { headers: { RSC: '1', 'Next-Router-Prefetch': '1' } }],
    ];
    for (const [url, init] of looks) {
      const response = await fetch(url, { ...init, redirect: 'manual' });
      expect(await response.text()).not.toContain('canary');
      const location = response.headers.get('location');
      if (location) expect(new URL(location, web.url).origin).toBe(new URL(web.url).origin);
    }
    expect((await readPaste(web.url, publicId)).body.content).toBe('canary');
  });

  test('a burn paste of 10 MiB reaches one reader whole, and then is as if it never was', async () => {
    const content = 'line of text\n'.repeat(800_000);
    const { publicId } = await createPaste(web.url, { content, burnAfterRead: true });
    expect((await (await fetch(`${web.url}/raw/${publicId}`)).text()) === content).toBe(true);
    const deleted = await createPaste(web.url, { content: 'x' });
    await call(`${api}/${deleted.publicId}`, { method: 'DELETE' });
    const expired = await createPaste(web.url, { content: 'x', ttlSeconds: 1 });
    await vi.waitFor(async () => expect((await readPaste(web.url, expired.publicId)).status).toBe(404), { interval: 100 });
    for (const path of ['/api/v1/pastes/', '/raw/']) {
      const responses = await Promise.all(
        [MISSING_ID, publicId, deleted.publicId, expired.publicId].map((id) => call(`${web.url}${path}${id}`)),
      );
      expect(responses[0]).toMatchObject(NOT_FOUND);
      expect(new Set(responses.map(told)).size).toBe(1);
    }
  });

  test('a claim is fetched through any process until it is acknowledged, by nobody else', async () => {
    const { publicId } = await createPaste(web.url, { content: 'a secret', title: 'a title', burnAfterRead: true });
    const claim = newClaim();
    const send = (what: string, mine: string, id = publicId) => call(`${api}/${id}/${what}`, { json: { claim: mine } });
    const claimed = await send('claim', claim);
    expect(claimed).toMatchObject({ status: 200, body: { publicId, claimedUntil: expect.stringMatching(ISO_TIME), title: 'a title' } });
    const headers = { 'X-Service-Claim': claim };
    for (let times = 0; times < 2; times++)
      expect(await call(`${web.url}/raw/${publicId}`, { headers })).toMatchObject({ status: 200, body: 'a secret' });
    const asks: ((id: string) => Promise<Answer>)[] = [
      (id) => readPaste(web.url, id),
      (id) => call(`${web.url}/raw/${id}`, { headers: { 'X-Service-Claim': newClaim() } }),
      (id) => call(`${web.url}/raw/${id}`, { method: 'HEAD' }),
      (id) => send('claim', newClaim(), id),
      (id) => send('acknowledge', newClaim(), id),
    ];
    for (const ask of asks) expect(told(await ask(publicId))).toBe(told(await ask(MISSING_ID)));
    expect(await send('acknowledge', claim)).toMatchObject({ status: 200, body: { acknowledged: true } });
    for (const answer of [await send('claim', claim), await readPaste(web.url, publicId)]) expect(answer).toMatchObject(NOT_FOUND);
  });

  test('pages have their status, and browsers at a raw address are led to them', async () => {
    const { publicId } = await createPaste(web.url, { content: 'x' });
    const files = [
      ['/', 200],
      ['/nothing', 404],
    ] as const;
    const rendered = [
      [`/view/${publicId}`, 200],
      [`/view/${MISSING_ID}`, 404],
      ['/account', 200],
    ] as const;
    // Plain Next has no pages that are files.
    for (const [path, status] of isPlainNext ? rendered : [...files, ...rendered]) {
      const response = await fetch(`${web.url}${path}`, { headers: { Accept: 'text/html' } });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([path, status, 'text/html; charset=utf-8']);
    }
    const opened = await fetch(`${web.url}/raw/${MISSING_ID}`, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/view/${MISSING_ID}`]);
    expect(await call(`${web.url}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await call(`${web.url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok', db: 'connected' } });
    expect(await call(`${web.url}/api/v1/openapi.json`)).toMatchObject({ status: 200, body: { servers: [{ url: ORIGIN }] } });
  });

  const form = (action: string, fields: Record<string, string>, headers: Record<string, string>) =>
    sendForm(`${web.url}/account/actions/${action}`, fields, headers);

  test('a key signs a browser in, by a cookie for HTTPS and no script, until it leaves', async () => {
    const { status, location, setCookies, cookies } = await form('sign-in', { apiKey: ` ${keys.anna}\n` }, OWN);
    expect([status, location]).toEqual([303, '/mine']);
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-sealpaste-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/),
    ]);
    const headers = { Cookie: cookies[0] ?? '', ...OWN };
    const { publicId } = await createPaste(web.url, { content: 'x' }, headers);
    expect((await call(`${api}/${publicId}`, { method: 'DELETE', headers })).status).toBe(200);
    const answer = await form('sign-out', {}, headers);
    expect(answer).toMatchObject({ status: 303, location: '/account?notice=signed-out' });
    expect(answer.setCookies).toEqual([expect.stringMatching(/^__Host-sealpaste-session=; .*Max-Age=0$/)]);
    expect((await call(api, { headers })).status).toBe(401);
    expect(await (await fetch(`${web.url}/account`, { headers })).text()).toContain('Sign in with your key');
  });

  test('the pages of an account need a session, however they are asked for', async () => {
    const cookie = await signIn(web.url, ORIGIN, keys.anna);
    const shows = async (path: string, headers: Record<string, string>) =>
      /Signed in as anna|sp_[0-9A-Za-z]{8}/.test(await (await fetch(`${web.url}${path}`, { headers })).text());
    for (const [path, headers] of [
      ['/account/settings', {}],
      ['/account/settings', { RSC: '1' }],
      ['/account/settings?_rsc=abc', { RSC: '1', 'Next-Router-Prefetch': '1' }],
      ['/account/settings.rsc', {}],
      ['/account/settings', { 'x-middleware-subrequest': 'src/middleware:middleware:middleware:middleware:middleware' }],
      ['/account%2Fkeys', {}],
      ['/account/settings/', {}],
    ] as [string, Record<string, string>][])
      expect([path, await shows(path, headers)]).toEqual([path, false]);
    expect(await shows('/account/settings', { Cookie: cookie })).toBe(true);
  });

  test('another site’s requests do nothing, and forms have a type, size and method', async () => {
    const cookie = await signIn(web.url, ORIGIN, keys.anna);
    const { publicId } = await createPaste(web.url, { content: 'kept' }, asAnna());
    for (const headers of [FOREIGN, { Origin: 'null' }, {}] as Record<string, string>[]) {
      const foreign = { ...headers, Cookie: cookie };
      expect((await call(api, { json: { content: 'planted' }, headers: foreign })).status).toBe(403);
      expect((await post('content=planted', { ...foreign, 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(403);
      expect((await call(`${api}/${publicId}`, { method: 'DELETE', headers: foreign })).status).toBe(403);
      expect((await call(api, { headers: foreign })).status).toBe(401);
      expect(await form('sign-out', {}, foreign)).toMatchObject({ status: 403, setCookies: [] });
    }
    expect((await readPaste(web.url, publicId)).status).toBe(200);
    const url = `${web.url}/account/actions/sign-in`;
    const own = { Cookie: cookie, ...OWN };
    expect((await fetch(url, { method: 'POST', headers: { ...own, 'Content-Type': 'text/plain' }, body: 'apiKey=x' })).status).toBe(415);
    expect((await form('sign-in', { apiKey: 'x'.repeat(20_000) }, own)).status).toBe(413);
    expect((await fetch(url, { headers: own })).status).toBe(405);
  });
});

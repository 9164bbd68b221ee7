/** The endpoints of request links: who may call them, and what they return and refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideServices } from '../composition/services';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { createRequestKeys, type PrivateJwk, type PublicJwk } from '../envelope/answer-keys';
import { openAnswer } from '../envelope/answer-open';
import { sealAnswer } from '../envelope/answer-seal';
import { deriveInboxToken } from '../envelope/envelope-token';
import { openAsked, openInbox, sealRequest } from '../envelope/request-vault';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const all = at('/api/v1/requests');
const one = at('/api/v1/requests/:requestId');
const byCode = at('/api/v1/codes/:code');
const answers = at('/api/v1/requests/:requestId/answers');
const receipt = at('/api/v1/requests/:requestId/receipt');
const paste = at('/api/v1/pastes/:publicId');
const claim = at('/api/v1/pastes/:publicId/claim');
const acknowledge = at('/api/v1/pastes/:publicId/acknowledge');
const pasteReceipt = at('/api/v1/pastes/:publicId/receipt');

let services: Awaited<ReturnType<typeof openTestServices>>;
let publicKey: PublicJwk;
let privateKey: PrivateJwk;
let content: string;
beforeAll(async () => {
  services = await openTestServices({ ANONYMOUS_CREATE: 'on' });
  ({ publicKey, privateKey } = await createRequestKeys());
  content = await sealAnswer({ content: 'the secret' }, publicKey);
});
afterAll(() => services.end());

const NEW = () => ({ publicKey, label: 'printer', ttlSeconds: 3600 });
async function ask(headers: Record<string, string> = {}, fields: object = {}) {
  const { status, body } = await send(all, { json: { ...NEW(), ...fields }, headers });
  expect(status).toBe(201);
  return body as { requestId: string; url: string; expiresAt: string; manageToken?: string };
}

describe('requests', () => {
  it('a request without an account is answered, and the answer read, with receipts', async () => {
    const { requestId, url, manageToken = '' } = await ask();
    expect(url).toBe(`${BASE_URL}/request/${requestId}`);
    const params = { requestId };
    const shown = { requestId, publicKey, label: 'printer', maxAnswers: 1, burnAfterRead: true };
    expect(await send(one, { params })).toMatchObject({ status: 200, body: { ...shown, answersLeft: 1 } });

    const given = await send(answers, { params, json: { content } });
    expect(given).toMatchObject({ status: 201, body: { answersLeft: 0, receiptToken: expect.any(String) } });
    const { receiptToken } = given.body as { receiptToken: string };
    expect(await send(one, { params })).toMatchObject({ status: 200, body: { answersLeft: 0 } });
    expect(await send(answers, { params, json: { content } })).toMatchObject({
      status: 409,
      body: { error: 'Conflict', code: 'request_full' },
    });

    const headers = { 'X-Service-Manage-Token': manageToken };
    const listed = await send(answers, { params, headers });
    expect(listed).toMatchObject({
      status: 200,
      body: { request: { ...shown, state: 'full', waitingAnswers: 1 }, answers: [{ state: 'created' }] },
    });
    const { publicId } = (listed.body as { answers: { publicId: string }[] }).answers[0] as { publicId: string };
    expect(given.text).not.toContain(publicId);

    const mine = 'A'.repeat(43);
    expect(await send(claim, { params: { publicId }, json: { claim: mine } })).toMatchObject({ status: 200 });
    const read = await send(paste, { params: { publicId }, headers: { 'X-Service-Claim': mine } });
    expect(await openAnswer((read.body as { content: string }).content, privateKey)).toMatchObject({ content: 'the secret' });
    expect(await send(acknowledge, { params: { publicId }, json: { claim: mine } })).toMatchObject({ status: 200 });

    expect(await send(receipt, { params, headers: { 'X-Service-Receipt-Token': receiptToken } })).toMatchObject({
      status: 200,
      body: { state: 'opened' },
    });
    expect(await send(pasteReceipt, { params: { publicId }, headers })).toMatchObject({ status: 200, body: { state: 'opened' } });
    expect(await send(receipt, { params })).toMatchObject({ status: 404 });
  });

  it('a request made with a key belongs to its user, from any key or browser', async () => {
    const [key, cookie] = [await services.keyOf('anna'), await services.cookieOf(await services.keyOf('anna'))];
    const created = await ask({ 'X-Api-Key': key });
    expect(created.manageToken).toBeUndefined();
    const browser = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    const fromBrowser = await ask(browser);
    const { body } = await send(all, { headers: browser });
    expect((body as { requests: { requestId: string }[] }).requests.map(({ requestId }) => requestId)).toEqual([
      fromBrowser.requestId,
      created.requestId,
    ]);
    const params = { requestId: created.requestId };
    expect(await send(answers, { params, headers: browser })).toMatchObject({ status: 200, body: { answers: [] } });
    expect(await send(one, { method: 'DELETE', params, headers: browser })).toMatchObject({
      status: 200,
      body: { ended: true, deletedAnswers: 0 },
    });
    expect(await send(one, { params })).toMatchObject({ status: 404 });
    expect(await send(answers, { params, json: { content } })).toMatchObject({ status: 404 });
  });

  it('what the asker sealed comes back as it was, the vault to the inbox link only', async () => {
    const { body: sealed, inbox, inboxKey } = await sealRequest({ label: 'printer', fields: [{ name: 'User', kind: 'text' }] });
    const headers = { 'X-Service-Manage-Token': await deriveInboxToken(inboxKey) };
    for (const credentials of [{}, { 'X-Api-Key': await services.keyOf('anna') }]) {
      const { status, body, text } = await send(all, { json: { ...sealed, ttlSeconds: 600 }, headers: credentials });
      expect([status, text.includes('manageToken')]).toEqual([201, false]);
      const params = { requestId: (body as { requestId: string }).requestId };
      const shown = await send(one, { params });
      expect(shown.body).toMatchObject({ label: '', sealed: sealed.sealed });
      expect(shown.text).not.toContain(sealed.vault);
      expect(await openAsked(sealed.sealed, inbox.labelKey)).toEqual({ label: 'printer', fields: [{ name: 'User', kind: 'text' }] });
      expect(await send(answers, { params })).toMatchObject({ status: 401 });
      const listed = await send(answers, { params, headers });
      expect(listed).toMatchObject({ status: 200, body: { vault: sealed.vault, answers: [] } });
      expect(await openInbox((listed.body as { vault: string }).vault, inboxKey)).toEqual(inbox);
      expect(await send(one, { method: 'DELETE', params, headers })).toMatchObject({ status: 200 });
    }
  });

  it('a code finds its open request, and no second request has the code', async () => {
    const fields = { code: '7KQ4M2XP', ttlSeconds: 600 };
    const { requestId, expiresAt } = await ask({}, fields);
    const params = { code: '7KQ4M2XP' };
    expect(await send(byCode, { params })).toMatchObject({ status: 200, body: { requestId, publicKey, expiresAt } });
    expect(await send(all, { json: { ...NEW(), ...fields } })).toMatchObject({
      status: 409,
      body: { error: 'Conflict', code: 'code_taken' },
    });
    for (const code of ['7KQ4M2XQ', '7kq4m2xp', '7KQ4-M2XP'])
      expect(await send(byCode, { params: { code } })).toMatchObject({ status: 404 });
    expect(await send(answers, { params: { requestId }, json: { content } })).toMatchObject({ status: 201 });
    expect(await send(byCode, { params })).toMatchObject({ status: 404 });
  });

  it('a code is refused with more than ten minutes or one answer, or in another form', async () => {
    for (const [wrong, path] of [
      [{ ttlSeconds: 601 }, 'ttlSeconds'],
      [{ maxAnswers: 2 }, 'maxAnswers'],
      [{ code: '7KQ4-M2XP' }, 'code'],
      [{ code: '7KQ4M2XO' }, 'code'],
    ] as const)
      expect(await send(all, { json: { ...NEW(), ttlSeconds: 600, code: '77777000', ...wrong } })).toMatchObject({
        status: 400,
        body: { details: [{ path: [path] }] },
      });
  });

  it('each address has ten tries a minute at codes, apart from its other requests', async () => {
    const limited = await openTestServices({ ANONYMOUS_CREATE: 'on', RATE_LIMIT_ANONYMOUS: '1' });
    try {
      for (let tries = 0; tries < 10; tries++) expect(await send(byCode, { params: { code: '00000000' } })).toMatchObject({ status: 404 });
      const refused = await send(byCode, { params: { code: '00000000' } });
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      await ask();
    } finally {
      await limited.end();
      provideServices(async () => services);
    }
  });

  it('a vault of 8 KiB is taken, a longer one or one that is no JWE is not', async () => {
    const vault = (characters: number) => `a..b.${'c'.repeat(characters - 7)}.d`;
    await ask({}, { vault: vault(8192) });
    for (const wrong of [{ vault: vault(8193) }, { vault: 'a.b' }, { sealed: vault(4097) }, { manageProof: 'x' }])
      expect(await send(all, { json: { ...NEW(), ...wrong } })).toMatchObject({
        status: 400,
        body: { details: [{ path: Object.keys(wrong) }] },
      });
  });

  it('what is somebody else’s or not there is refused, each by its status', async () => {
    const { requestId } = await ask();
    const params = { requestId };
    const wrong = { 'X-Service-Manage-Token': 'x' };
    const bert = { 'X-Api-Key': await services.keyOf('bert') };
    expect(await send(all)).toMatchObject({ status: 401 });
    for (const [headers, status] of [
      [{}, 401],
      [wrong, 403],
      [bert, 403],
    ] as const) {
      expect(await send(answers, { params, headers })).toMatchObject({ status });
      expect(await send(one, { method: 'DELETE', params, headers })).toMatchObject({ status });
    }
    for (const unknown of ['x', 'x'.repeat(24)]) {
      expect(await send(one, { params: { requestId: unknown } })).toMatchObject({ status: 404 });
      expect(await send(answers, { params: { requestId: unknown }, json: { content } })).toMatchObject({ status: 404 });
    }
    expect(await send(one, { method: 'DELETE', params, path: '/?answers=burn', headers: wrong })).toMatchObject({ status: 400 });
  });

  it('what is no public key, or no answer, is 400 with its field', async () => {
    const withPrivate = await send(all, { json: { ...NEW(), publicKey: { ...publicKey, d: 'private' } } });
    expect(withPrivate).toMatchObject({ status: 400, body: { details: [{ path: ['publicKey', 'd'] }] } });
    expect(withPrivate.text).not.toContain('"private"');
    expect(await send(all, { json: { publicKey } })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['ttlSeconds'], message: 'Required' }] },
    });
    const { requestId } = await ask();
    for (const [json, path] of [
      [{ content: 'x' }, ['content']],
      [{ content: '' }, ['content']],
      [{}, ['content']],
      [[], []],
    ] as const)
      expect(await send(answers, { params: { requestId }, json })).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});

describe('where only holders of a key create', () => {
  it('they ask, and anybody answers', async () => {
    const closed = await openTestServices({ ANONYMOUS_CREATE: 'off' });
    try {
      expect(await send(all, { json: NEW() })).toMatchObject({ status: 401 });
      const { requestId } = await ask({ 'X-Api-Key': await closed.keyOf('anna') });
      expect(await send(answers, { params: { requestId }, json: { content } })).toMatchObject({ status: 201 });
    } finally {
      await closed.end();
      provideServices(async () => services);
    }
  });
});

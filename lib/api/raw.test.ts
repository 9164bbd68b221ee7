/** Whom the raw address gives a paste's bytes, and whom a page. */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASE_URL, endpointsByPath, openTestServices, send } from '../composition/testing/test-services';
import { endpointsOf, routes } from './routes';

const at = endpointsByPath(endpointsOf(routes));
const pastes = at('/api/v1/pastes');
const claimPaste = at('/api/v1/pastes/:publicId/claim');
const raw = at('/raw/:publicId');

const BROWSER = { Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' };
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const BOT = { 'User-Agent': 'Slackbot-LinkExpanding 1.0' };

let services: Awaited<ReturnType<typeof openTestServices>>;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.end());

async function paste(fields: Record<string, unknown> = {}): Promise<string> {
  const { body } = await send(pastes, { json: { content: 'text', ...fields } });
  return (body as { publicId: string }).publicId;
}

const get = (publicId: string, headers: Record<string, string> = {}) => send(raw, { params: { publicId }, headers });

describe('the raw address', () => {
  it.each([{}, BROWSER, BOT])('the raw address gives a plain paste to whoever asks (case %#)', async (headers) => {
    const answer = await get(await paste({ content: '<script>alert(1)</script>', syntax: 'html' }), headers as Record<string, string>);
    expect([answer.status, answer.text]).toEqual([200, '<script>alert(1)</script>']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('the raw address says how many reads are left, where they are counted', async () => {
    const publicId = await paste({ maxReads: 2 });
    for (const left of ['1', '0']) expect((await get(publicId)).headers.get('X-Service-Reads-Left')).toBe(left);
    expect((await get(publicId)).status).toBe(404);
    expect((await get(await paste())).headers.has('X-Service-Reads-Left')).toBe(false);
  });

  it.each([
    ['a browser', BROWSER],
    ['a preview bot', BOT],
    ["Office's own link check", { 'User-Agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)' }],
    ['a picture in somebody’s page', { 'Sec-Fetch-Mode': 'no-cors' }],
  ])('the raw address sends %s to the page of a burn paste, which burns nothing', async (_, headers) => {
    const publicId = await paste({ burnAfterRead: true });
    const answer = await get(publicId, headers as Record<string, string>);
    expect([answer.status, answer.headers.get('location'), answer.text]).toEqual([303, `/view/${publicId}`, '']);
    expect((await get(publicId)).text).toBe('text');
  });

  it('the raw address burns for a program that asks for it, once', async () => {
    const publicId = await paste({ burnAfterRead: true });
    expect((await get(publicId)).text).toBe('text');
    expect((await get(publicId)).status).toBe(404);
  });

  it('the raw address returns a claimed paste to its reader, in a chat app as well', async () => {
    const claim = 'A'.repeat(43);
    const publicId = await paste({ burnAfterRead: true });
    await send(claimPaste, { params: { publicId }, json: { claim } });
    const inApp = { 'User-Agent': `${IPHONE} Line/14.0.0`, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' };
    for (const headers of [inApp, { 'User-Agent': 'WhatsApp/2.23.20.0' }, BOT])
      expect((await get(publicId, { ...headers, 'X-Service-Claim': claim })).text).toBe('text');
  });

  it('the raw address burns for the button of its page, once', async () => {
    const publicId = await paste({ burnAfterRead: true });
    const press = () => send(raw, { method: 'POST', params: { publicId }, headers: BROWSER });
    expect((await press()).text).toBe('text');
    expect((await press()).status).toBe(404);
  });

  it.each([
    ['the button of our page', { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }, 200],
    ['the button of our page, by http', { Origin: 'null' }, 200],
    ['a script of our page in an old browser', { Origin: BASE_URL }, 200],
    ['a program', {}, 200],
    ["another site's form", { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ["another site's form without a referrer", { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }, 403],
    ["a neighbouring site's form", { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.paste.example' }, 403],
    ["another site's form in an old browser", { Origin: 'https://evil.example' }, 403],
  ])('the raw address burns for a POST of who decided to read: %s', async (_, headers, status) => {
    const publicId = await paste({ burnAfterRead: true });
    const press = await send(raw, { method: 'POST', params: { publicId }, headers: headers as Record<string, string> });
    expect(press.status).toBe(status);
    expect((await get(publicId)).status).toBe(status === 200 ? 404 : 200);
  });

  it('the raw address sends browsers to the page and returns programs the envelope', async () => {
    const publicId = await paste({ isE2ee: true, content: 'a ciphertext of another program' });
    const opened = await get(publicId, BROWSER);
    expect([opened.status, opened.headers.get('location')]).toEqual([303, `/view/${publicId}?raw`]);
    expect((await get(publicId)).text).toBe('a ciphertext of another program');
  });

  it.each(['A'.repeat(24), 'short', 'a b', '../../x'])(
    'the raw address of nothing is a page for browsers, 404 for programs: %j',
    async (publicId) => {
      const opened = await get(publicId, BROWSER);
      expect([opened.status, opened.headers.get('location')]).toEqual([303, `/view/${encodeURIComponent(publicId)}`]);
      expect(await get(publicId)).toMatchObject({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
      expect((await send(raw, { method: 'POST', params: { publicId } })).status).toBe(404);
      expect((await send(raw, { method: 'HEAD', params: { publicId } })).status).toBe(404);
    },
  );

  it('the raw address tells HEAD of a paste and neither counts nor burns it', async () => {
    const publicId = await paste({ burnAfterRead: true });
    const { status, text, headers } = await send(raw, { method: 'HEAD', params: { publicId }, headers: BROWSER });
    expect([status, text, headers.get('content-type')]).toEqual([200, '', 'text/plain; charset=utf-8']);
    expect((await get(publicId)).text).toBe('text');
  });
});

describe('a compressed response', () => {
  const LONG = 'all work and no play\n'.repeat(100);
  const create = (fields: Record<string, unknown>) => paste({ content: LONG, ...fields });
  const both = [raw, at('/api/v1/pastes/:publicId')];
  const ask = (endpoint: typeof raw, publicId: string, method: string, accepted: string) =>
    endpoint.respond(new Request(BASE_URL, { method, headers: { 'Accept-Encoding': accepted } }), { publicId }, services);
  const encodings = async (publicId: string, method: string, accepted: string) =>
    Promise.all(
      both.map(async (endpoint) => {
        const { headers } = await ask(endpoint, publicId, method, accepted);
        return [headers.get('content-encoding'), headers.get('vary')];
      }),
    );

  it.each(['GET', 'HEAD'])('goes to %s that asks for it, when the server can read the text', async (method) => {
    const publicId = await create({});
    const varied = (encoding: string | null) => [encoding, 'Accept-Encoding'];
    expect(await encodings(publicId, method, 'gzip, br')).toEqual([varied('br'), varied('br')]);
    expect(await encodings(publicId, method, 'br;q=0, gzip')).toEqual([varied('gzip'), varied('gzip')]);
    expect(await encodings(publicId, method, 'identity')).toEqual([varied(null), varied(null)]);
  });

  it('is not made of an envelope, nor of 1 KiB', async () => {
    for (const fields of [{ isE2ee: true }, { content: 'x'.repeat(1024) }])
      expect(await encodings(await create(fields), 'GET', 'br')).toEqual([
        [null, null],
        [null, null],
      ]);
  });

  it('has the whole text, also when it burns', async () => {
    for (const fields of [{}, { burnAfterRead: true }, { content: 'é'.repeat(400_000) }]) {
      const publicId = await create(fields);
      const response = await ask(raw, publicId, 'GET', 'br');
      const text = brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString();
      expect(text === ('content' in fields ? fields.content : LONG)).toBe(true);
    }
  });
});

/** Copies of pages, of a Next of the tests' own. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createDrawnPages } from './drawn-pages';
import type { Pages } from './pages';

const closing = new EventEmitter();
afterEach(() => void closing.emit('all'));

const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? '';

/** More than a response takes before it has to wait for its reader. */
const padding = ' '.repeat(100_000);

/** @param status of all pages that Next draws */
async function start({ status }: { status?: number } = {}) {
  const drawn: string[] = [];
  const state: { status?: number } = status === undefined ? {} : { status };
  const pages: Pages = {
    isDevelopment: false,
    hasPage: (path) => ['/', '/there'].includes(path),
    async handle({ headers, url }, outgoing) {
      drawn.push(headers.cookie ?? '');
      const nonce = nonceOf(headers['content-security-policy']);
      outgoing.setHeader('Vary', 'rsc');
      outgoing.setHeader('ETag', '"drawn"');
      outgoing.writeHead(state.status ?? (url === '/' ? 200 : 404), { 'Content-Type': 'text/html; charset=utf-8' });
      // As Next does it: where there is no room, it waits for some.
      if (!outgoing.write(`<html data-cookie="${headers.cookie}">${padding}<script nonce="${nonce}"></script>`))
        await once(outgoing, 'drain');
      outgoing.end(`<script nonce="${nonce}"></script>`);
    },
  };
  const drawnPages = createDrawnPages(pages, ['session'], 'notice-1');
  let asked = 0;
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    asked += 1;
    const page = drawnPages.find(incoming, (incoming.url ?? '').replace(/\?.*/, ''));
    if (!page) return outgoing.end('left to Next');
    const sending = { nonce: `nonce${asked}`, headers: { 'X-Request-Id': `${asked}` } };
    return void drawnPages.send(page, incoming, outgoing, sending).catch(() => outgoing.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.once('all', () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const get = (path = '/nothing', headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  return { get, drawn, state };
}

describe('a page that everybody sees alike', () => {
  it('is drawn once, beside the page of nothing, for all who are not signed in', async () => {
    const { get, drawn } = await start();
    const responses = [await get('/'), await get('/nothing'), await get('/'), await get('/', { Cookie: 'theme=dark' })];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect(drawn).toEqual(['', '', 'theme=dark']);
    expect(await responses[2]?.text()).toContain('nonce="nonce3"');
    expect(await (await get('/', { Cookie: 'session=x' })).text()).toBe('left to Next');
  });
});

describe('the page of an address that no page has', () => {
  it('is drawn once, for all who ask at the same time and later, and each copy has a nonce of its own', async () => {
    const { get, drawn } = await start();
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/nothing/${index}`)));
    responses.push(await get('/wp-login.php'));
    expect(drawn).toEqual(['']);
    for (const response of responses) {
      const id = response.headers.get('x-request-id');
      const script = `<script nonce="nonce${id}"></script>`;
      expect([response.status, await response.text()]).toEqual([404, `<html data-cookie="">${padding}${script}${script}`]);
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(21);
  });

  it('has the headers that Next gives it, except those of the one response', async () => {
    const { get } = await start();
    const { headers } = await get();
    expect(Object.fromEntries(headers)).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'rsc, Accept-Encoding' });
    expect(headers.get('etag')).toBeNull();
  });

  it.each(['br', 'gzip', 'identity'])('is the same in the encoding %s', async (encoding) => {
    const { get } = await start();
    const response = await get('/nothing', { 'Accept-Encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await response.text()).toContain('nonce="nonce1"');
  });

  it('has no body for HEAD', async () => {
    const { get } = await start();
    const response = await get('/nothing', {}, 'HEAD');
    expect([response.status, Number(response.headers.get('content-length')) > 0, await response.text()]).toEqual([404, true, '']);
  });

  it('is drawn once for each theme, and with the notice closed, whatever else cookies say', async () => {
    const { get, drawn } = await start();
    for (const Cookie of ['theme=dark', 'theme=dark; other=1', 'theme=system', 'theme=x1', 'notice=x', 'notice=notice-1', 'theme=light'])
      await get('/nothing', { Cookie });
    expect(drawn).toEqual(['theme=dark', '', 'notice=notice-1', 'theme=light']);
  });

  it.each([
    ['a page that differs', '/there', {}],
    ['a page with a query', '/?theme=dark', {}],
    ['a visitor who is signed in', '/nothing', { Cookie: 'session=x' }],
    ['what only programs of Next read', '/nothing', { rsc: '1' }],
  ])('is left to Next for %s', async (_, path, headers) => {
    const { get } = await start();
    expect(await (await get(path, headers as Record<string, string>)).text()).toBe('left to Next');
  });

  it('is not kept when drawing it failed', async () => {
    const { get, state, drawn } = await start({ status: 500 });
    expect((await get()).status).toBe(500);
    delete state.status;
    expect((await get()).status).toBe(404);
    expect(drawn).toHaveLength(2);
  });
});

/** Pages, with the tests' own stand-in for Next. */
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '#lib/composition/services';
import { pageReaders, setPageNotFound } from '#lib/http/page-status';
import { createPageServer } from './page-server';
import type { Pages } from './pages';

const closing = new EventEmitter();
afterEach(() => void closing.emit('all'));

const nonceOf = (policy: unknown) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? '';

/** More than a response takes before it has to wait for its reader. */
const padding = ' '.repeat(100_000);

const ID = 'a'.repeat(24);
const VIEW = `/view/${ID}`;

interface Options {
  /** Status of all pages that the stand-in renders. */
  status?: number;
  /** Renders the page of a paste. */
  drawView?: () => Promise<string>;
}

async function start({ status, drawView = async () => 'view' }: Options = {}) {
  /** The cookies with which each page was rendered; `readers` has the number of readers of each paste's page. */
  const drawn: string[] = [];
  const readers: number[] = [];
  const state: { status?: number } = status === undefined ? {} : { status };
  const pages: Pages = {
    isDevelopment: false,
    hasPage: (path) => ['/', '/there', VIEW].includes(path),
    async handle({ headers, url }, outgoing) {
      drawn.push(headers.cookie ?? '');
      const nonce = nonceOf(headers['content-security-policy']);
      const isView = url?.startsWith(VIEW);
      if (isView) readers.push(pageReaders());
      const body = isView ? await drawView() : padding;
      outgoing.setHeader('Vary', 'rsc');
      outgoing.setHeader('ETag', '"drawn"');
      outgoing.writeHead(state.status ?? (url === '/' || isView ? 200 : 404), { 'Content-Type': 'text/html; charset=utf-8' });
      // Waits for room like Next.
      const isFor = headers.host === 'localhost' ? 'all' : 'one';
      if (!outgoing.write(`<html data-for="${isFor}" data-cookie="${headers.cookie}">${body}<script nonce="${nonce}"></script>`))
        await once(outgoing, 'drain');
      outgoing.end(`<script nonce="${nonce}"></script>`);
    },
  };
  const services = {
    config: { BASE_URL: 'http://127.0.0.1' },
    site: { notice: { id: 'notice-1' } },
    sessions: { cookieName: 'session' },
    flashCookies: {},
  } as unknown as Services;
  const servePage = createPageServer({ services, pages, fail: (outgoing) => void outgoing.writeHead(500).end() });
  let asked = 0;
  let closed = 0;
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    asked += 1;
    const context = { requestId: `${asked}`, clientAddress: '127.0.0.1', incoming };
    void servePage(incoming, outgoing, context, (incoming.url ?? '').replace(/\?.*/, ''));
    outgoing.once('close', () => (closed += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.once('all', () => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const get = (path = '/nothing', headers: Record<string, string> = {}, method = 'GET') => fetch(`${url}${path}`, { method, headers });
  return { url, get, drawn, readers, state, askedSoFar: () => asked, closedSoFar: () => closed };
}

/** Whether the page was rendered for everybody, as its text says. */
const isForAll = async (response: Response) => (await response.text()).includes('data-for="all"');

describe('a page that everybody sees alike', () => {
  it('is drawn once, beside the page of nothing, for all who are not signed in', async () => {
    const { get, drawn } = await start();
    const responses = [await get('/'), await get('/nothing'), await get('/'), await get('/', { Cookie: 'theme=dark' })];
    expect(responses.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
    expect(drawn).toEqual(['', '', 'theme=dark']);
    expect(await isForAll(responses[2] as Response)).toBe(true);
    expect(await isForAll(await get('/', { Cookie: 'session=x' }))).toBe(false);
  });
});

describe('the page of an address that no page has', () => {
  it('the not-found page is rendered once for all, with a nonce for each response', async () => {
    const { get, drawn } = await start();
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/nothing/${index}`)));
    responses.push(await get('/wp-login.php'));
    expect(drawn).toEqual(['']);
    for (const response of responses) {
      const script = `<script nonce="${nonceOf(response.headers.get('content-security-policy'))}"></script>`;
      const html = `<html data-for="all" data-cookie="">${padding}${script}${script}`;
      expect([response.status, await response.text()]).toEqual([404, html]);
    }
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(21);
    expect(new Set(responses.map(({ headers }) => nonceOf(headers.get('content-security-policy')))).size).toBe(21);
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
    expect(await response.text()).toContain(`nonce="${nonceOf(response.headers.get('content-security-policy'))}"`);
  });

  it('has no body for HEAD', async () => {
    const { get } = await start();
    const response = await get('/nothing', {}, 'HEAD');
    expect([response.status, Number(response.headers.get('content-length')) > 0, await response.text()]).toEqual([404, true, '']);
  });

  it('the not-found page is rendered per theme and closed notice, not per cookie', async () => {
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
    expect(await isForAll(await get(path, headers as Record<string, string>))).toBe(false);
  });

  it('is not kept when drawing it failed', async () => {
    const { get, state, drawn } = await start({ status: 500 });
    expect((await get()).status).toBe(500);
    delete state.status;
    expect((await get()).status).toBe(404);
    expect(drawn).toHaveLength(2);
  });
});

/** A lock that many wait for. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('the page of a paste', () => {
  /** Renders the paste's text; the first rendering continues when the gate opens. */
  async function startHeld() {
    const gate = createGate();
    const state = { text: 'old' };
    const web = await start({
      async drawView() {
        const { text } = state;
        await gate.opened;
        return text;
      },
    });
    const first = web.get(VIEW);
    await vi.waitFor(() => expect(web.readers).toEqual([1]));
    return { ...web, gate, state, first };
  }

  it('is drawn once more for all who ask while it is drawn, with what is true by then', async () => {
    const { get, gate, state, first, readers, askedSoFar } = await startHeld();
    state.text = 'new';
    const others = Array.from({ length: 20 }, () => get(VIEW));
    await vi.waitFor(() => expect(askedSoFar()).toBe(21));
    expect(readers).toEqual([1]);
    gate.open();
    expect(await (await first).text()).toContain('old');
    const responses = await Promise.all(others);
    const nonces = responses.map(({ headers }) => nonceOf(headers.get('content-security-policy')));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(readers).toEqual([1, 20]);
    expect(texts.filter((text, index) => text.includes('new') && text.includes(`nonce="${nonces[index]}"`))).toHaveLength(20);
    expect(new Set(nonces).size).toBe(20);
  });

  it('is drawn for one who asks alone, as it always was', async () => {
    const { get, readers } = await start();
    for (let visit = 0; visit < 3; visit += 1) expect(await isForAll(await get(VIEW))).toBe(false);
    expect(readers).toEqual([1, 1, 1]);
  });

  it.each([
    ['who made it', {}, { Cookie: 'made=1' }],
    ['who is signed in', {}, { Cookie: 'session=x' }],
    ['a prefetch', {}, { 'Sec-Purpose': 'prefetch' }],
    ['a preview bot', {}, { 'User-Agent': 'Slackbot-LinkExpanding 1.0' }],
    ['HEAD', { method: 'HEAD' }, {}],
    ['a query', { path: `${VIEW}?raw` }, {}],
  ])('is not shared with %s', async (_, { path = VIEW, method = 'GET' }: { path?: string; method?: string }, headers) => {
    const { get, gate, first, readers } = await startHeld();
    const other = get(path, headers as Record<string, string>, method);
    await vi.waitFor(() => expect(readers).toEqual([1, 1]));
    gate.open();
    expect((await first).status).toBe(200);
    expect(await isForAll(await other)).toBe(false);
  });

  it('is not drawn for who has left meanwhile', async () => {
    const { url, get, gate, first, readers, askedSoFar, closedSoFar } = await startHeld();
    const leaving = new AbortController();
    const left = fetch(`${url}${VIEW}`, { signal: leaving.signal }).catch(() => 'left');
    await vi.waitFor(() => expect(askedSoFar()).toBe(2));
    leaving.abort();
    expect(await left).toBe('left');
    await vi.waitFor(() => expect(closedSoFar()).toBe(1));
    gate.open();
    expect((await first).status).toBe(200);
    expect(await isForAll(await get(VIEW))).toBe(false);
    expect(readers).toEqual([1, 1]);
  });

  it.each([
    ['is missing', 404],
    ['fails', 500],
  ])('that %s does so for all who share it', async (what, status) => {
    const gate = createGate();
    let drawings = 0;
    const { get, askedSoFar, readers } = await start({
      async drawView() {
        drawings += 1;
        if (drawings === 1) await gate.opened;
        else if (what === 'fails') throw new Error('expected to fail');
        else setPageNotFound();
        return 'view';
      },
    });
    const first = get(VIEW);
    await vi.waitFor(() => expect(readers).toEqual([1]));
    const others = [get(VIEW), get(VIEW)];
    await vi.waitFor(() => expect(askedSoFar()).toBe(3));
    gate.open();
    expect((await first).status).toBe(200);
    expect((await Promise.all(others)).map((response) => response.status)).toEqual([status, status]);
    expect(readers).toEqual([1, 2]);
  });
});

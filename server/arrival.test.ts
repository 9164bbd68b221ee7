/** Requests at their arrival: what is known and refused before anything reads them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#lib/config/config';
import { parseTrustedProxies, type TrustedProxies } from '#lib/http/trusted-proxies';
import { parseAnswer } from '../e2e/support/sockets';
import { get, openConnection, responseTo, startWebServer, stopWebServers } from './testing/test-web-server';

afterEach(stopWebServers);

const trust = (text: string) => ({ TRUST_PROXY: parseTrustedProxies(text) as TrustedProxies });

describe("a client's address", () => {
  /** A request through a proxy that sends X-Forwarded-For after so many other fields. */
  const afterFields = (count: number) =>
    `GET /api/v1/pastes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${'a:\r\n'.repeat(count)}X-Forwarded-For: 203.0.113.7\r\n\r\n`;

  it.each([0, 100, 1_000, 2_000, 4_000, 16_000])('is known behind a proxy that sends it after %i other fields', async (count) => {
    const { url, lines } = await startWebServer({ config: trust('loopback') });
    const response = await responseTo(url, afterFields(count));
    expect(response.status).toBe(200);
    await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ clientAddress: '203.0.113.7' })));
  });

  it('is banned behind however many fields', async () => {
    const { url, reached } = await startWebServer({ config: trust('loopback'), banned: '203.0.113.7' });
    expect((await responseTo(url, afterFields(2_000))).status).toBe(403);
    expect(reached).toEqual([]);
  });

  it.each([
    // 127.0.0.1 is the proxy here, and also a client inside the network.
    ['loopback', '198.51.100.1, 127.0.0.2', '127.0.0.2'],
    ['127.0.0.1', '198.51.100.1, 127.0.0.1', '127.0.0.1'],
    ['1', '198.51.100.1, 127.0.0.2', '127.0.0.2'],
    ['2,loopback', '198.51.100.1, 203.0.113.7, 127.0.0.2', '203.0.113.7'],
    ['192.0.2.1', '198.51.100.1, 127.0.0.2', '127.0.0.1'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For: %s is %s in log and bans', async (trusted, forwarded, address) => {
    for (const banned of [undefined, address]) {
      const { url, lines } = await startWebServer({ config: trust(trusted), ...(banned ? { banned } : {}) });
      const { status } = await responseTo(url, get('/api/v1/pastes', `X-Forwarded-For: ${forwarded}\r\n`));
      expect(status).toBe(banned ? 403 : 200);
      await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ clientAddress: address }));
    }
  });
});

describe('a Host', () => {
  const asked = (host: string, target = '/api/v1/pastes') => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
  const { ALLOWED_HOSTS } = loadConfig({
    NODE_ENV: 'production',
    MASTER_KEY: 'a'.repeat(43),
    ALLOWED_HOSTS: 'Sealpaste, paste.default.svc.',
  });
  const config = { BASE_URL: 'https://Paste.example.:8443/sub', ...(ALLOWED_HOSTS ? { ALLOWED_HOSTS } : {}) };

  it.each([
    'paste.example',
    'PASTE.Example',
    'paste.example.',
    'paste.example:443',
    'paste.example.:8443',
    'sealpaste',
    'sealpaste:3000',
    'paste.default.svc',
    'localhost',
    'LOCALHOST:3000',
    'localhost.',
    'paste.localhost',
    '127.0.0.1',
    '10.1.2.3:3000',
    '[::1]',
    '[2001:DB8::1]:3000',
  ])('%s is served', async (host) => {
    const { url } = await startWebServer({ config });
    for (const target of ['/api/v1/pastes', '/', '/raw/x']) expect((await responseTo(url, asked(host, target))).status).toBe(200);
  });

  it.each([
    'evil.example',
    'paste.example.evil.example',
    'xpaste.example',
    'example',
    'localhost.evil.example',
    'notlocalhost',
    '127.0.0.1.evil.example',
    '127.1',
    '0x7f000001',
    '2130706433',
    '1.2.3.4.5',
    '[::1',
    'paste.example..',
  ])('the Host %s, by which another site could lead a browser here, is refused', async (host) => {
    const { url, reached } = await startWebServer({ config });
    for (const target of ['/api/v1/pastes', '/', '/raw/x', '/_next/static/x.js']) {
      const response = await responseTo(url, asked(host, target));
      expect(response.status).toBe(host === '[::1' ? 400 : 421);
      expect(response.headers.get('connection')).toBe('close');
      if (response.status === 421) expect(response.body).toContain('BASE_URL');
    }
    expect(reached).toEqual([]);
  });

  it('of monitors may be any: they know a service by other names', async () => {
    const { url } = await startWebServer({ config });
    expect((await responseTo(url, asked('web:3000', '/healthz'))).status).toBe(200);
  });

  it('may be missing, which it is from no browser', async () => {
    const { url } = await startWebServer({ config });
    expect((await responseTo(url, 'GET /api/v1/pastes HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('without BASE_URL is that of this machine', async () => {
    const { url } = await startWebServer({ config: { BASE_URL: 'http://localhost:3000' } });
    expect((await responseTo(url, asked('localhost:3000'))).status).toBe(200);
    expect((await responseTo(url, asked('paste.example'))).status).toBe(421);
  });

  it('in development leads to no socket of Next either', async () => {
    const upgraded: (string | undefined)[] = [];
    const { url } = await startWebServer({
      config,
      pages: {
        upgrade: async (incoming, socket) => {
          upgraded.push(incoming.headers.host);
          socket.end();
        },
      },
    });
    for (const host of ['evil.example', 'localhost']) {
      const { socket, closed } = await openConnection(url);
      socket.write(`GET /_next/hmr HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      await closed;
    }
    expect(upgraded).toEqual(['localhost']);
  });
});

describe('a path', () => {
  it.each([
    '/%72aw/x',
    '/r%61w/x',
    '/raw/%78',
    '/%68ealthz',
    '/%61pi/v1/pastes',
    '/view/%2d',
    '/view/%2Da',
    '/view/a%5Fb',
    '/view/a%7Eb',
    '/view/%31',
    '/caf%c3%a9',
    '/a%3ab',
    '//',
    '//raw/x',
    '/raw//x',
    '/raw/x//',
    '/_next//static/x.js',
    '/raw/x"',
    '/raw/<x>',
    '/raw/x|y',
    '/raw/x^',
    '/raw/`x`',
    '/raw/{x}',
    '/raw/[x]',
    '/raw/./x',
    '/raw/%2e',
    '/raw/x%2Fy',
    '/raw/x%00',
    '/raw/x%0A',
    '/raw/x%7F',
  ])('in another spelling is not found: %s', async (target) => {
    const { url, reached } = await startWebServer();
    for (const method of ['GET', 'POST']) {
      const { socket, received, closed } = await openConnection(url);
      socket.write(get(target).replace('GET', method));
      await closed;
      expect(parseAnswer(received()).status).toBe(404);
    }
    expect(reached).toEqual([]);
  });

  it.each(["/raw/a%20b!$&'()*+,;=:@~-_.c", '/raw/%25%3A%3B%40%C3%A9%E2%82%AC%F0%9F%98%80', '/raw/a%5Bb%5D%22', '/raw/a%252Fb'])(
    'with what only encoding can say is found: %s',
    async (target) => {
      const { url, reached } = await startWebServer();
      expect((await responseTo(url, get(target))).status).toBe(200);
      expect(reached).toEqual([`GET ${target}`]);
    },
  );

  it.each(['/raw/x/', '/docs/api/', '/view/x/?a=b'])('with a slash at its end leads to the one without: %s', async (target) => {
    const { url, reached } = await startWebServer();
    const { status, headers } = await responseTo(url, get(target));
    expect([status, headers.get('location')]).toEqual([308, target.replace(/\/(?=\?|$)/, '')]);
    expect((await responseTo(url, get(target).replace('GET', 'POST'))).status).toBe(404);
    expect(reached).toEqual([]);
  });

  it('with an encoded # leads to the link, and no line of the log has its key', async () => {
    const { url, lines, reached } = await startWebServer();
    const [id, key] = ['a'.repeat(24), 'k'.repeat(43)];
    const { status, headers } = await responseTo(url, get(`/view/${id}%23${key}?a`));
    expect([status, headers.get('location')]).toEqual([307, `/view/${id}?a#${key}&sent`]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(reached).toEqual([]);
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ status: 307 }));
    expect(JSON.stringify(lines)).not.toContain(key);
  });

  it('that nothing has is a page for a browser, whatever its spelling', async () => {
    const { url, reached } = await startWebServer();
    for (const target of ['//', '/%72aw/x', '/docs//api', '/caf%c3%a9?a=b', '/raw/<x>'])
      expect((await responseTo(url, get(target, 'Accept: text/html\r\n'))).status).toBe(200);
    expect([...new Set(reached)]).toEqual(['page GET /404', 'page GET /404?a=b']);
  });
});

describe('the name of an upload', () => {
  const put = (target: string, headers = '') => get(target, `Content-Length: 0\r\n${headers}`).replace('GET', 'PUT');

  it.each([
    ['/%c3%bc.md', '/%C3%BC.md'],
    ['/%C3%BC.md', '/%C3%BC.md'],
    ['/g%2b%2b.log', '/g%2B%2B.log'],
    ['/g++.log', '/g%2B%2B.log'],
    ['/data%5b1%5d.csv', '/data%5B1%5D.csv'],
    ['/data[1].csv', '/data%5B1%5D.csv'],
    ['/key%3dvalue.txt', '/key%3Dvalue.txt'],
    ['/a%3bb.py', '/a%3Bb.py'],
    ['/%6eotes%2emd', '/notes.md'],
    ['/a%5cb?ttl=1h', '/a%5Cb'],
    ['/100%25', '/100%25'],
    ['/metrics', '/metrics'],
    ['/healthz', '/healthz'],
    ['/.env', '/.env'],
  ])('%s is understood', async (target, path) => {
    const { url, reached } = await startWebServer();
    expect((await responseTo(url, put(target))).status).toBe(200);
    expect(reached).toEqual([`PUT ${path}`]);
  });

  it.each(['/%fc.md', '/%zz', '/100%', '/a%2fb', '/..', '/%2e', '/a%00b', '/a%0ab'])('%s is refused in words', async (target) => {
    const { url, reached } = await startWebServer();
    const { status, headers, body } = await responseTo(url, put(target));
    expect([status, headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8']);
    expect(body).toContain('error: name: expected a name in UTF-8 without / and control characters\n');
    expect((await responseTo(url, put(target, 'Accept: application/json\r\n'))).body).toContain('"code":"bad_request"');
    expect(reached).toEqual([]);
  });

  it('keeps neither a banned client nor another host out of the rules', async () => {
    const { url } = await startWebServer({ banned: '127.0.0.1' });
    const banned = await responseTo(url, put('/healthz'));
    expect(banned).toMatchObject({ status: 403, body: expect.stringContaining('error: Forbidden\n') });
    const { url: other } = await startWebServer();
    expect((await responseTo(other, put('/healthz').replace('paste.example', 'evil.example'))).status).toBe(421);
  });
});

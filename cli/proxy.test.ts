/** Proxies: those of the environment, and a login that one in front of the service wants. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT } from './exit';
import { send } from './http';
import { authorizationFor, proxyFor, takeLogin, withLogin } from './proxy';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const clean of cleanUp.splice(0)) await clean();
});

const PROXY = 'http://proxy.example:3128';

describe('the proxy', () => {
  it.each<[string, Record<string, string>, string | null]>([
    ['https://p.example', {}, null],
    ['https://p.example', { HTTPS_PROXY: PROXY }, 'proxy.example:3128'],
    ['https://p.example', { https_proxy: 'proxy.example:3128' }, 'proxy.example:3128'],
    ['https://p.example', { ALL_PROXY: PROXY }, 'proxy.example:3128'],
    ['https://p.example', { HTTP_PROXY: PROXY }, null],
    ['http://p.example', { HTTP_PROXY: PROXY }, 'proxy.example:3128'],
    ['https://p.example', { HTTPS_PROXY: PROXY, NO_PROXY: '*' }, null],
    ['https://p.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'example.org, p.example' }, null],
    ['https://p.example', { HTTPS_PROXY: PROXY, no_proxy: '.example' }, null],
    ['https://p.example', { HTTPS_PROXY: PROXY, NO_PROXY: '*.example' }, null],
    ['https://p.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'p.example:443' }, null],
    ['https://p.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'p.example:8443' }, 'proxy.example:3128'],
    ['https://xp.example', { HTTPS_PROXY: PROXY, NO_PROXY: 'p.example' }, 'proxy.example:3128'],
    ['https://localhost:3000', { HTTPS_PROXY: PROXY }, null],
    ['http://127.0.0.1:3000', { ALL_PROXY: PROXY }, null],
  ])('of %s with %j is %s', (url, variables, host) => {
    expect(proxyFor(new URL(url), variables)?.host ?? null).toBe(host);
  });

  it.each(['socks5://u:S3CRET@proxy.example:1080', 'https://u:S3CRET@proxy.example'])('%s is refused without being repeated', (proxy) => {
    expect(() => proxyFor(new URL('https://p.example'), { ALL_PROXY: proxy })).toThrow(/^(?!.*S3CRET).*ALL_PROXY/);
  });

  it('gets the whole address and its login, for http', async () => {
    const seen: IncomingMessage[] = [];
    const proxy = await listen((incoming) => void seen.push(incoming));
    vi.stubEnv('http_proxy', `http://me:p%40ss@127.0.0.1:${proxy}`);
    await send({ method: 'GET', url: 'http://p.example/a' });
    expect(seen.map(({ url, headers }) => [url, headers.host, headers['proxy-authorization']])).toEqual([
      ['http://p.example/a', 'p.example', `Basic ${Buffer.from('me:p@ss').toString('base64')}`],
    ]);
  });

  it('sees the name only, for https, and a refusal is said', async () => {
    const seen: (string | undefined)[] = [];
    const service = await listen(() => undefined);
    let status = '200';
    const proxy = createServer().on('connect', ({ url }, socket) => {
      seen.push(url);
      socket.on('error', () => undefined).write(`HTTP/1.1 ${status} x\r\n\r\n`);
      const onward = connect(service, '127.0.0.1').on('error', () => socket.destroy());
      onward.pipe(socket).pipe(onward);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    cleanUp.push(() => proxy.close());
    vi.stubEnv('https_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    // The service behind the tunnel has no TLS, so that the handshake fails.
    await expect(send({ method: 'GET', url: 'https://p.example/a' })).rejects.toMatchObject({ code: EXIT.later });
    status = '407';
    await expect(send({ method: 'GET', url: 'https://p.example/a' })).rejects.toThrow(/wants a login/);
    expect(seen).toEqual(['p.example:443', 'p.example:443']);
  });
});

describe('a login in the address', () => {
  it('goes to that origin only, and out of the address', () => {
    expect(takeLogin(new URL('https://me:p%40ss@p.example/sub')).href).toBe('https://p.example/sub');
    expect(authorizationFor(new URL('https://p.example/x'))).toEqual({
      Authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    });
    for (const other of ['https://other.example/', 'http://p.example/', 'https://p.example:8443/'])
      expect(authorizationFor(new URL(other))).toEqual({});
    expect(withLogin('https://p.example/sub')).toBe('https://me:p%40ss@p.example/sub');
    expect(withLogin('https://other.example')).toBe('https://other.example');
  });

  it('is sent with each request', async () => {
    const seen: (string | undefined)[] = [];
    const port = await listen(({ headers }) => void seen.push(headers.authorization));
    await send({ method: 'GET', url: takeLogin(new URL(`http://me:pw@127.0.0.1:${port}/`)).href });
    expect(seen).toEqual([`Basic ${Buffer.from('me:pw').toString('base64')}`]);
  });
});

async function listen(see: (incoming: IncomingMessage) => void): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    see(incoming);
    outgoing.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

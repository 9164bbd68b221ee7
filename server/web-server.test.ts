/** The work before and after every handler. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plainPageMessages } from '#components/messages/plain-page';
import { DatabaseUnavailableError } from '#lib/db/database';
import { failPage, setPageNotFound } from '#lib/http/page-status';
import { parseTrustedProxies, type TrustedProxies } from '#lib/http/trusted-proxies';
import { chunk, chunkedHead, exchange, parseAnswer, type RawConnection } from '../e2e/support/sockets';
import type { Pages } from './next-pages';
import { get, openConnection, responseTo, startWebServer, stopWebServers } from './testing/test-web-server';

afterEach(stopWebServers);

/** A page that begins and never ends. In development pages are sent as they are rendered. */
const ENDLESS: Partial<Pages> = { isDevelopment: true, handle: async (_, outgoing) => void outgoing.write('half') };

describe('the status of a page', () => {
  it.each([
    ['what the page says of itself', 200, true, 404],
    ['what Next says', 200, false, 200],
    ['what Next says of a failure, whatever the page said', 500, true, 500],
  ])('the status of a page is %s', async (_, byNext, isNothing, status) => {
    const { url } = await startWebServer({
      pages: {
        handle: async (_incoming, outgoing) => {
          await Promise.resolve();
          if (isNothing) setPageNotFound();
          outgoing.statusCode = byNext;
          outgoing.end('page');
        },
      },
    });
    expect((await fetch(`${url}/view/x`)).status).toBe(status);
  });
});

describe('bytes that are no request', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a header line without a colon', 'GET / HTTP/1.1\r\nHost: paste.example\r\nnonsense\r\n\r\n', 400],
    ['a line break in a header', 'GET / HTTP/1.1\r\nHost: paste.example\r\nX: a\rb\r\n\r\n', 400],
    ['a control character in the target', 'GET /a\x01b HTTP/1.1\r\nHost: paste.example\r\n\r\n', 400],
    ['a target that begins with a backslash', 'GET \\api\\v1\\pastes HTTP/1.1\r\nHost: paste.example\r\n\r\n', 400],
    ['two lengths', 'POST /api/v1/pastes HTTP/1.1\r\nHost: paste.example\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
    ['a negative length', 'POST /api/v1/pastes HTTP/1.1\r\nHost: paste.example\r\nContent-Length: -1\r\n\r\n', 400],
    [
      'a length and chunks, by which requests are smuggled',
      'POST /api/v1/pastes HTTP/1.1\r\nHost: paste.example\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a chunk size that is none', `${chunkedHead('/api/v1/pastes')}xyz\r\n`, 400],
    ['a header of 20 KB', `GET / HTTP/1.1\r\nHost: paste.example\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['headers of 20 KB together', `GET / HTTP/1.1\r\nHost: paste.example\r\n${`X: ${'y'.repeat(20)}\r\n`.repeat(1_000)}\r\n`, 431],
    ['a target of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: paste.example\r\n\r\n`, 431],
  ])('%s gets a JSON response on a closing connection', async (_, text, status) => {
    const { url, reached } = await startWebServer();
    const response = await responseTo(url, text);
    expect(response.status).toBe(status);
    expect(response.headers.get('connection')).toBe('close');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const isLarge = status === 431;
    const error = isLarge ? 'Request Header Fields Too Large' : 'Bad Request';
    expect(JSON.parse(response.body)).toEqual({ error, code: isLarge ? 'headers_too_large' : 'bad_request' });
    expect(reached).toEqual([]);
  });

  it('a connection that is opened and closed has no effect', async () => {
    const { url } = await startWebServer();
    for (let index = 0; index < 50; index++) {
      const { socket } = await openConnection(url);
      socket.resetAndDestroy();
    }
    expect((await responseTo(url, get('/healthz'))).status).toBe(200);
  });

  it('CONNECT opens no tunnel', async () => {
    const { url, reached } = await startWebServer();
    expect(await exchange(url, 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: paste.example\r\n\r\n')).toBe('');
    expect(reached).toEqual([]);
  });
});

describe('garbage after a complete request', () => {
  it('does not cut off the response to the request', async () => {
    let release = (): void => undefined;
    const { url, reached } = await startWebServer({
      content: Buffer.from('the secret'),
      hold: new Promise((resolve) => (release = resolve)),
    });
    const connection = await openConnection(url);
    connection.socket.write('GET /raw/AAAAAAAAAAAAAAAAAAAAAAAA HTTP/1.1\r\nHost: paste.example\r\n\r\n\x00garbage\r\n\r\n');
    await vi.waitFor(() => expect(reached).toHaveLength(1));
    release();
    await connection.closed;
    const response = parseAnswer(connection.received());
    expect([response.status, response.body, response.headers.get('connection')]).toEqual([200, 'the secret', 'close']);
  });

  it('in the middle of a body ends the request', async () => {
    const { url } = await startWebServer();
    const text = `${chunkedHead('/api/v1/json')}${chunk('{')}no chunk\r\n`;
    expect((await responseTo(url, text)).status).toBe(400);
  });
});

describe('a client that waits before it sends a body (Expect: 100-continue)', () => {
  const ask = (headers: string, path = '/api/v1/json') =>
    `POST ${path} HTTP/1.1\r\nHost: paste.example\r\n${headers}Expect: 100-continue\r\n\r\n`;

  it.each([
    ['of a wrong type', 'Content-Type: text/plain\r\nContent-Length: 2\r\n', 415],
    ['of a length that is too much', 'Content-Type: application/json\r\nContent-Length: 1000000\r\n', 413],
  ])('is refused one %s before it sends it', async (_, headers, status) => {
    const { url } = await startWebServer();
    expect((await responseTo(url, ask(headers))).status).toBe(status);
  });

  it('gets 405 for a page', async () => {
    const { url } = await startWebServer();
    expect((await responseTo(url, ask('Content-Length: 2\r\n', '/'))).status).toBe(405);
  });

  it('gets 100 Continue, then the response', async () => {
    const { url } = await startWebServer();
    const connection = await openConnection(url);
    connection.socket.write(ask('Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n'));
    await vi.waitFor(() => expect(connection.received()).toBe('HTTP/1.1 100 Continue\r\n\r\n'));
    connection.socket.write('{}');
    await connection.closed;
    expect(connection.received()).toContain('HTTP/1.1 200 OK');
  });
});

it('an expectation that the service does not know is ignored', async () => {
  const { url } = await startWebServer();
  const { status, headers } = await responseTo(url, get('/healthz', 'Expect: tea\r\n'));
  expect([status, headers.get('x-request-id')]).toEqual([200, expect.any(String)]);
});

describe('a refusal before any handler', () => {
  it.each([
    ['a method that no page has', get('/').replace('GET', 'POST')],
    ['a method that no route has', get('/api/v1/pastes').replace('GET', 'PROPFIND')],
    ['two hosts', get('/', 'host: b\r\n')],
    ['what is no request', 'garbage\r\n\r\n'],
  ])('can not run in a browser: %s', async (_, text) => {
    const { url } = await startWebServer();
    const { status, headers } = await responseTo(url, text);
    expect(status).toBeOneOf([400, 405]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});

it.each([get('/'), get('/healthz'), get('/raw/AAAAAAAAAAAAAAAAAAAAAAAA')])(
  'other sites can not embed it as an image or a script: %j',
  async (text) => {
    const { url } = await startWebServer();
    expect((await responseTo(url, text)).headers.get('cross-origin-resource-policy')).toBe('same-origin');
  },
);

it('two Host headers are refused, even equal ones', async () => {
  const { url, reached } = await startWebServer();
  for (const second of ['b', 'paste.example']) expect((await responseTo(url, get('/healthz', `HOST: ${second}\r\n`))).status).toBe(400);
  expect(reached).toEqual([]);
});

describe('a target that two programs may read differently', () => {
  const TARGETS: [string, number][] = [
    ['http://127.0.0.1/api/v1/pastes', 400],
    ['https://127.0.0.1/api/v1/pastes', 400],
    ['HTTP://paste.example/healthz', 400],
    ['*', 400],
    ['/api%2fv1/pastes', 404],
    ['/api%2Fv1%2Fpastes', 404],
    ['/x%2f..%2fapi/v1/pastes', 404],
    ['/api\\v1\\pastes', 404],
    ['/api%5cv1%5Cpastes', 404],
    ['/x/../api/v1/pastes', 404],
    ['/./api/v1/pastes', 404],
    ['/.', 404],
    ['/..', 404],
    ['/%2e/api/v1/pastes', 404],
    ['/x/%2e%2e/api/v1/pastes', 404],
    ['/x/.%2E/api/v1/pastes', 404],
    ['/x/%2E./api/v1/pastes', 404],
    ['/healthz/../api/v1/pastes', 404],
    ['/_next/static/../../api/v1/pastes', 404],
    ['/api/v1/pastes/..', 404],
    ['/raw/x/..#', 404],
    ['/%68ealthz', 404],
    ['/raw/%2e%2ea', 404],
    ['//raw/x', 404],
    ['/healthz#x', 404],
    ['/%', 404],
    ['/api/v1/%ff', 404],
    ['/raw/%zz', 404],
    ['/%c0%ae%c0%ae/api/v1/pastes', 404],
  ];

  it.each(TARGETS)('%s reaches neither a handler nor a page', async (target, status) => {
    const { url, reached, lines } = await startWebServer();
    for (const method of ['GET', 'POST', 'DELETE', 'HEAD', 'OPTIONS']) {
      const response = await responseTo(url, `${method} ${target} HTTP/1.1\r\nHost: paste.example\r\nConnection: close\r\n\r\n`);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ requestId: response.headers.get('x-request-id'), status }));
    }
    expect(reached).toEqual([]);
  });

  it.each([
    ['/healthz', 'GET /healthz'],
    ['/healthz?a=../b&c=%2f%5c\\#x', 'GET /healthz'],
    ['/raw/...', 'GET /raw/...'],
    ['/raw/.a', 'GET /raw/.a'],
    ['/raw/a..', 'GET /raw/a..'],
    ['/api/v1/nothing', 'GET /api/v1/nothing'],
    ['/', 'page GET /'],
    ['/view/abc?x=%2f', 'page GET /view/abc?x=%2f'],
    ['/_next/static/chunks/a-b.c_d.js', 'page GET /_next/static/chunks/a-b.c_d.js'],
    ['/caf%C3%A9', 'page GET /caf%C3%A9'],
  ])('%s, which is only one, gets where it belongs', async (target, expected) => {
    const { url, reached } = await startWebServer();
    expect((await responseTo(url, get(target))).status).toBe(200);
    expect(reached).toEqual([expected]);
  });
});

describe('an invalid Host', () => {
  it.each(['a b', '[', 'a/b', 'a@b', '[::1', 'a:b', 'a:123456', '<script>', 'a?b', 'a#b', 'a\\b'])(
    '%j is refused with a request id',
    async (host) => {
      const { url, reached, lines } = await startWebServer();
      for (const target of ['/healthz', '/']) {
        const response = await responseTo(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect(response.status).toBe(400);
        expect(response.body).toContain('{"error":"Bad Request","code":"bad_request"}');
        await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ requestId: response.headers.get('x-request-id'), status: 400 }));
      }
      expect(reached).toEqual([]);
    },
  );

  it.each(['paste.example', 'PASTE.example:8080', 'localhost:3000', '127.0.0.1', '[::1]', '[2001:db8::1]:3000', 'my_host', 'a.example.'])(
    '%j is one',
    async (host) => {
      const { url } = await startWebServer({ config: { ALLOWED_HOSTS: ['my_host', 'a.example'] } });
      for (const target of ['/healthz', '/'])
        expect((await responseTo(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status).toBe(200);
    },
  );
});

describe('pages', () => {
  it('accept GET and HEAD only', async () => {
    const { url, reached } = await startWebServer();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
      const response = await responseTo(
        url,
        `${method} / HTTP/1.1\r\nHost: paste.example\r\nNext-Action: ${'a'.repeat(42)}\r\nConnection: close\r\n\r\n`,
      );
      expect({ method, status: response.status, allow: response.headers.get('allow') }).toEqual({
        method,
        status: 405,
        allow: 'GET, HEAD',
      });
      expect(response.headers.get('x-request-id')).toBeTruthy();
    }
    expect(reached).toEqual([]);
    for (const method of ['GET', 'HEAD'])
      expect((await responseTo(url, `${method} / HTTP/1.1\r\nHost: paste.example\r\nConnection: close\r\n\r\n`)).status).toBe(200);
    expect(reached).toEqual(['page GET /', 'page HEAD /']);
  });

  it('get the address of the socket and a policy with a new nonce', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const { url } = await startWebServer({
      pages: {
        handle: async (incoming, outgoing) => {
          seen.push(incoming.headers);
          outgoing.end();
        },
      },
    });
    const policies = [];
    for (let index = 0; index < 2; index++) {
      const response = await responseTo(url, get('/', 'X-Forwarded-For: 1.2.3.4\r\nContent-Security-Policy: default-src *\r\n'));
      policies.push(response.headers.get('content-security-policy'));
    }
    expect(seen.map((headers) => headers['x-forwarded-for'])).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(seen.map((headers) => headers['content-security-policy'])).toEqual(policies);
    expect(new Set(policies).size).toBe(2);
    for (const policy of policies) expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/]{22}=='/);
  });

  it.each([
    ['session=x', 'cross-site', null],
    ['theme=dark', 'cross-site', 'gzip'],
  ])('with %s, requested from %s, are encoded by %s', async (cookie, site, encoding) => {
    const { url } = await startWebServer({
      pages: { handle: async (_, outgoing) => void outgoing.setHeader('Content-Type', 'text/html').end('x'.repeat(2_000)) },
    });
    const response = await responseTo(url, get('/', `Accept-Encoding: gzip\r\nCookie: ${cookie}\r\nSec-Fetch-Site: ${site}\r\n`));
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding]);
  });

  it('only pages and raw texts over an address’s limit get 429 with the time to wait', async () => {
    const { url, reached, lines } = await startWebServer({ limited: { allowed: false, limit: 5, remaining: 0, resetSeconds: 17 } });
    for (const path of ['/view/x', '/raw/x']) {
      const response = await fetch(`${url}${path}`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
    }
    const page = await fetch(`${url}/view/x`, { headers: { Accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining(plainPageMessages.tooMany.pages('17 seconds'))]);
    expect(reached).toEqual([]);
    expect(lines).toContainEqual(expect.objectContaining({ limiter: 'page', limit: 5, msg: 'rate limit exceeded, possible abuse' }));
    expect((await fetch(`${url}/api/v1/pastes`)).status).toBe(200);
  });

  it('within the limit of an address are served', async () => {
    const { url } = await startWebServer({ limited: { allowed: true, limit: 5, remaining: 4, resetSeconds: 17 } });
    for (const path of ['/view/x', '/raw/x']) expect((await fetch(`${url}${path}`)).status).toBe(200);
  });

  it('that fail give a page of words, and the log has the cause and the request id', async () => {
    const cause = new Error('canary');
    const { url, lines } = await startWebServer({ pages: { handle: () => Promise.reject(cause) } });
    const response = await responseTo(url, get('/'));
    expect(response.status).toBe(500);
    expect(response.body).toContain(plainPageMessages.failed.broken.title);
    expect(response.body).not.toContain('canary');
    const requestId = response.headers.get('x-request-id');
    expect(lines).toContainEqual({ err: cause, requestId, msg: 'page failed' });
  });

  it.each([
    [new DatabaseUnavailableError('gone'), 503, '5'],
    [new Error('gone'), 500, null],
  ])('that fail with %o give %d', async (cause, status, retryAfter) => {
    const { url } = await startWebServer({
      pages: {
        // Like Next, which renders its error page.
        handle: async (_, outgoing) => {
          await Promise.reject(cause)
            .catch(failPage)
            .catch(() => undefined);
          outgoing.statusCode = 500;
          outgoing.end('failed');
        },
      },
    });
    const response = await responseTo(url, get('/'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
  });

  it('that fail half-way are replaced by a page of words', async () => {
    const { url } = await startWebServer({
      pages: {
        handle: async (_, outgoing) => {
          outgoing.write('half');
          throw new Error('failed');
        },
      },
    });
    const response = await responseTo(url, get('/'));
    expect([response.status, response.body]).toEqual([500, expect.stringContaining(plainPageMessages.failed.broken.title)]);
    expect(response.body).not.toContain('half');
  });
});

describe('upgrades', () => {
  const upgrade = (target: string) =>
    `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`;

  it.each([
    '/',
    '/healthz',
    '/api/v1/pastes',
    '/_next/hmr',
    '/_next/webpack-hmr',
    'http://127.0.0.1/',
    'http://127.0.0.1/_next/hmr',
    '//127.0.0.1/',
    'ws://127.0.0.1/',
  ])('to a WebSocket at %s are refused', async (target) => {
    const { url, reached } = await startWebServer();
    const response = await responseTo(url, upgrade(target));
    expect(response.status).toBe(404);
    expect(response.headers.get('connection')).toBe('close');
    expect(reached).toEqual([]);
  });

  it('in development go to Next, for its own paths only', async () => {
    const upgraded: string[] = [];
    const { url } = await startWebServer({
      pages: {
        upgrade: async (incoming, socket) => {
          upgraded.push(incoming.url ?? '');
          socket.end();
        },
      },
    });
    await exchange(url, upgrade('/_next/hmr'));
    expect((await responseTo(url, upgrade('/api/v1/pastes'))).status).toBe(404);
    expect((await responseTo(url, upgrade('http://127.0.0.1/_next/hmr'))).status).toBe(404);
    expect(upgraded).toEqual(['/_next/hmr']);
  });
});

describe('time-outs', () => {
  it('are finite and in a sensible order', async () => {
    const { server } = await startWebServer();
    for (const [name, min, max] of [
      ['headersTimeout', 5_000, 30_000],
      ['requestTimeout', 60_000, 600_000],
      ['timeout', 10_000, 60_000],
      // Longer than the 60 s of common proxies, which must close first.
      ['keepAliveTimeout', 61_000, 120_000],
    ] as const) {
      expect(server[name]).toBeGreaterThanOrEqual(min);
      expect(server[name]).toBeLessThanOrEqual(max);
    }
    expect(server.headersTimeout).toBeLessThan(server.requestTimeout);
  });

  it('let others through while 200 connections send slowly', async () => {
    const { url } = await startWebServer();
    const dribblers = await Promise.all(Array.from({ length: 200 }, () => openConnection(url)));
    for (const [index, { socket }] of dribblers.entries())
      socket.write(index < 100 ? 'GET /healthz HTTP/1.1\r\nHost: paste.example\r\n' : `${chunkedHead('/api/v1/pastes')}${chunk('{')}`);
    for (let round = 0; round < 5; round++) {
      for (const [index, { socket }] of dribblers.entries()) socket.write(index < 100 ? `X-${round}: y\r\n` : chunk(' '));
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    expect(dribblers.filter(({ socket }) => !socket.writable)).toEqual([]);
  });

  it('close 200 connections that send slowly, while others are served', { timeout: 30_000 }, async () => {
    const { server, url } = await startWebServer();
    // The same mechanism with short times; Node's check every 2 s stays.
    server.headersTimeout = 300;
    server.requestTimeout = 600;
    const dribblers = await Promise.all(Array.from({ length: 200 }, () => openConnection(url)));
    for (const [index, { socket }] of dribblers.entries())
      socket.write(index < 100 ? 'GET /healthz HTTP/1.1\r\nHost: paste.example\r\n' : `${chunkedHead('/api/v1/pastes')}${chunk('{')}`);
    const closed = Promise.all(dribblers.map((dribbler) => dribbler.closed)).then(() => true);

    let isOver = false;
    void closed.then(() => {
      isOver = true;
    });
    for (let round = 0; !isOver; round++) {
      for (const [index, { socket }] of dribblers.entries()) {
        if (socket.writable) socket.write(index < 100 ? `X-${round}: y\r\n` : chunk(' '));
      }
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
    await closed;
    const statuses = dribblers.map(({ received }) => (received() === '' ? 'reset' : parseAnswer(received()).status));
    expect(statuses.filter((status) => status !== 408)).toEqual([]);
  });

  it('close an idle connection', async () => {
    const { server, url } = await startWebServer();
    server.timeout = 100;
    const silent = await openConnection(url);
    silent.socket.write(chunkedHead('/api/v1/pastes'));
    await silent.closed;
  });
});

it('a client whose body stops half-way gets 408', async () => {
  const { server, url, lines } = await startWebServer();
  server.timeout = 100;
  const stalled = await openConnection(url);
  stalled.socket.write(`${chunkedHead('/api/v1/json')}${chunk('{')}`);
  await stalled.closed;
  const response = parseAnswer(stalled.received());
  expect([response.status, response.headers.get('connection'), JSON.parse(response.body)]).toEqual([
    408,
    'close',
    { error: 'Request Timeout', code: 'request_timeout' },
  ]);
  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ status: 408, route: '/api/v1/json' })));
});

describe('a client that waits for the server longer than a connection may be silent', () => {
  const TARGETS = ['/', '/api/v1/pastes', '/raw/AAAAAAAAAAAAAAAAAAAAAAAA'];

  /** @param limitMs how long the client may wait for the server */
  async function startHeld(limitMs: number) {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => (release = resolve));
    const pages: Partial<Pages> = { handle: (_, outgoing) => hold.then(() => void outgoing.end('page')) };
    const one = await startWebServer({ config: { HTTP_RESPONSE_TIMEOUT_MS: limitMs }, hold, pages });
    // Set after the request has arrived: on a busy machine it may take longer to come.
    one.server.on('request', ({ socket }: IncomingMessage) => socket.setTimeout(20));
    let silences = 0;
    one.server.on('timeout', () => {
      silences += 1;
    });
    return { ...one, release, silences: () => silences };
  }

  it.each(TARGETS)('gets its response: %s', async (target) => {
    const { url, release, silences } = await startHeld(60_000);
    const response = responseTo(url, get(target));
    await vi.waitFor(() => expect(silences()).toBeGreaterThan(3));
    release();
    expect((await response).status).toBe(200);
  });

  it('gets it where the server didn’t read its body on', async () => {
    const { server, url, release, silences } = await startHeld(60_000);
    const accepting = once(server, 'connection');
    const { socket, received } = await openConnection(url);
    const [accepted] = (await accepting) as [Socket];
    socket.write(`${chunkedHead('/api/v1/json')}${chunk('{"content":"first half, ')}`);
    await vi.waitFor(() => expect(silences()).toBeGreaterThan(3));
    // From now on the client may be slow as well.
    accepted.setTimeout(0);
    socket.write(`${chunk('second half"}')}${chunk('')}`);
    release();
    await vi.waitFor(() => expect(received()).toContain('HTTP/1.1 200 OK'));
  });

  it.each(TARGETS)('a request held too long gets 503; its late response harms nothing: %s', async (target) => {
    const { url, release, lines } = await startHeld(60);
    const response = await responseTo(url, get(target));
    expect([response.status, response.headers.get('retry-after'), response.headers.get('connection')]).toEqual([503, '1', 'close']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const { title } = plainPageMessages.failed.unavailable;
    expect(response.body).toContain(target === '/' ? title : '{"error":"Service Unavailable","code":"unavailable"}');
    const requestId = response.headers.get('x-request-id');
    await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ requestId, status: 503 })));
    expect(lines).toContainEqual(expect.objectContaining({ requestId, msg: 'response given up, it took too long' }));
    release();
    expect((await responseTo(url, get(target))).status).toBe(200);
  });

  it('has its connection closed at the limit where a response has begun', async () => {
    const { url, server } = await startWebServer({
      config: { HTTP_RESPONSE_TIMEOUT_MS: 60 },
      pages: ENDLESS,
    });
    server.timeout = 20;
    const { socket, closed, received } = await openConnection(url);
    socket.write(get('/'));
    await closed;
    expect(received()).toContain('half');
  });

  it('isn’t one that takes nothing of its response: that connection is closed at once', async () => {
    const body = Buffer.alloc(32 * 1024 * 1024, 'x');
    const { url, server } = await startWebServer({
      config: { HTTP_RESPONSE_TIMEOUT_MS: 3_600_000 },
      pages: { handle: async (_, outgoing) => void outgoing.end(body) },
    });
    server.timeout = 20;
    const { socket, received, closed } = await openConnection(url);
    socket.pause();
    socket.write(get('/'));
    const count = () => new Promise((resolve) => server.getConnections((_, connections) => resolve(connections)));
    await vi.waitFor(async () => expect(await count()).toBe(0));
    socket.resume();
    await closed;
    expect(received().length).toBeLessThan(body.length);
  });
});

describe('one address', () => {
  const config = { HTTP_MAX_CONNECTIONS_PER_ADDRESS: 3, HTTP_MAX_REQUESTS: 4 };
  const kept = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nHost: paste.example\r\n${headers}\r\n`;
  async function openUntilClosed(url: string, count: number): Promise<{ open: RawConnection[]; closed: RawConnection[] }> {
    const all: RawConnection[] = [];
    for (let index = 0; index < count; index++) all.push(await openConnection(url));
    await vi.waitFor(() => expect(all.filter(({ socket }) => !socket.destroyed)).toHaveLength(3));
    return { open: all.filter(({ socket }) => !socket.destroyed), closed: all.filter(({ socket }) => socket.destroyed) };
  }

  it('has a limited number of connections, until one ends', async () => {
    const { url } = await startWebServer({ config });
    const { open: accepted } = await openUntilClosed(url, 5);
    for (const { socket, received } of accepted) {
      socket.write(kept('/healthz'));
      await vi.waitFor(() => expect(received()).toContain('ok'));
    }
    accepted[0]?.socket.destroy();
    await vi.waitFor(async () => expect((await responseTo(url, get('/healthz'))).status).toBe(200));
  });

  it('of a trusted proxy may use all connections', async () => {
    const { url } = await startWebServer({ config: { ...config, TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies } });
    const all: RawConnection[] = [];
    for (let index = 0; index < 10; index++) all.push(await openConnection(url));
    for (const { socket } of all) socket.write(kept('/healthz'));
    await vi.waitFor(() => expect(all.filter(({ received }) => received().includes('ok'))).toHaveLength(10));
  });

  it('has a limited number of requests under way, besides health checks', async () => {
    const proxy = { TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies };
    const { url } = await startWebServer({ config: { ...config, ...proxy }, pages: ENDLESS });
    const greedy = 'X-Forwarded-For: 203.0.113.7\r\n';
    const busy: RawConnection[] = [];
    for (let index = 0; index < 2; index++) {
      const connection = await openConnection(url);
      connection.socket.write(kept('/', greedy));
      await vi.waitFor(() => expect(connection.received()).toContain('half'));
      busy.push(connection);
    }
    const refused = await responseTo(url, get('/api/v1/pastes', greedy));
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body).toContain('{"error":"Service Unavailable","code":"unavailable"}');
    expect((await responseTo(url, get('/healthz', greedy))).status).toBe(200);
    // Other clients aren't counted with it.
    expect((await responseTo(url, get('/api/v1/pastes', 'X-Forwarded-For: 203.0.113.8\r\n'))).status).toBe(200);
    for (const { socket } of busy) socket.destroy();
    await vi.waitFor(async () => expect((await responseTo(url, get('/api/v1/pastes', greedy))).status).toBe(200));
  });

  it('gets its slots back after it leaves pipelined requests', async () => {
    const { url, lines, stop } = await startWebServer({ config: { HTTP_MAX_REQUESTS: 10 }, pages: ENDLESS });
    const { socket, received } = await openConnection(url);
    socket.write(kept('/').repeat(5));
    await vi.waitFor(() => expect(received()).toContain('half'));
    expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(503);
    socket.destroy();
    await vi.waitFor(() => expect(lines.filter(({ aborted }) => aborted)).toHaveLength(5));
    expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(200);
    await stop();
  });
});

describe('all together', () => {
  it('have a limited number of connections with requests, besides health checks', async () => {
    const { url } = await startWebServer({
      config: { HTTP_MAX_CONNECTIONS: 2 },
      pages: ENDLESS,
    });
    for (let index = 0; index < 2; index++) {
      const { socket, received } = await openConnection(url);
      socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n\r\n');
      await vi.waitFor(() => expect(received()).toContain('half'));
    }
    const health = await responseTo(url, 'GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    expect([health.status, health.headers.get('connection')]).toEqual([200, 'close']);
    const refused = await responseTo(url, get('/api/v1/pastes'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  });

  it('have a limited number of requests under way', async () => {
    const { url } = await startWebServer({
      config: { HTTP_MAX_REQUESTS: 1 },
      pages: ENDLESS,
    });
    const { socket, received } = await openConnection(url);
    socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(received()).toContain('half'));
    expect((await responseTo(url, get('/api/v1/pastes'))).status).toBe(503);
    expect((await responseTo(url, get('/healthz'))).status).toBe(200);
  });
});

describe('a content of 10 MB', () => {
  const content = Buffer.alloc(10 * 2 ** 20, 'x');

  it('arrives complete, with its length', async () => {
    const { url } = await startWebServer({ content });
    const response = await responseTo(url, get('/raw/x'));
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(response.body).toHaveLength(content.length);
  });

  it('fills at most one piece of memory for a reader who takes nothing', async () => {
    const { url, server } = await startWebServer({ content });
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => sockets.push(socket));
    const { socket } = await openConnection(url);
    socket.pause();
    socket.write(get('/raw/x'));
    await vi.waitFor(() => expect(sockets[0]?.writableNeedDrain).toBe(true));
    expect(sockets[0]?.writableLength).toBeLessThanOrEqual(64 * 1024 + 1024);
  });
});

describe('a service with an https address', () => {
  const config = { BASE_URL: 'https://paste.example' };

  it.each([
    ['the API', get('/api/v1/pastes')],
    ['a page', get('/')],
    ['an upload', 'POST /api/v1/pastes HTTP/1.1\r\nHost: paste.example\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx'],
    ['a path that is none', get('/x/../y')],
    ['a method that is none', get('/').replace('GET', 'PROPFIND')],
    ['what is no request', 'garbage\r\n\r\n'],
  ])('tells browsers to use HTTPS only, by %s', async (_, text) => {
    const { url } = await startWebServer({ config });
    expect((await responseTo(url, text)).headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('and no other service does', async () => {
    const { url } = await startWebServer();
    for (const text of [get('/'), get('/healthz'), 'garbage\r\n\r\n'])
      expect((await responseTo(url, text)).headers.has('strict-transport-security')).toBe(false);
  });
});

describe('the access log', () => {
  it('has one line per request, with the request id of the response', async () => {
    const { url, lines } = await startWebServer();
    for (const [method, target, route] of [
      ['GET', '/healthz', '/healthz'],
      ['HEAD', '/healthz', '/healthz'],
      ['OPTIONS', '/healthz', '/healthz'],
      ['DELETE', '/healthz', '/healthz'],
      ['GET', '/raw/AAAAAAAAAAAAAAAAAAAAAAAA', '/raw/:publicId'],
      ['GET', '/api/v1/nothing', '/api/*'],
      ['GET', '/', 'page'],
      ['GET', '/view/AAAAAAAAAAAAAAAAAAAAAAAA', 'page'],
      ['GET', '/x/../y', 'page'],
    ] as const) {
      const response = await responseTo(url, get(target).replace('GET', method));
      const requestId = response.headers.get('x-request-id');
      expect(requestId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      await vi.waitFor(() =>
        expect(lines.filter((line) => line.requestId === requestId)).toEqual([
          {
            requestId,
            method,
            route,
            status: response.status,
            durationMs: expect.any(Number),
            clientAddress: '127.0.0.1',
            msg: 'request',
          },
        ]),
      );
    }
  });

  it('takes no request id from the client', async () => {
    const { url, lines } = await startWebServer();
    const response = await responseTo(url, get('/healthz', 'X-Request-Id: canary\r\n'));
    expect(response.headers.get('x-request-id')).not.toBe('canary');
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it("keeps a trusted proxy's request id and trace", async () => {
    const { url, lines } = await startWebServer({ config: { TRUST_PROXY: parseTrustedProxies('loopback') as TrustedProxies } });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const response = await responseTo(url, get('/healthz', `X-Request-Id: canary-1\r\ntraceparent: 00-${trace}-00f067aa0ba902b7-01\r\n`));
    expect(response.headers.get('x-request-id')).toBe('canary-1');
    await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ requestId: 'canary-1', traceId: trace })));
  });

  it('has only the method of a request', async () => {
    const { url, lines } = await startWebServer();
    await exchange(
      url,
      get('/raw/canary?canary=canary', 'Cookie: canary\r\nAuthorization: canary\r\nUser-Agent: canary\r\nReferer: https://canary/\r\n'),
    );
    await exchange(url, get('/canary/canary'));
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it('marks a request whose client left before the response', async () => {
    const { url, lines } = await startWebServer({
      pages: ENDLESS,
    });
    const { socket, received } = await openConnection(url);
    socket.write(get('/'));
    await vi.waitFor(() => expect(received()).toContain('half'));
    socket.destroy();
    await vi.waitFor(() => expect(lines).toEqual([expect.objectContaining({ aborted: true, status: 200 })]));
  });

  it('has the client address by TRUST_PROXY', async () => {
    const forwarded = 'X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 2.2.2.2, 3.3.3.3\r\nX-Real-IP: 4.4.4.4\r\nForwarded: for=5.5.5.5\r\n';
    for (const [trustProxy, address] of [
      ['0', '127.0.0.1'],
      ['1', '3.3.3.3'],
      ['2', '2.2.2.2'],
      ['3', '1.1.1.1'],
      ['4', '127.0.0.1'],
      ['loopback', '3.3.3.3'],
      ['loopback,3.3.3.0/24', '3.3.3.3'],
      ['2 loopback 3.3.3.0/24', '2.2.2.2'],
      ['10.0.0.5', '127.0.0.1'],
    ] as const) {
      const { url, lines } = await startWebServer({ config: { TRUST_PROXY: parseTrustedProxies(trustProxy) as TrustedProxies } });
      await exchange(url, get('/healthz', forwarded));
      await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ clientAddress: address }));
    }
  });
});

describe('stopping', () => {
  it('fails readiness first, still accepts, then ends after the last response', async () => {
    let finish = (): void => undefined;
    const { url, services, server, stop } = await startWebServer({
      pages: {
        isDevelopment: true,
        handle: (_, outgoing) =>
          new Promise((resolve) => {
            outgoing.write('first half, ');
            finish = () => {
              outgoing.end('second half');
              resolve();
            };
          }),
      },
    });
    // Kept connections: two are idle, one is in the middle of a response.
    const idle = await openConnection(url);
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(idle.received()).toContain('ok'));
    const kept = await openConnection(url);
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    const busy = await openConnection(url);
    busy.socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(busy.received()).toContain('first half'));

    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    expect(services.stopping).toBe(true);
    expect((await responseTo(url, 'GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n')).headers.get('connection')).toBe('close');
    await vi.waitFor(() => expect(server.listening).toBe(false));
    // A kept connection may have one more response, and is then closed.
    idle.socket.write('GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await idle.closed;
    expect(idle.received()).toMatch(/"ok".*connection: close.*"ok"/is);
    expect(stopped).toBe(false);

    finish();
    await stopping;
    await Promise.all([busy.closed, kept.closed]);
    expect(busy.received()).toContain('second half');
  });

  it('sends a response to its end when the reader is slow', async () => {
    const body = Buffer.alloc(32 * 1024 * 1024, 'x');
    const { url, server, stop } = await startWebServer({
      pages: { handle: async (_, outgoing) => void outgoing.end(body) },
    });
    const reader = await openConnection(url);
    reader.socket.pause();
    reader.socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(reader.socket.bytesRead).toBeGreaterThan(0));
    const stopping = stop();
    await vi.waitFor(() => expect(server.listening).toBe(false));
    expect(reader.socket.bytesRead).toBeLessThan(body.length / 2);
    reader.socket.resume();
    await stopping;
    await reader.closed;
    expect(reader.received().split('\r\n\r\n')[1]).toHaveLength(body.length);
  });

  it('waits for a slow upload and responds to it', async () => {
    const { url, server, stop } = await startWebServer();
    const { socket, received, closed } = await openConnection(url);
    socket.write(`${chunkedHead('/api/v1/pastes')}${chunk('first half, ')}`);
    await vi.waitFor(() => expect(server.listenerCount('request')).toBe(1));
    const stopping = stop();
    await vi.waitFor(() => expect(server.listening).toBe(false));
    socket.write(`${chunk('second half')}${chunk('')}`);
    await stopping;
    await closed;
    expect(parseAnswer(received()).body).toContain('{"bytes":23}');
  });

  it('finishes a request that arrives at the last moment on a kept-alive connection', async () => {
    let finish = (): void => undefined;
    const { url, server, reached, stop } = await startWebServer({
      pages: {
        handle: async (_, outgoing) => {
          reached.push('page');
          finish = () => void outgoing.end('finished');
        },
      },
    });
    const kept = await openConnection(url);
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(kept.received()).toContain('ok'));
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await vi.waitFor(() => expect(server.listening).toBe(false), { interval: 5 });
    kept.socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n\r\n');
    await vi.waitFor(() => expect(reached).toContain('page'));
    // Longer than the time for requests that are on their way.
    const since = performance.now();
    await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(300));
    expect(stopped).toBe(false);
    finish();
    await stopping;
    expect(kept.received()).toContain('finished');
  });

  it('does not wait for idle connections', async () => {
    const { url, stop } = await startWebServer();
    const { closed } = await openConnection(url);
    const half = await openConnection(url);
    half.socket.write('GET / HTTP/1.1\r\nHost: paste.example\r\n');
    await stop();
    await Promise.all([closed, half.closed]);
  });
});

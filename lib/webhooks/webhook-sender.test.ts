/** Requests and their destinations: outside addresses with a connector that only notes them, loopback with real sockets. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FORBIDDEN_LITERALS, PUBLIC_LITERALS, REFUSED_URLS } from '../testing/addresses';
import { parseAllowRules, parseDenyRules } from './receiver-rules';
import { type Connect, createSender, type SenderOptions } from './webhook-sender';

const OWN_PORT = 3_000;

/** A sender whose connections are noted and then refused. */
function createNoting(resolve: (hostname: string) => Promise<string[]>, overrides: Partial<SenderOptions> = {}) {
  const connected: string[] = [];
  const connect: Connect = ({ hostname }, callback) => {
    connected.push(hostname);
    callback(Object.assign(new Error('noted'), { code: 'ECONNREFUSED' }), null);
  };
  const send = createSender({ allowInsecure: false, ownPort: OWN_PORT, resolve, connect, ...overrides });
  return { connected, post: (url: string) => send(url, {}, '{}') };
}

const nobody = () => Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

describe('to the outside', () => {
  it.each([...FORBIDDEN_LITERALS.map(urlOf), ...REFUSED_URLS])('%j is not connected to', async (url) => {
    const { connected, post } = createNoting(async () => ['127.0.0.1']);
    expect(await post(url)).toMatchObject({ status: null, error: expect.stringMatching(/^not sent: expected/) });
    expect(connected).toEqual([]);
  });

  it.each(FORBIDDEN_LITERALS)('a host with the address %s is not connected to, whatever its other addresses', async (address) => {
    for (const addresses of [[address], ['1.1.1.1', address], [address, '2606:4700:4700::1111']]) {
      const { connected, post } = createNoting(async () => addresses);
      expect((await post('https://hooks.example/')).error).toMatch(/public address/);
      expect(connected).toEqual([]);
    }
  });

  it.each(PUBLIC_LITERALS)('%s is connected to, by address and by a name that has it', async (address) => {
    const literal = createNoting(nobody);
    await literal.post(urlOf(address));
    expect(literal.connected).toEqual([address]);
    const named = createNoting(async () => [address]);
    expect(await named.post('https://hooks.example/')).toMatchObject({ status: null, error: 'connection refused' });
    expect(named.connected).toEqual([address]);
  });

  it('a host name is judged anew at each attempt, and only the judged address is used', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1'], ['8.8.8.8']];
    const asked: string[] = [];
    const { connected, post } = createNoting(async (hostname) => {
      asked.push(hostname);
      return answers[asked.length - 1] ?? [];
    });
    for (const _ of answers) await post('https://rebinding.example/');
    // Each attempt resolves once: a second response can't differ from the first.
    expect(asked).toEqual(['rebinding.example', 'rebinding.example', 'rebinding.example']);
    expect(connected).toEqual(['1.1.1.1', '8.8.8.8']);
  });

  it.each([
    ['198.51.100.0/24', 'https://hooks.example/', ['1.1.1.1', '198.51.100.9']],
    ['2606:4700:64::/96', 'https://[2606:4700:64::a00:1]/', []],
    ['1.1.1.1:8443', 'https://hooks.example:8443/', ['1.1.1.1']],
    ['*.example', 'https://hooks.example/', ['1.1.1.1']],
  ])('what the operator rules out with %j is not connected to', async (rules, url, addresses) => {
    for (const allowInsecure of [false, true]) {
      const { connected, post } = createNoting(async () => addresses, { deny: parseDenyRules(rules) ?? [], allowInsecure });
      expect((await post(url)).error).toMatch(/^not sent: expected/);
      expect(connected).toEqual([]);
    }
  });

  const named = { allow: parseAllowRules('ntfy.lan,10.0.0.5:8065') ?? [] };

  it.each([
    ['http://ntfy.lan/x', '10.0.0.9'],
    ['https://ntfy.lan/x', 'fd00::9'],
    ['http://10.0.0.5:8065/x', '10.0.0.5'],
  ])('what the operator names, %s, is connected to at %s', async (url, address) => {
    const { connected, post } = createNoting(async () => [address], named);
    expect(await post(url)).toMatchObject({ error: 'connection refused' });
    expect(connected).toEqual([address]);
  });

  it.each([
    ['another port', 'http://ntfy.lan:8080/x', ['10.0.0.9']],
    ['a neighbour', 'http://10.0.0.6:8065/x', []],
    ['another name of that address', 'https://rebinding.example:8065/x', ['10.0.0.5']],
    ['a name below', 'https://a.ntfy.lan/x', ['10.0.0.9']],
    ['its name, which leads to the credentials of a cloud', 'http://ntfy.lan/x', ['169.254.169.254']],
    ['its name, which leads to this machine', 'http://ntfy.lan/x', ['10.0.0.9', '127.0.0.1']],
    ['our own port', `http://10.0.0.5:${OWN_PORT}/x`, []],
    ['http: elsewhere', 'http://hooks.example/x', ['1.1.1.1']],
  ])('naming a receiver does not open %s', async (_, url, addresses) => {
    const { connected, post } = createNoting(async () => addresses, named);
    expect((await post(url)).error).toMatch(/^not sent: expected/);
    expect(connected).toEqual([]);
  });

  it('a named receiver is checked on the socket, and by the rules against it', async () => {
    const socket = { remoteAddress: '169.254.169.254', remotePort: 80, destroy: vi.fn() };
    const connect: Connect = (_, callback) => callback(null, socket as unknown as Socket);
    const { post } = createNoting(async () => ['10.0.0.9'], { ...named, connect });
    expect((await post('http://ntfy.lan/x')).error).toMatch(/^not sent: expected/);
    expect(socket.destroy).toHaveBeenCalled();
    const denied = createNoting(async () => ['10.0.0.9'], { ...named, deny: parseDenyRules('10.0.0.9') ?? [] });
    expect((await denied.post('http://ntfy.lan/x')).error).toMatch(/^not sent: expected/);
  });

  it('checks what the operator rules out on the address the socket says it has', async () => {
    const socket = { remoteAddress: '::ffff:198.51.100.9', remotePort: 443, destroy: vi.fn() };
    const connect: Connect = (_, callback) => callback(null, socket as unknown as Socket);
    const { post } = createNoting(async () => ['1.1.1.1'], { connect, deny: parseDenyRules('198.51.100.0/24') ?? [], allowInsecure: true });
    expect((await post('https://hooks.example/')).error).toMatch(/^not sent: expected/);
    expect(socket.destroy).toHaveBeenCalled();
  });

  it('goes on to the next address of a name when one is out of reach', async () => {
    const { connected, post } = createNoting(async () => ['2606:4700:4700::1111', '1.1.1.1', '8.8.8.8']);
    await post('https://hooks.example/');
    expect(connected).toEqual(['2606:4700:4700::1111', '1.1.1.1', '8.8.8.8']);
  });

  it('says the name to TLS, and checks the address the socket says it has', async () => {
    const servernames: unknown[] = [];
    const socket = { remoteAddress: '127.0.0.1', remotePort: 443, destroy: vi.fn() };
    const connect: Connect = ({ servername }, callback) => {
      servernames.push(servername);
      callback(null, socket as unknown as Socket);
    };
    const { post } = createNoting(async () => ['1.1.1.1'], { connect });
    expect((await post('https://hooks.example/')).error).toMatch(/public address/);
    expect(servernames).toEqual(['hooks.example']);
    expect(socket.destroy).toHaveBeenCalled();
  });

  it.each([
    ['has no address', async () => [], /no address/],
    ['is not known', nobody, /not found/],
    ['is not answered for', () => Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' })), /name servers/],
  ])('a name that %s is not connected to', async (_, resolve, error) => {
    const { connected, post } = createNoting(resolve);
    expect(await post('https://hooks.example/')).toMatchObject({ status: null, error: expect.stringMatching(error) });
    expect(connected).toEqual([]);
  });

  it('no proxy variable applies', async () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'])
      vi.stubEnv(name, 'http://127.0.0.1:9');
    const { connected, post } = createNoting(async () => ['1.1.1.1']);
    await post('https://hooks.example/');
    expect(connected).toEqual(['1.1.1.1']);
    vi.unstubAllEnvs();
  });

  it('name servers that never answer are given up with the rest', async () => {
    const { connected, post } = createNoting(() => new Promise(() => undefined), { timeoutMs: 50 });
    expect(await post('https://hooks.example/')).toMatchObject({ status: null, error: 'no answer within 0.05 s' });
    expect(connected).toEqual([]);
  });

  it('our own port is never connected to at an address of this machine, even public', async () => {
    const { connected, post } = createNoting(async () => ['1.1.1.1'], { isOwn: (address) => address === '1.1.1.1' });
    expect((await post(`https://hooks.example:${OWN_PORT}/`)).error).toMatch(/public address/);
    expect(connected).toEqual([]);
    await post('https://hooks.example:8443/');
    expect(connected).toEqual(['1.1.1.1']);
  });
});

describe('on loopback', () => {
  const servers: { close(): void; sockets: Set<Socket> }[] = [];

  afterEach(() => {
    vi.useRealTimers();
    for (const server of servers.splice(0)) {
      for (const socket of server.sockets) socket.destroy();
      server.close();
    }
  });

  /** A server that treats each connection as the test says, as soon as something has arrived. */
  async function startServer(answer: (socket: Socket, request: string) => void) {
    const sockets = new Set<Socket>();
    const requests: string[] = [];
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.once('data', (data) => {
        requests.push(data.toString('utf8'));
        answer(socket, data.toString('utf8'));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push({ close: () => server.close(), sockets });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, sockets, requests };
  }

  const senderOf = (timeoutMs = 10_000) =>
    createSender({ allowInsecure: true, ownPort: OWN_PORT, resolve: async () => ['127.0.0.1'], timeoutMs });

  it('the bytes sent are the bytes given, in one POST on a connection of its own', async () => {
    const body = JSON.stringify({ title: 'Zoë 名前 😀' });
    const { url, requests } = await startServer((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const send = senderOf();
    for (const _ of [1, 2])
      expect(await send(`${url}?a=1&b=%20`, { 'X-Service-Event': 'e' }, body)).toMatchObject({ status: 204, body: '' });
    expect(requests).toHaveLength(2);
    for (const request of requests) {
      expect(request).toMatch(/^POST \/hook\?a=1&b=%20 HTTP\/1\.1\r\n/);
      expect(request).toMatch(/\r\nconnection: close\r\n/i);
      expect(request).toMatch(/\r\ncontent-type: application\/json\r\n/i);
      expect(request).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`);
      expect(request.endsWith(`\r\n\r\n${body}`)).toBe(true);
    }
  });

  it('a request may be a PUT, and its credentials are cut out of the response', async () => {
    const { url, requests } = await startServer((socket) => socket.end('HTTP/1.1 404 No\r\n\r\nno topic s3cret-s3cret at /s3cret'));
    const options = { method: 'PUT', hidden: ['s3cret-s3cret', 's3cret'] } as const;
    const result = await senderOf()(url, { 'Content-Type': 'text/plain' }, 'x', options);
    expect(result).toMatchObject({ status: 404, body: 'no topic … at /…' });
    expect(requests[0]).toMatch(/^PUT \/hook HTTP\/1\.1\r\n(?:.*\r\n)*content-type: text\/plain\r\n/i);
    expect(requests[0]).not.toMatch(/application\/json/);
  });

  it.each([301, 302, 303, 307, 308])('a %i is a response, and is not followed', async (status) => {
    const trap = await startServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const { url } = await startServer((socket) =>
      socket.end(`HTTP/1.1 ${status} Moved\r\nLocation: ${trap.url}\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await senderOf()(url, {}, '{}')).toMatchObject({ status });
    expect(trap.requests).toEqual([]);
  });

  it('a second response that nobody asked for is ignored', async () => {
    let connections = 0;
    const { url } = await startServer((socket) => {
      connections += 1;
      const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
      if (connections === 1) socket.write(ok + ok);
      else socket.end('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n');
    });
    const send = senderOf();
    expect((await send(url, {}, '{}')).status).toBe(200);
    expect((await send(url, {}, '{}')).status).toBe(500);
    expect(connections).toBe(2);
  });

  it.each([
    ['without end', (socket: Socket) => void pump(socket, Buffer.alloc(16_384, 'x'))],
    ['of a gigabyte', (socket: Socket) => void pump(socket, Buffer.alloc(65_536, 'y'), 'Content-Length: 1073741824\r\n')],
    ['that is a gzip bomb', (socket: Socket) => void pump(socket, gzipSync(Buffer.alloc(10_000_000)), 'Content-Encoding: gzip\r\n')],
  ])('a response %s is cut off, counts by its status, and leaves no connection', async (_, answer) => {
    const { url, sockets } = await startServer(answer);
    // Ended by its length: the deadline is long after this test's.
    const result = await senderOf(3_600_000)(url, {}, '{}');
    expect(result.status).toBe(200);
    expect(result.body?.length).toBeLessThanOrEqual(1_000);
    await vi.waitFor(() => expect(sockets.size).toBe(0));
  });

  function pump(socket: Socket, piece: Buffer, header = ''): void {
    socket.write(`HTTP/1.1 200 OK\r\n${header}\r\n`);
    const write = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', write);
    write();
  }

  it.each([
    ['never responds', () => undefined, null, 100],
    ['never ends its headers', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\nX-Header: '), null, 100],
    // Its status must arrive in time also on a busy machine.
    ['drips its body', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n'), 200, 1_000],
    ['goes on with interim responses', (socket: Socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n'), null, 100],
  ])('a receiver that %s is left when the time is over', async (_, answer, status, timeoutMs) => {
    const { url, sockets } = await startServer(answer);
    const result = await senderOf(timeoutMs)(url, {}, '{}');
    expect(result).toMatchObject({ status, error: status === null ? 'no answer within 0.1 s' : null });
    await vi.waitFor(() => expect(sockets.size).toBe(0));
  });

  function drip(socket: Socket, start: string, drop = 'x'): void {
    socket.write(start || drop);
    const timer = setInterval(() => socket.write(drop), 20);
    socket.on('close', () => clearInterval(timer));
  }

  it.each([
    ['closes without a word', (socket: Socket) => socket.destroy(), /closed before an answer/],
    ['resets', (socket: Socket) => socket.resetAndDestroy(), /closed before an answer/],
    ['speaks something else', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'), /not HTTP/],
    [
      'sends 100 KB of headers',
      (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
      /headers of the answer/,
    ],
  ])('a receiver that %s has not responded, and the reason is told in our words', async (_, answer, error) => {
    const { url } = await startServer(answer);
    expect(await senderOf()(url, {}, '{}')).toMatchObject({ status: null, error: expect.stringMatching(error) });
  });

  it('a TLS connection to something without TLS, or nothing, fails', async () => {
    const { url } = await startServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    expect(await senderOf()(url.replace('http:', 'https:'), {}, '{}')).toMatchObject({
      status: null,
      error: expect.stringMatching(/TLS|closed/),
    });
    expect(await senderOf()('http://127.0.0.1:9/', {}, '{}')).toMatchObject({ status: null, error: 'connection refused' });
  });

  it('at most 1,000 whole characters of a response are kept, storable in any database', async () => {
    const long = `\0a\ud83d\ude00${'😀'.repeat(600)}`;
    const { url } = await startServer((socket) =>
      socket.end(`HTTP/1.1 400 Bad\r\nContent-Length: ${Buffer.byteLength(long)}\r\n\r\n${long}`),
    );
    const { body } = await senderOf()(url, {}, '{}');
    expect(body).toBe(`\ufffda${'😀'.repeat(499)}`);
    expect(body?.length).toBe(1_000);
  });

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['soon', null],
    ['-5', null],
    ['1e3', null],
  ])('Retry-After: %s is read as %s ms', async (text, ms) => {
    const { url } = await startServer((socket) => socket.end(`HTTP/1.1 503 No\r\nRetry-After: ${text}\r\nContent-Length: 0\r\n\r\n`));
    expect((await senderOf()(url, {}, '{}')).retryAfterMs).toBe(ms);
  });

  it('Retry-After may be a date, and one that has passed asks for nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) });
    const date = 'Sat, 21 Nov 2026 12:01:00 GMT';
    const { url } = await startServer((socket) => socket.end(`HTTP/1.1 503 No\r\nRetry-After: ${date}\r\nContent-Length: 0\r\n\r\n`));
    expect((await senderOf()(url, {}, '{}')).retryAfterMs).toBe(60_000);
    vi.setSystemTime(Date.UTC(2026, 10, 21, 12, 2));
    expect((await senderOf()(url, {}, '{}')).retryAfterMs).toBe(0);
  });
});

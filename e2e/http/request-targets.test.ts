/** Sends a real process spellings of addresses and headers that get round the guards of other programs. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/source-hash.mjs';
import { createPaste, readPaste } from '../support/api';
import { startWeb, type WebProcess } from '../support/processes';
import { withService } from '../support/service';
import { exchange, parseAnswer } from '../support/sockets';

const buildId = readFileSync(join(rootDir, '.next/BUILD_ID'), 'utf8');

const service = withService();
/** Another process, with a limit that one request uses up. */
let limited: WebProcess;

beforeAll(async () => {
  limited = await startWeb({ ...service.environment, RATE_LIMIT_ANONYMOUS: '1' });
  // Next starts with the first page and then listens, too.
  for (const { url } of [service.web, limited]) expect((await fetch(url)).status).toBe(200);
});
afterAll(() => limited?.kill());

function ask(url: string, method: string, target: string, headers: Record<string, string> = {}, body = '') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return exchange(url, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${lines.join('')}${length}\r\n${body}`);
}

/** The spellings of a path that a program before the handler might read as that path. */
function spellings(path: string): string[] {
  const segments = path.split('/').slice(1);
  const inside = segments.join('/');
  return [
    `//${inside}`,
    `///${inside}`,
    `/${segments.join('//')}`,
    `/${inside}/`,
    `/${inside}//`,
    `/./${inside}`,
    `/x/../${inside}`,
    `/x/..//${inside}`,
    `/.//${inside}`,
    `/%2e/${inside}`,
    `/x/%2e%2e/${inside}`,
    `/x/.%2E/${inside}`,
    `/x/%252e%252e/${inside}`,
    `/..;/${inside}`,
    `/x/..;/${inside}`,
    `/${segments.join('%2f')}`,
    `/${segments.join('%2F')}`,
    `/${segments.join('%252f')}`,
    `/${segments.join('\\')}`,
    `/${segments.join('%5c')}`,
    `/\\${inside}`,
    `/${inside}#`,
    `/${inside};x=1`,
    `/${inside}%00`,
    `/${inside}%20`,
    `/${inside}%0a`,
    `/${inside}.`,
    `/${inside}.rsc`,
    `/${inside}.json`,
    `/${inside}.html`,
    `/${inside}.txt`,
    `/${inside}.segments/_tree.segment.rsc`,
    `/${inside}/route`,
    `/${inside}/page`,
    `/${inside}/index`,
    `/index/../${inside}`,
    `/app/${inside}/route`,
    `/en/${inside}`,
    `/${inside.toUpperCase()}`,
    `/%25${inside}`,
    `/_next/data/${buildId}/${inside}.json`,
    `/_next/data/${buildId}/${inside}`,
    `/_next/../${inside}`,
    `/_next/static/../../${inside}`,
    `/_next/image?url=${encodeURIComponent(`/${inside}`)}&w=64&q=75`,
    `/_next/image?url=${encodeURIComponent(`http://127.0.0.1/${inside}`)}&w=64&q=75`,
    `/?/${inside}`,
    `/?__nextDataReq=1&path=/${inside}`,
    `?/${inside}`,
    `http://127.0.0.1/${inside}`,
    `http://paste.example/${inside}`,
    `https://paste.example/${inside}`,
    `file:///${inside}`,
    `paste.example/${inside}`,
    inside,
    `*`,
  ];
}

/** Headers by which frameworks and proxies tell each other where a request is to go. */
const STEERING: [string, string][] = [
  ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
  ['x-middleware-subrequest', 'src/middleware'],
  ['x-middleware-rewrite', 'PATH'],
  ['x-middleware-next', '1'],
  ['x-matched-path', 'PATH'],
  ['x-now-route-matches', '1=PATH'],
  ['x-invoke-path', 'PATH'],
  ['x-invoke-output', 'PATH'],
  ['x-invoke-status', '200'],
  ['x-nextjs-rewritten-path', 'PATH'],
  ['x-nextjs-data', '1'],
  ['x-original-url', 'PATH'],
  ['x-rewrite-url', 'PATH'],
  ['x-forwarded-uri', 'PATH'],
  ['x-forwarded-prefix', 'PATH'],
  ['x-http-method-override', 'POST'],
  ['next-url', 'PATH'],
  ['next-router-state-tree', '%5B%22%22%5D'],
  ['rsc', '1'],
];

describe('another spelling of an address', () => {
  it('never creates a paste', async () => {
    const created = [];
    for (const target of spellings('/api/v1/pastes')) {
      const received = await ask(service.url, 'POST', target, {}, '{"content":"x"}');
      if (/"publicId"/.test(received)) created.push(target);
    }
    expect(created).toEqual([]);
  });

  it.each(['/raw/ID', '/api/v1/pastes/ID'])('of %s neither shows nor burns a paste', async (path) => {
    const secret = randomBytes(12).toString('hex');
    const { publicId } = await createPaste(service.url, { content: secret, burnAfterRead: true });
    const shown = [];
    for (const target of spellings(path.replace('ID', publicId))) {
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']) {
        if ((await ask(service.url, method, target)).includes(secret)) shown.push(`${method} ${target}`);
      }
    }
    expect(shown).toEqual([]);
    expect((await readPaste(service.url, publicId)).body.content).toBe(secret);
  });

  it('leads on no redirect to another origin', async () => {
    for (const target of [
      '//evil.example/',
      '//evil.example/api/v1/pastes',
      '///evil.example',
      '/x//evil.example/',
      '//evil.example@x/',
      '/%09/evil.example/',
      '//evil.example//..',
    ]) {
      const answer = parseAnswer(await ask(service.url, 'GET', target));
      const location = answer.headers.get('location');
      if (location !== null) expect(new URL(location, 'https://paste.example').origin).toBe('https://paste.example');
      expect(location ?? '/').not.toMatch(/^[/\\]{2}/);
    }
  });

  it('of a page or a file is not found, but for a slash at its end', async () => {
    const { publicId } = await createPaste(service.url, { content: 'x' });
    const { body } = parseAnswer(await ask(service.url, 'GET', '/'));
    const file = /\/assets\/[^"?]+\.js/.exec(body)?.[0] as string;
    for (const path of [`/view/${publicId}`, `/report/${publicId}`, '/account', '/docs/api', '/robots.txt', file]) {
      expect([path, parseAnswer(await ask(service.url, 'GET', path)).status]).toEqual([path, 200]);
      const letter = path.search(/[a-z]\w*$/);
      const encoded = `${path.slice(0, letter)}%${path.charCodeAt(letter).toString(16)}${path.slice(letter + 1)}`;
      const capitals = path.replace(publicId, '').toUpperCase() + (path.includes(publicId) ? publicId : '');
      for (const target of [encoded, capitals, `/${path}`, path.replace(/\/(?=[^/]+$)/, '//'), `${path}/index`, `/index${path}`])
        expect([target, parseAnswer(await ask(service.url, 'GET', target)).status]).toEqual([target, 404]);
      const { status, headers } = parseAnswer(await ask(service.url, 'GET', `${path}/`));
      expect([path.startsWith('/view/') ? 307 : 308, path]).toEqual([status, headers.get('location')]);
    }
    expect(parseAnswer(await ask(service.url, 'GET', '/index')).status).toBe(404);
  });

  it('gets round no rate limit', async () => {
    // This uses up the one allowed request.
    const headers = { 'Content-Type': 'application/json' };
    expect((await fetch(`${limited.url}/api/v1/pastes`, { method: 'POST', headers, body: '{"content":"x"}' })).status).toBe(201);
    const statuses = new Map<string, number>();
    for (const target of [...spellings('/api/v1/pastes'), '/%61pi/v1/pastes', '/api/v1/pastes?x']) {
      const received = await ask(limited.url, 'POST', target, {}, '{"content":"x"}');
      statuses.set(target, parseAnswer(received).status);
    }
    expect([...statuses].filter(([, status]) => ![400, 404, 405, 429].includes(status))).toEqual([]);
    expect(statuses.get('/%61pi/v1/pastes')).toBe(404);
    expect(statuses.get('/api/v1/pastes?x')).toBe(429);
  });
});

describe('headers that steer requests elsewhere', () => {
  it('steer none here: not from a page to the API, nor past its guards', async () => {
    const secret = randomBytes(12).toString('hex');
    const { publicId } = await createPaste(service.url, { content: secret, burnAfterRead: true });
    const wrong = [];
    for (const [name, value] of STEERING) {
      for (const path of ['/api/v1/pastes', `/raw/${publicId}`, `/api/v1/pastes/${publicId}`]) {
        for (const method of ['GET', 'POST']) {
          for (const target of ['/', '/nothing', `/view/${publicId}`]) {
            const received = await ask(
              service.url,
              method,
              target,
              { [name]: value.replace('PATH', path) },
              method === 'POST' ? '{"content":"x"}' : '',
            );
            if (received.includes(secret) || received.includes('"pastes"') || /"publicId"/.test(received))
              wrong.push(`${name} ${method} ${target}`);
          }
        }
      }
      // A list needs a key, whatever else is sent.
      const list = parseAnswer(await ask(service.url, 'GET', '/api/v1/pastes', { [name]: value }));
      if (list.status !== 401) wrong.push(`${name}: ${list.status}`);
    }
    expect(wrong).toEqual([]);
    expect((await readPaste(service.url, publicId)).body.content).toBe(secret);
  });
});

describe('what Next offers besides pages', () => {
  it('is closed: no image optimizer, which would fetch a paste by itself', async () => {
    const { publicId } = await createPaste(service.url, { content: 'x', burnAfterRead: true });
    for (const url of [`/raw/${publicId}`, '/favicon.ico', '/healthz', 'http://127.0.0.1/a.png'])
      expect(parseAnswer(await ask(service.url, 'GET', `/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`)).status).toBe(404);
    expect((await readPaste(service.url, publicId)).status).toBe(200);
  });

  it('is closed: no Server Action, in whatever form it is called', async () => {
    for (const headers of [
      { 'Next-Action': '0'.repeat(42) },
      { 'Next-Action': 'x', 'Content-Type': 'text/plain;charset=UTF-8' },
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ] as Record<string, string>[]) {
      const sent = { ...headers, Origin: 'http://localhost', 'Content-Length': '0' };
      const answer = parseAnswer(await ask(service.url, 'POST', '/account', sent));
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS');
      // The server takes this for an upload without a body.
      expect(parseAnswer(await ask(service.url, 'POST', '/', sent)).status).toBe(400);
    }
    expect(await service.web.log()).not.toMatch(/server.?action/i);
  });
});

describe('upgrades', () => {
  let canary: Server;
  let connects = 0;
  let canaryHost: string;

  beforeAll(async () => {
    canary = createServer((socket) => {
      connects += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(canary, 'listening');
    canaryHost = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  afterAll(() => void canary.close());

  it('to a WebSocket are refused, and lead to a connection nowhere', async () => {
    const targets = [
      'http://CANARY/',
      'https://CANARY/',
      'ws://CANARY/',
      'HTTP://CANARY/_next/hmr',
      '//CANARY/',
      '/\\CANARY/',
      '/http://CANARY/',
      '/?url=http://CANARY/',
      '/',
      '/_next/hmr',
      '/_next/webpack-hmr',
      '/api/v1/pastes',
      '/healthz',
    ];
    for (const target of targets) {
      const upgrade = { Upgrade: 'websocket', 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version': '13' };
      const received = await exchange(
        service.url,
        `GET ${target.replace('CANARY', canaryHost)} HTTP/1.1\r\nHost: ${canaryHost}\r\nConnection: Upgrade\r\n${Object.entries(upgrade)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      expect({ target, status: parseAnswer(received).status }).toEqual({ target, status: 404 });
      expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
    }
    for (const target of [`http://${canaryHost}/`, `//${canaryHost}/`, `/_next/image?url=http://${canaryHost}/a.png&w=64&q=75`]) {
      for (const headers of [{}, { Host: canaryHost }, { 'X-Forwarded-Host': canaryHost }] as Record<string, string>[])
        await ask(service.url, 'GET', target, headers);
    }
    await exchange(service.url, `CONNECT ${canaryHost} HTTP/1.1\r\nHost: ${canaryHost}\r\n\r\n`);
    expect(connects).toBe(0);
    await fetch(`http://${canaryHost}/`).catch(() => undefined);
    // The counter of connections works.
    expect(connects).toBeGreaterThan(0);
  });

  it('a request that offers an upgrade to HTTP/2, as curl and Java do, is served', async () => {
    // Next, which starts with the first page, would listen for upgrades.
    expect(parseAnswer(await ask(service.url, 'GET', '/')).status).toBe(200);
    const offer = 'Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n';
    for (const content of ['offered', 'x'.repeat(1_000_000)]) {
      const body = JSON.stringify({ content });
      const head = `POST /api/v1/pastes HTTP/1.1\r\nHost: localhost\r\n${offer}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const created = await exchange(service.url, head + body);
      expect(parseAnswer(created).status).toBe(201);
      const { rawUrl } = JSON.parse(created.slice(created.indexOf('{'))) as { rawUrl: string };
      const read = await exchange(service.url, `GET ${new URL(rawUrl).pathname} HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`);
      expect(read.endsWith(`\r\n\r\n${content}`)).toBe(true);
    }
    expect(parseAnswer(await exchange(service.url, `GET / HTTP/1.1\r\nHost: localhost\r\n${offer}\r\n`)).status).toBe(200);
  });
});

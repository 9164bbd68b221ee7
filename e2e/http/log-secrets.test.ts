/** Tests that no secret of a user appears in the output of a process whatever goes wrong. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '#lib/testing/test-database';
import { call, createPaste, createWebhook, NOBODYS_URL, readPaste } from '../support/api';
import { runAdmin } from '../support/processes';
import { rowIdOf } from '../support/rows';
import { withService } from '../support/service';
import { chunk, chunkedHead, connectRaw, exchange, parseAnswer } from '../support/sockets';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe.each(engines)('what the processes on %s write', (engine) => {
  const service = withService({
    engine,
    workers: 1,
    variables: { LOG_LEVEL: 'trace' },
  });
  let adminOutput = '';
  /** The words that must not appear in any output, with the place where each was sent. */
  const canaries = new Map<string, string>();

  /** Makes a unique word, which the test later looks for in the output. */
  function canary(place: string): string {
    const word = `canary${randomBytes(10).toString('hex')}`;
    canaries.set(`${place} (${canaries.size})`, word);
    return word;
  }

  beforeAll(async () => {
    const apiKey = service.owner['X-Api-Key'];
    canaries.set('API key', apiKey);
    canaries.set('secret of the API key', apiKey.slice(12, 44));
    canaries.set('master key', service.environment.MASTER_KEY as string);
    canaries.set('master key in hexadecimal', Buffer.from(service.environment.MASTER_KEY as string, 'base64').toString('hex'));
  });

  /** Every header by which somebody could show a secret, in several spellings of its name. */
  function secretHeaders(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const name of [
      'Authorization',
      'X-Api-Key',
      'Cookie',
      'X-Service-Manage-Token',
      'Idempotency-Key',
      'Proxy-Authorization',
      'X-Messenger-Bot-Api-Secret-Token',
      'X-Csrf-Token',
      'Referer',
      'User-Agent',
      'X-Request-Id',
      'Traceparent',
      'Accept-Language',
    ]) {
      headers[name] = canary(`header ${name}`);
    }
    return headers;
  }

  const spellings: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
    (name) => [...name].map((character, index) => (index % 2 ? character.toUpperCase() : character.toLowerCase())).join(''),
  ];

  const asText = (headers: Record<string, string>, spell: (name: string) => string) =>
    Object.entries(headers)
      .map(([name, value]) => `${spell(name)}: ${value}\r\n`)
      .join('');

  async function ask(
    method: string,
    target: string,
    options: { body?: string; type?: string; headers?: Record<string, string>; spell?: (name: string) => string } = {},
  ) {
    const { body = '', type = 'application/json', headers = secretHeaders(), spell = (name) => name } = options;
    const content = body === '' ? '' : `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
    const received = await exchange(
      service.url,
      `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${asText(headers, spell)}${content}\r\n${body}`,
    );
    return parseAnswer(received);
  }

  async function newPaste(fields: Record<string, unknown> = {}): Promise<string> {
    const { publicId, manageToken } = await createPaste(service.url, {
      content: canary('content'),
      title: canary('title'),
      syntax: canary('syntax'),
      protect: true,
      ...fields,
    });
    canaries.set(`public id ${canaries.size}`, publicId);
    canaries.set(`manage token ${canaries.size}`, manageToken ?? '');
    return publicId;
  }

  const allOutput = async () => (await service.web.log()) + service.worker.output() + adminOutput;

  const foundIn = (output: string) => [...canaries].filter(([, word]) => word !== '' && output.includes(word)).map(([place]) => place);

  async function expectNoCanary(): Promise<void> {
    expect(foundIn(await allOutput())).toEqual([]);
  }

  it('has none of it when all goes well', async () => {
    const publicId = await newPaste();
    const owned = await createPaste(service.url, { content: canary('content'), title: canary('title'), ttlSeconds: 3_600 }, service.owner);
    canaries.set('public id of an owned paste', owned.publicId);
    const webhook = await createWebhook(service.url, service.owner, {
      secret: canary('webhook secret'),
      url: `${NOBODYS_URL}${canary('webhook path')}?token=${canary('webhook query')}`,
    });
    const told = await createPaste(
      service.url,
      { content: canary('content'), title: canary('told title') },
      { ...service.owner, traceparent: `00-${TRACE}-00f067aa0ba902b7-01` },
    );
    canaries.set('public id of a paste that is told of', told.publicId);
    const webhookUrl = `${service.url}/api/v1/webhooks/${webhook.id}`;
    expect((await call(`${webhookUrl}/test`, { method: 'POST', headers: service.owner })).status).toBe(200);
    await vi.waitFor(async () => {
      const { body } = await call<{ deliveries: { attempts: number }[] }>(`${webhookUrl}/deliveries`, {
        headers: service.owner,
      });
      expect(body.deliveries[0]?.attempts).toBe(1);
    });
    const query = canary('query');
    for (const path of [`/raw/${publicId}`, `/api/v1/pastes/${publicId}`, `/view/${publicId}`, '/', '/healthz', '/readyz'])
      for (const spell of spellings)
        expect(
          (await ask('GET', `${path}?q=${query}&${query}=1#${query}`.replace(/#.*/, ''), { spell, headers: withoutKey(secretHeaders()) }))
            .status,
        ).toBeLessThan(405);
    expect((await call(`${service.url}/api/v1/pastes?limit=5`, { headers: service.owner })).status).toBe(200);
    const extend = await call(`${service.url}/api/v1/pastes/${owned.publicId}/extend`, {
      json: { ttlSeconds: 5, note: canary('body') },
      headers: service.owner,
    });
    expect(extend.status).toBe(200);
    expect((await call(`${service.url}/api/v1/pastes/${owned.publicId}`, { method: 'DELETE', headers: service.owner })).status).toBe(200);
    await expectNoCanary();
  });

  const withoutKey = ({ 'X-Api-Key': _, ...headers }: Record<string, string>) => headers;

  // Requests refused before the database is asked are the same on either.
  const isReference = engine === engines[0];

  it.runIf(isReference)('has none of it when a client is refused', async () => {
    const publicId = await newPaste();
    for (const spell of spellings) {
      expect((await ask('POST', '/api/v1/pastes', { body: `{"content":"${canary('body')}"}`, spell })).status).toBe(401);
      expect((await ask('DELETE', `/api/v1/pastes/${publicId}`, { spell, headers: withoutKey(secretHeaders()) })).status).toBe(403);
    }
    for (const [body, status] of [
      [`{"content":"${canary('malformed body')}`, 400],
      [`{"${canary('name')}":1,"content":5}`, 400],
      [`{"content":"x","${canary('duplicate name')}":1,"ttlSeconds":"${canary('field')}"}`, 400],
      [`{"content":"x","title":"${canary('title').repeat(20)}"}`, 400],
      [`${canary('no JSON')}`, 400],
      [`{"content":"\\ud83d${canary('lone surrogate')}"}`, 400],
      [`{"content":"x","other":"${canary('large body').repeat(4_000)}"}`, 413],
    ] as const) {
      expect((await ask('POST', '/api/v1/pastes', { body, headers: {} })).status).toBe(status);
    }
    expect(
      (await ask('POST', '/api/v1/pastes', { body: canary('text body'), type: `text/plain; ${canary('type')}`, headers: {} })).status,
    ).toBe(415);
    for (const target of [
      '/api/v1/ID',
      '/raw/ID',
      '/api/v1/pastes/ID',
      '/nothing/ID',
      '/_next/static/ID',
      '/_next/image?url=/raw/ID&w=64&q=75',
      '/ID%',
      '/ID%ff',
      '/ID/../x',
      '/%2f/ID',
      'http://ID/',
      '/?ID=%',
      '//ID/',
    ])
      expect((await ask('GET', target.replace('ID', canary('path')), { headers: withoutKey(secretHeaders()) })).status).toBeLessThan(405);
    for (const headers of [
      { 'Next-Action': canary('action') },
      { 'Next-Action': '0'.repeat(42), Origin: `https://${canary('origin')}` },
      { 'X-Forwarded-Host': canary('forwarded host'), Origin: 'https://a' },
    ] as Record<string, string>[])
      await ask('POST', '/', { headers, body: canary('form'), type: 'multipart/form-data; boundary=x' });
    for (const headers of [
      { RSC: '1', 'Next-Router-State-Tree': canary('state tree') },
      { RSC: '1', 'Next-Url': `/${canary('next url')}` },
      { 'X-Nextjs-Data': canary('data') },
    ] as Record<string, string>[])
      await ask('GET', `/view/${publicId}`, { headers });
    await expectNoCanary();
  });

  it.runIf(isReference)('has none of it when what is sent is not HTTP, or breaks off', async () => {
    for (const text of [
      `${canary('garbage')}\r\n\r\n`,
      `GET /${canary('target')} HTTP/9.9\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: localhost\r\nCookie: ${canary('large header').repeat(1_000)}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${canary('host')}[\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: localhost\r\n${canary('header line')}\r\n\r\n`,
      `GET /${canary('upgrade')} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    ])
      await exchange(service.url, text);
    const { socket } = await connectRaw(service.url);
    socket.write(`${chunkedHead('/api/v1/pastes', { Cookie: canary('cookie') })}`);
    socket.write(chunk(`{"content":"${canary('broken off')}${'x'.repeat(1_000_000)}`));
    await vi.waitFor(async () =>
      expect(Number((await service.db.read('SELECT count(*) AS chunks FROM paste_chunks WHERE seq = 1'))[0]?.chunks)).toBeGreaterThan(0),
    );
    socket.destroy();
    await vi.waitFor(() => expect(service.web.output()).toContain('"aborted":true'));
    await expectNoCanary();
  });

  it.runIf(isReference)('has none of it when the operator errs', async () => {
    for (const args of [
      ['key', 'revoke', canary('key to revoke')],
      ['key', 'create', '--user', `${canary('user name')} `],
      ['key', 'list'],
    ]) {
      const { stdout, stderr } = await runAdmin(args, service.environment);
      adminOutput += stdout + stderr;
    }
    // Operators may see the public id.
    expect(adminOutput).toContain(service.owner['X-Api-Key'].slice(3, 11));
    await expectNoCanary();
  });

  it('has the cause and none of it when the database fails under a request', async () => {
    const publicId = await newPaste();
    const large = await newPaste({ content: `${canary('large content')} ${'x'.repeat(2_000_000)}` });
    await service.db.write([{ sql: 'ALTER TABLE paste_chunks RENAME TO gone', params: [] }]);
    try {
      // Requests without an API key need an Idempotency-Key of random bytes; this one would be refused.
      const { 'Idempotency-Key': _, ...headers } = withoutKey(secretHeaders());
      expect(
        (await ask('POST', '/api/v1/pastes', { body: `{"content":"${canary('content')}","title":"${canary('title')}"}`, headers })).status,
      ).toBe(500);
      for (const path of [`/raw/${publicId}`, `/api/v1/pastes/${publicId}`, `/raw/${large}`]) {
        const answer = await ask('GET', `${path}?${canary('query')}`, { headers: withoutKey(secretHeaders()) });
        expect(answer.status).toBe(500);
        expect(answer.body).toBe('{"error":"Internal Server Error","code":"internal_error"}');
      }
    } finally {
      await service.db.write([{ sql: 'ALTER TABLE gone RENAME TO paste_chunks', params: [] }]);
    }
    if (engine === 'postgresql') await failWithTheWholeRow();
    await vi.waitFor(() => expect(service.web.output().match(/"request failed"/g)?.length).toBeGreaterThanOrEqual(4));
    expect(service.web.output()).toMatch(/paste_chunks/);
    await expectNoCanary();
    expect((await readPaste(service.url, publicId)).status).toBe(200);
  });

  /** Makes PostgreSQL refuse a row: its error then contains the whole row. */
  async function failWithTheWholeRow(): Promise<void> {
    await service.db.write([
      { sql: "ALTER TABLE pastes ADD CONSTRAINT no_canary CHECK (syntax NOT LIKE 'canary%') NOT VALID", params: [] },
    ]);
    try {
      const body = JSON.stringify({ content: canary('content'), title: canary('title'), syntax: canary('syntax') });
      expect((await ask('POST', '/api/v1/pastes', { body, headers: {} })).status).toBe(500);
    } finally {
      await service.db.write([{ sql: 'ALTER TABLE pastes DROP CONSTRAINT no_canary', params: [] }]);
    }
    await vi.waitFor(() => expect(service.web.output()).toContain('no_canary'));
  }

  it('has the cause and none of it when what is stored is damaged', async () => {
    const [damaged, beheaded] = [await newPaste(), await newPaste({ content: `${canary('large content')} ${'x'.repeat(2_000_000)}` })];
    await service.db.write([
      {
        sql: 'UPDATE paste_chunks SET bytes = ? WHERE paste_id = ?',
        params: [randomBytes(64), await rowIdOf(service.db, service.environment, damaged)],
      },
      {
        sql: 'UPDATE paste_chunks SET bytes = ? WHERE paste_id = ? AND seq = 3',
        params: [randomBytes(64), await rowIdOf(service.db, service.environment, beheaded)],
      },
    ]);
    expect((await ask('GET', `/raw/${damaged}`, { headers: {} })).status).toBe(500);
    // The response breaks off after its beginning.
    await exchange(service.url, `GET /raw/${beheaded} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await vi.waitFor(() => expect(service.web.output()).toContain('response broken off'));
    expect(service.web.output()).toContain('SealBrokenError');
    await expectNoCanary();
  });

  it('has none of it when the processes stop', async () => {
    const publicId = await newPaste();
    await exchange(service.url, `GET /raw/${publicId} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    // Lines that wait are sent when a process stops.
    expect(await Promise.all([service.web.stop(), service.worker.stop()])).toEqual([0, 0]);
    const output = service.web.output() + service.worker.output();
    expect(output).toContain('"route":"/raw/:publicId"');
    expect(foundIn(output)).toEqual([]);
  });
});

/** An upload's bytes reach the sink in their order, all of them, however they come and however slowly they are taken. */
import { describe, expect, it } from 'vitest';
import { PublicError } from '../http/errors';
import { LIMIT_ERRORS } from '../pastes/service/limits.errors';
import { readUpload } from './upload-body';

const BOUNDARY = 'b0undary';
const ENCODED = 'application/x-www-form-urlencoded';

/** @param parts name, file's name, content */
function form(parts: readonly (readonly [string, string | null, string])[]): string {
  const heads = parts.map(([name, fileName, content]) => {
    const file = fileName === null ? '' : `; filename="${fileName}"`;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
  });
  return `${heads.join('')}--${BOUNDARY}--\r\n`;
}

const request = (body: string | Uint8Array, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  new Request('http://localhost/', { method: 'POST', headers: { 'Content-Type': type }, body: body as BodyInit });

/** Takes each piece a little later. */
function slowSink() {
  const pieces: string[] = [];
  return {
    text: () => pieces.join(''),
    sink: async (piece: Buffer) => {
      const copy = piece.toString('utf8');
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      pieces.push(copy);
    },
  };
}

describe.each([
  ['short', 'all'],
  ['of many pieces', 'abcdefgh'.repeat(40_000)],
])('a text that is %s', (_, content) => {
  it('the file of a form arrives whole, and the parts before and after are options', async () => {
    const { sink, text } = slowSink();
    const body = form([
      ['ttl', null, '1h'],
      ['file', 'notes.md', content],
      ['title', null, 'T'],
    ]);
    expect(await readUpload(request(body), sink)).toEqual({
      fileName: 'notes.md',
      options: [
        ['ttl', '1h'],
        ['title', 'T'],
      ],
    });
    expect(text() === content).toBe(true);
  });

  it('of a body is whole before it is read', async () => {
    const { sink, text } = slowSink();
    expect(await readUpload(request(`${content}\n`, ENCODED), sink)).toEqual({ fileName: null, options: [] });
    expect(text() === `${content}\n`).toBe(true);
  });

  it('of a form whose sink refuses it is refused so, and nothing waits for ever', async () => {
    const sink = async () => Promise.reject(new PublicError(LIMIT_ERRORS.storage_full));
    await expect(readUpload(request(form([['file', 'a', content]])), sink)).rejects.toMatchObject({ status: 507 });
  });
});

describe('a body that curl and libraries call a form', () => {
  const read = async (body: string | Uint8Array) => {
    const { sink, text } = slowSink();
    const { options } = await readUpload(request(body, ENCODED), sink);
    return [text(), options];
  };

  it.each([
    [
      'content=topsecret&burn=1&ttl=10m',
      'topsecret',
      [
        ['burn', '1'],
        ['ttl', '10m'],
      ],
    ],
    ['content=%23%21%2Fbin%2Fsh%0Aa+b%26c%3D%C3%BC', '#!/bin/sh\na b&c=ü', []],
    [
      'title=&syntax=text&code=x',
      'x',
      [
        ['title', ''],
        ['syntax', 'text'],
      ],
    ],
    ['sprunge=a%25', 'a%', []],
    ['f%3A1=x', 'x', []],
    ['text=50% of all', '50% of all', []],
    ['file=x&oneshot=1', 'x', [['oneshot', '1']]],
  ])('%s is fields', async (body, content, options) => expect(await read(body)).toEqual([content, options]));

  it.each([
    'content=x\nburn=1',
    'CONTENT=a\nburn=1\n',
    'a=b&title=c',
    'just a text',
    'https://example.com/?title=a&lang=b',
    'title=only',
    '{"content":"x"}',
    '',
  ])('%j is a text', async (body) => expect(await read(body)).toEqual([body, []]));

  it.each(['content=x&other=1', 'content=a&b', 'content=x&file=y', 'my secret&burn=1&ttl=1h'])(
    '%s is refused, with a hint',
    async (body) => {
      await expect(read(body)).rejects.toMatchObject({
        status: 400,
        options: { details: [{ message: expect.stringContaining('-F file=@NAME') }] },
      });
    },
  );

  it('is refused above a mebibyte, while a text of one line is not', async () => {
    await expect(read(`content=${'x'.repeat(1024 * 1024)}`)).rejects.toMatchObject({ status: 413 });
    const line = `{"a":"${'x'.repeat(1024 * 1024)}"}`;
    expect((await read(line))[0] === line).toBe(true);
  });

  it('has a text in UTF-8', async () => {
    await expect(read('content=%FC')).rejects.toMatchObject({ status: 415 });
  });
});

it.each([
  ['oneshot', /^expected the text as "file": curl -F file=@NAME -F burn=1$/],
  ['Expires', / -F ttl=1h$/],
  ['ttl', /file=@NAME$/],
  ['constructor', /file=@NAME$/],
])('a file called %s is refused with what was meant', async (name, message) => {
  const sent = request(form([[name, 'notes.md', 'x']]));
  await expect(readUpload(sent, async () => undefined)).rejects.toMatchObject({
    status: 400,
    options: { details: [{ path: [name], message: expect.stringMatching(message) }] },
  });
});

it.each([
  ['before its parts', ''],
  ['after its parts', form([['file', 'a', 'x']])],
])('a form in chunks that is endless %s is refused at its bound', async (_, beginning) => {
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`${beginning}\r\n`)),
    pull(controller) {
      sentBytes += 1024 * 1024;
      controller.enqueue(Buffer.alloc(1024 * 1024, 'x'));
    },
  });
  const headers = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const endless = new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  await expect(readUpload(endless, async () => undefined)).rejects.toMatchObject({ status: 413 });
  expect(sentBytes).toBeLessThan(14 * 1024 * 1024);
});

it('a text that is said to be in another charset than UTF-8 is refused', async () => {
  for (const charset of ['utf-16', '"UTF-16LE"', 'iso-8859-1', '']) {
    const sent = request('x', `text/plain; charset=${charset}`);
    await expect(readUpload(sent, async () => undefined)).rejects.toMatchObject({ status: 415 });
  }
  for (const charset of ['utf-8', '"UTF8"', 'us-ascii'])
    await readUpload(request('x', `text/plain; a=b;Charset = ${charset}`), async () => undefined);
});

it.each([
  ['no end', form([['file', 'a', 'x']]).slice(0, -30)],
  ['nothing', ''],
  ['something else', 'text'],
])('a form with %s is malformed', async (_, body) => {
  await expect(readUpload(request(body), async () => undefined)).rejects.toMatchObject({ status: 400 });
});

it('a form of too many or too long parts is refused', async () => {
  const many = form(Array.from({ length: 20 }, (_, index) => [`p${index}`, null, 'x'] as const));
  await expect(readUpload(request(many), async () => undefined)).rejects.toMatchObject({ status: 413 });
  await expect(readUpload(request(form([['title', null, 'x'.repeat(5_000)]])), async () => undefined)).rejects.toMatchObject({
    status: 413,
  });
});

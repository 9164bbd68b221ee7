/** Tests the paste part of the interface. */
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  CLOCK_STEP_MS,
  type CreatedBody,
  call,
  createPaste,
  type ErrorBody,
  ISO_TIME,
  MISSING_ID,
  type PasteBody,
  readPaste,
} from '../../support/api';
import type { Started } from '../../support/contract';
import type { TestedHost } from '../../support/hosts';

const YEAR_SECONDS = 31_536_000;

export function describePastes({ isOneProcess, isPlainNext, isReference }: TestedHost, started: Started): void {
  let keys: { anna: string; bert: string };
  let base: string;
  let api: string;

  beforeAll(async () => {
    keys = await started().newKeys();
    base = started().web.url;
    api = `${base}/api/v1/pastes`;
  });

  const asAnna = () => ({ 'X-Api-Key': keys.anna });
  const asBert = () => ({ 'X-Api-Key': keys.bert });

  describe('creating', () => {
    it('answers 201 with id, view and raw address under BASE_URL, expiry and mode', async () => {
      const before = Date.now();
      const { status, body } = await call<CreatedBody>(api, { json: { content: 'text', ttlSeconds: 60 } });
      expect(status).toBe(201);
      expect(Object.keys(body).sort()).toEqual(['expiresAt', 'isE2ee', 'publicId', 'rawUrl', 'url']);
      expect(body.publicId).toMatch(/^[0-9A-Za-z]{24}$/);
      expect(body.url).toBe(`https://paste.example/view/${body.publicId}`);
      expect(body.rawUrl).toBe(`https://paste.example/raw/${body.publicId}`);
      expect(body.expiresAt).toMatch(ISO_TIME);
      const createdBetween = Date.parse(body.expiresAt as string) - 60_000;
      expect(createdBetween).toBeGreaterThanOrEqual(before - CLOCK_STEP_MS);
      expect(createdBetween).toBeLessThanOrEqual(Date.now() + CLOCK_STEP_MS);
      expect(body.isE2ee).toBe(false);
    });

    it('an Idempotency-Key makes one paste, refuses another body and can be called off', async () => {
      const headers = { 'Idempotency-Key': randomBytes(32).toString('base64url') };
      const json = { content: 'once', protect: true };
      const answers = await Promise.all(Array.from({ length: 4 }, () => call<CreatedBody>(api, { json, headers })));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect((await call(api, { json: { ...json, content: 'other' }, headers })).status).toBe(422);
      expect((await call(api, { json, headers: { 'Idempotency-Key': 'guess' } })).status).toBe(400);
      // The same Idempotency-Key with a user's API key belongs to another request.
      expect((await call(api, { method: 'DELETE', headers: { ...headers, ...asAnna() } })).body).toEqual({ deleted: false });
      expect(await call(api, { method: 'DELETE', headers })).toMatchObject({ status: 200, body: { deleted: true } });
      expect((await readPaste(base, String(answers[0]?.body.publicId))).status).toBe(404);
      expect((await call(api, { json, headers })).status).toBe(409);
    });

    it('needs no more than a content; the rest has the defaults of the interface', async () => {
      const { publicId, expiresAt } = await createPaste(base, { content: 'x' });
      expect(expiresAt).toBeNull();
      const { body } = await readPaste(base, publicId);
      expect(body).toMatchObject({ title: '', syntax: 'plaintext', isE2ee: false, burnAfterRead: false, expiresAt: null });
    });

    it('takes null for omitted and ignores unknown fields', async () => {
      const fields = {
        content: 'x',
        title: null,
        syntax: null,
        ttlSeconds: null,
        burnAfterRead: null,
        isE2ee: null,
        protect: null,
        colour: 'red',
      };
      const { publicId } = await createPaste(base, fields);
      expect((await readPaste(base, publicId)).body).toMatchObject({ title: '', syntax: 'plaintext' });
    });

    it('keeps an unknown syntax as it is', async () => {
      const { publicId } = await createPaste(base, { content: 'x', syntax: 'brainfuck++' });
      expect((await readPaste(base, publicId)).body.syntax).toBe('brainfuck++');
    });

    it('returns Mode B content unchanged', async () => {
      const content = `eyJhbGciOiJkaXIifQ..${randomBytes(9).toString('base64url')}.${randomBytes(3000).toString('base64url')}.AAAA`;
      const { publicId, isE2ee } = await createPaste(base, { content, isE2ee: true });
      expect(isE2ee).toBe(true);
      expect((await readPaste(base, publicId)).body).toMatchObject({ content, isE2ee: true });
      const raw = await fetch(`${base}/raw/${publicId}`);
      expect(raw.headers.get('content-type')).toBe('application/jose');
      expect(await raw.text()).toBe(content);
    });

    it.each([
      ['no content', {}, 'content', 'Required'],
      ['content null', { content: null }, 'content', 'Required'],
      ['content empty', { content: '' }, 'content', /at least one/],
      ['content a number', { content: 5 }, 'content', /string/],
      ['title of 256 characters', { content: 'x', title: 'x'.repeat(256) }, 'title', /255/],
      ['syntax with a control character', { content: 'x', syntax: 'a\u0000b' }, 'syntax', /control/],
      ['ttl zero', { content: 'x', ttlSeconds: 0 }, 'ttlSeconds', /at least 1/],
      ['ttl negative', { content: 'x', ttlSeconds: -5 }, 'ttlSeconds', /at least 1/],
      ['ttl fractional', { content: 'x', ttlSeconds: 1.5 }, 'ttlSeconds', /whole/],
      ['ttl a string', { content: 'x', ttlSeconds: '60' }, 'ttlSeconds', /whole/],
      ['ttl over a year', { content: 'x', ttlSeconds: YEAR_SECONDS + 1 }, 'ttlSeconds', /1 year/],
      ['burnAfterRead a string', { content: 'x', burnAfterRead: 'true' }, 'burnAfterRead', /boolean/],
      ['isE2ee a number', { content: 'x', isE2ee: 1 }, 'isE2ee', /boolean/],
    ])('refuses %s, naming the field', async (_, json, field, message) => {
      const { status, body } = await call<ErrorBody>(api, { json });
      expect([status, body.error, body.code]).toEqual([400, 'Validation Error', 'validation']);
      expect(body.details).toEqual([{ path: [field], message: typeof message === 'string' ? message : expect.stringMatching(message) }]);
    });

    it('names every problem at once', async () => {
      const { body } = await call<ErrorBody>(api, { json: { ttlSeconds: 0, title: 7 } });
      expect(body.details?.map(({ path }) => path[0]).sort()).toEqual(['content', 'title', 'ttlSeconds']);
    });

    it('a title of 255 astral code points and a ttl of exactly one year are accepted', async () => {
      const title = '😀'.repeat(255);
      const { publicId } = await createPaste(base, { content: 'x', title, ttlSeconds: YEAR_SECONDS });
      expect((await readPaste(base, publicId)).body.title).toBe(title);
    });

    const refused: [string, string][] = [
      ['not JSON', '{"content":'],
      ['nothing', ''],
      ['two documents', '{"content":"a"}{"content":"b"}'],
      ['an array', '[]'],
      ['a string', '"content"'],
      ['a trailing comma', '{"content":"a",}'],
      ['a raw newline in a string', '{"content":"a\nb"}'],
      ['an unknown escape', '{"content":"\\x41"}'],
      ['depth 100,000', `{"content":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
      ['a million keys', `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(',')},"content":"x"}`],
      ['__proto__', '{"content":"x","__proto__":{"isAdmin":true}}'],
      ['constructor.prototype', '{"content":"x","constructor":{"prototype":{"isAdmin":true}}}'],
      ['a duplicate key', '{"content":"a","content":"b"}'],
      ['a duplicate key in disguise', '{"content":"a","\\u0063ontent":"b"}'],
      ['a number out of range', '{"content":"x","ttlSeconds":1e400}'],
      ['a number out of range where nobody looks', '{"content":"x","other":[1e400]}'],
      ['a lone high surrogate', '{"content":"a\\ud83d"}'],
      ['a lone low surrogate', '{"content":"\\ude00a"}'],
      ['a lone surrogate in the title', '{"content":"a","title":"\\ud83d"}'],
    ];
    // All hosts parse JSON by the same code, so one is enough.
    it.runIf(isReference).each(refused)('refuses %s with 400 and goes on', async (_, body) => {
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(response.status).toBe(400);
      expect(((await response.json()) as ErrorBody).code).toMatch(/^(malformed_json|validation)$/);
      expect((await call(`${base}/healthz`)).status).toBe(200);
    });

    it.runIf(isReference).each([
      ['an overlong form', [0xc0, 0xaf]],
      ['a cut sequence', [0xe2, 0x82]],
      ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
      ['a byte that is never UTF-8', [0xff]],
    ])('refuses %s in the content with 400', async (_, bytes) => {
      const body = Buffer.concat([Buffer.from('{"content":"a'), Buffer.from(bytes), Buffer.from('b"}')]);
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: 'Validation Error',
        code: 'malformed_json',
        details: [{ path: ['content'], message: 'Malformed JSON: it is not UTF-8' }],
      });
    });

    it('refuses a body that is not declared as JSON with 415', async () => {
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"content":"x"}' });
      expect(response.status).toBe(415);
    });

    it('refuses a compressed body with 415, instead of taking it for broken JSON', async () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      const response = await fetch(api, { method: 'POST', headers, body: gzipSync('{"content":"x"}') });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ details: [{ path: [], message: expect.stringContaining('not compressed') }] });
      expect(
        (await fetch(api, { method: 'POST', headers: { ...headers, 'Content-Encoding': 'identity' }, body: '{"content":"x"}' })).status,
      ).toBe(201);
    });

    it.each([
      ['NUL and other controls', '\u0000\u0001\u001f\u007f\u0000'],
      ['a byte order mark', '\ufeffabc\ufeff'],
      ['line ends of every kind', 'a\r\nb\nc\rd\u2028e\u2029'],
      ['quotes and backslashes', '\\"\\\\"\\u0041\\n'],
      ['all planes', 'aé€😀\u{10ffff}\u{e000}\ufffe'],
      ['markup', '<script>alert(1)</script><!--'],
      ['one space', ' '],
    ])('gives back %s byte for byte, as JSON and raw', async (_, content) => {
      const { publicId } = await createPaste(base, { content, title: content });
      const { body } = await readPaste(base, publicId);
      expect(body.content).toBe(content);
      expect(body.title).toBe(content);
      const raw = Buffer.from(await (await fetch(`${base}/raw/${publicId}`)).arrayBuffer());
      expect(raw.equals(Buffer.from(content))).toBe(true);
    });
  });

  describe('10 MB', () => {
    const MAX = 10 * 1024 * 1024;
    const escaped = (text: string, times: number) => `{"content":"${text.repeat(times)}"}`;

    async function roundTrip(body: string, expected: Buffer): Promise<void> {
      const created = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(created.status).toBe(201);
      const { publicId } = (await created.json()) as CreatedBody;
      // The length of a compressed response isn't known beforehand.
      const raw = await fetch(`${base}/raw/${publicId}`, { headers: { 'Accept-Encoding': 'identity' } });
      // The length lets a client notice a download that was cut short. (Next drops the header.)
      if (!isPlainNext) expect(raw.headers.get('content-length')).toBe(String(expected.length));
      expect(Buffer.from(await raw.arrayBuffer()).equals(expected)).toBe(true);
      const { body: paste } = await readPaste(base, publicId);
      expect(Buffer.from(paste.content).equals(expected)).toBe(true);
    }

    // All hosts unescape by the same code; only the arrival of the bytes depends on the host.
    it.runIf(isReference)('stores exactly 10 MiB of worst-case escapes', () => roundTrip(escaped('\\u0000', MAX), Buffer.alloc(MAX)));

    it.runIf(isReference)('stores 10 MiB of four-byte characters written as surrogate escapes', () =>
      roundTrip(escaped('\\ud83d\\ude00', MAX / 4), Buffer.from('😀'.repeat(MAX / 4))),
    );

    it('stores 10 MiB of a Mode B envelope', async () => {
      const content = randomBytes((MAX / 4) * 3).toString('base64url');
      await roundTrip(JSON.stringify({ isE2ee: true, content }), Buffer.from(content));
    });

    const tooLarge = [['one byte more', () => `{"content":"${'a'.repeat(MAX + 1)}"}`]] as [string, () => string][];
    // All hosts count characters by the same code, too.
    if (isReference) tooLarge.push(['one byte more in UTF-8, though fewer characters', () => `{"content":"${'é'.repeat(MAX / 2)}a"}`]);
    it.each(tooLarge)('refuses %s with 413, naming the content', async (_, bodyOf) => {
      const body = bodyOf();
      const response = await fetch(api, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({
        error: 'Payload Too Large',
        code: 'content_too_large',
        details: [{ path: ['content'] }],
      });
    });

    it('refuses a huge body that is not the content', async () => {
      const response = await fetch(api, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: 'x'.repeat(200_000), content: 'x' }),
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ details: [{ path: [], message: 'expected at most 65536 bytes besides content' }] });
    });
  });

  describe('reading', () => {
    it('answers the fields of the interface and counts this view', async () => {
      const { publicId } = await createPaste(base, { content: 'hello', title: 'T', syntax: 'rust', ttlSeconds: 600 });
      const first = await readPaste(base, publicId);
      expect(first.status).toBe(200);
      expect(first.body).toEqual({
        publicId,
        title: 'T',
        syntax: 'rust',
        content: 'hello',
        isE2ee: false,
        burnAfterRead: false,
        viewCount: 1,
        expiresAt: expect.stringMatching(ISO_TIME),
        createdAt: expect.stringMatching(ISO_TIME),
      } satisfies PasteBody);
    });

    it.runIf(isOneProcess)('gives each of 50 simultaneous readers a number of its own', async () => {
      const { publicId } = await createPaste(base, { content: 'x' });
      const counts = await Promise.all(Array.from({ length: 50 }, async () => (await readPaste(base, publicId)).body.viewCount));
      expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect((await readPaste(base, publicId)).body.viewCount).toBe(51);
    });

    it('counts every reader, whichever process it met', async () => {
      const { publicId } = await createPaste(base, { content: 'x' }, asAnna());
      await Promise.all(Array.from({ length: 50 }, () => readPaste(base, publicId)));
      // The list counts no view. Each process writes its own views at most once a second, so this waits.
      const counted = async () => {
        const { body } = await call<{ pastes: { publicId: string; viewCount: number }[] }>(api, { headers: asAnna() });
        return body.pastes.find((paste) => paste.publicId === publicId)?.viewCount;
      };
      await vi.waitFor(async () => expect(await counted()).toBe(50));
    });

    it('neither counts nor changes anything on HEAD and OPTIONS', async () => {
      const { publicId } = await createPaste(base, { content: 'x' });
      for (const path of [`${api}/${publicId}`, `${base}/raw/${publicId}`]) {
        expect((await fetch(path, { method: 'HEAD' })).status).toBe(200);
        expect((await fetch(path, { method: 'OPTIONS' })).status).toBe(204);
      }
      expect((await readPaste(base, publicId)).body.viewCount).toBe(1);
    });

    it.each(['missing', 'not an id', '..%2f..%2fetc', 'A'.repeat(23), 'A'.repeat(5000)])('answers 404 for an id that is %s', async (id) => {
      expect(await call(`${api}/${encodeURIComponent(id)}`)).toMatchObject({
        status: 404,
        body: { error: 'Not Found', code: 'not_found' },
      });
    });

    it('serves raw text as text whatever it looks like, never to be run or framed', async () => {
      for (const content of [
        '<!doctype html><script>alert(1)</script>',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        '%PDF-1.4',
        'GIF89a/*<svg/onload=alert(1)>*/',
        'alert(1)//',
      ]) {
        const { publicId } = await createPaste(base, { content, syntax: 'html' });
        const raw = await fetch(`${base}/raw/${publicId}`);
        expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
        expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
        expect(raw.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
        expect(raw.headers.get('cache-control')).toBe('no-store');
        expect(await raw.text()).toBe(content);
      }
    });
  });

  it('the raw address of a missing paste shows browsers a page and programs JSON', async () => {
    for (const id of [MISSING_ID, 'short', 'a b']) {
      const raw = `${base}/raw/${encodeURIComponent(id)}`;
      const opened = await fetch(raw, { headers: { Accept: 'text/html' }, redirect: 'manual' });
      expect([opened.status, opened.headers.get('location')]).toEqual([303, `/view/${encodeURIComponent(id)}`]);
      expect(await call(raw)).toMatchObject({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
    }
  });

  describe('burning', () => {
    it('hands the content out once, then it is as if it had never been', async () => {
      const { publicId } = await createPaste(base, { content: 'secret', burnAfterRead: true });
      expect(await readPaste(base, publicId)).toMatchObject({
        status: 200,
        body: { content: 'secret', burnAfterRead: true, viewCount: 1 },
      });
      expect(await readPaste(base, publicId)).toMatchObject({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
      expect((await fetch(`${base}/raw/${publicId}`)).status).toBe(404);
    });

    it('burns when read raw by an HTTP client', async () => {
      const { publicId } = await createPaste(base, { content: 'secret', burnAfterRead: true });
      expect(await (await fetch(`${base}/raw/${publicId}`)).text()).toBe('secret');
      expect((await readPaste(base, publicId)).status).toBe(404);
    });

    it('hands out 10 MiB whole before it is gone', async () => {
      const content = 'line of text\n'.repeat(800_000);
      const { publicId } = await createPaste(base, { content, burnAfterRead: true });
      expect((await readPaste(base, publicId)).body.content === content).toBe(true);
      expect((await readPaste(base, publicId)).status).toBe(404);
    });

    it('HEAD, ranges, prefetches, navigations, pictures and preview bots burn nothing', async () => {
      const { publicId } = await createPaste(base, { content: 'secret', burnAfterRead: true });
      const attempts: [string, RequestInit][] = [];
      for (const path of [`${api}/${publicId}`, `${base}/raw/${publicId}`]) {
        attempts.push(
          [path, { method: 'HEAD' }],
          [path, { method: 'OPTIONS' }],
          [path, { headers: { Range: 'bytes=0-1' } }],
          [path, { headers: { 'If-None-Match': '"x"' } }],
          [path, { headers: { 'If-Modified-Since': new Date().toUTCString() } }],
          [path, { headers: { Purpose: 'prefetch' } }],
          [path, { headers: { 'Sec-Purpose': 'prefetch;prerender' } }],
        );
      }
      const raw = `${base}/raw/${publicId}`;
      // These are an address that a browser opens, and a picture in another page.
      attempts.push([raw, { headers: { Accept: 'text/html,application/xhtml+xml' } }], [raw, { mode: 'no-cors' }]);
      for (const agent of [
        'Slackbot-LinkExpanding 1.0',
        'Twitterbot/1.0',
        'facebookexternalhit/1.1',
        'WhatsApp/2.23',
        'TelegramBot (like TwitterBot)',
        'Discordbot/2.0',
        'LinkedInBot/1.0',
        'SkypeUriPreview Preview/0.5',
        'Mozilla/5.0 (compatible; GoogleImageProxy)',
        'Google-PageRenderer',
        'Bluesky Cardyb/1.1',
      ]) {
        attempts.push([raw, { headers: { 'User-Agent': agent } }]);
      }
      attempts.push(
        [`${base}/view/${publicId}`, {}],
        [`${base}/view/${publicId}?_rsc=x`, { headers: { RSC: '1', 'Next-Router-Prefetch': '1' } }],
      );
      for (const [url, init] of attempts) {
        const response = await fetch(url, { ...init, redirect: 'manual' });
        expect(await response.text()).not.toContain('secret');
        const location = response.headers.get('location');
        if (location) expect(new URL(location, base).origin).toBe(new URL(base).origin);
      }
      expect((await readPaste(base, publicId)).body.content).toBe('secret');
    });
  });

  describe('listing', () => {
    it('needs a key', async () => {
      expect(await call(api)).toMatchObject({ status: 401, body: { error: 'Unauthorized', code: 'unauthorized' } });
    });

    it('an owner’s list has only own pastes, newest first, without content', async () => {
      const mine = [];
      for (let index = 0; index < 3; index++)
        mine.push((await createPaste(base, { content: `c${index}`, title: `t${index}` }, asBert())).publicId);
      await createPaste(base, { content: 'anonymous' });
      await createPaste(base, { content: 'other' }, asAnna());
      const { body } = await call<{ pastes: Record<string, unknown>[] }>(api, { headers: asBert() });
      expect(body.pastes.map(({ publicId }) => publicId)).toEqual(mine.toReversed());
      expect(body.pastes[0]).toEqual({
        publicId: mine[2],
        title: 't2',
        syntax: 'plaintext',
        isE2ee: false,
        burnAfterRead: false,
        viewCount: 0,
        expiresAt: null,
        createdAt: expect.stringMatching(ISO_TIME),
      });
      const paged = await call<{ pastes: { publicId: string }[] }>(`${api}?limit=1&offset=1`, { headers: asBert() });
      expect(paged.body.pastes.map(({ publicId }) => publicId)).toEqual([mine[1]]);
    });

    it('shows 20 unless told otherwise', async () => {
      for (let index = 0; index < 21; index++) await createPaste(base, { content: 'x' }, asAnna());
      const { body } = await call<{ pastes: unknown[] }>(api, { headers: asAnna() });
      expect(body.pastes).toHaveLength(20);
    });

    it.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'limit=1.5', 'offset=-1', 'offset=x', 'limit=99999999999999999999'])(
      'refuses %s',
      async (query) => {
        const { status, body } = await call<ErrorBody>(`${api}?${query}`, { headers: asAnna() });
        expect(status).toBe(400);
        expect(body.details?.[0]?.path).toEqual([query.split('=')[0]]);
      },
    );
  });

  describe('deleting and extending', () => {
    it('lets anybody who has the id delete an anonymous paste, for every reader at once', async () => {
      const { publicId } = await createPaste(base, { content: 'x' });
      // Two reads reach both of two processes.
      const read = async () => [(await readPaste(base, publicId)).status, (await readPaste(base, publicId)).status];
      expect(await read()).toEqual([200, 200]);
      expect(await call(`${api}/${publicId}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: { deleted: true } });
      expect(await read()).toEqual([404, 404]);
      expect((await call(`${api}/${publicId}`, { method: 'DELETE' })).status).toBe(404);
    });

    it('only the owner deletes or extends a paste: 401 without a key, 403 with another', async () => {
      const { publicId } = await createPaste(base, { content: 'x', ttlSeconds: 60 }, asAnna());
      const extend = (headers: Record<string, string>) => call(`${api}/${publicId}/extend`, { json: { ttlSeconds: 60 }, headers });
      const remove = (headers: Record<string, string>) => call(`${api}/${publicId}`, { method: 'DELETE', headers });
      expect((await extend({})).status).toBe(401);
      expect((await extend(asBert())).status).toBe(403);
      expect((await remove({})).status).toBe(401);
      expect((await remove(asBert())).status).toBe(403);
      expect((await extend(asAnna())).status).toBe(200);
      expect((await remove(asAnna())).status).toBe(200);
    });

    it('asks for the manage token of a protected paste', async () => {
      const { publicId, manageToken } = await createPaste(base, { content: 'x', ttlSeconds: 60, protect: true });
      expect(manageToken).toMatch(/^[\w-]{32}$/);
      const remove = (headers: Record<string, string>) => call(`${api}/${publicId}`, { method: 'DELETE', headers });
      expect((await remove({})).status).toBe(401);
      expect((await remove({ 'X-Service-Manage-Token': 'wrong' })).status).toBe(403);
      expect((await remove(asAnna())).status).toBe(403);
      const extended = await call(`${api}/${publicId}/extend`, {
        json: { ttlSeconds: 60 },
        headers: { 'X-Service-Manage-Token': manageToken ?? '' },
      });
      expect(extended.status).toBe(200);
      expect((await remove({ 'X-Service-Manage-Token': manageToken ?? '' })).status).toBe(200);
    });

    it('moves the expiry later by exactly what was asked, and leaves "never" alone', async () => {
      const { publicId, expiresAt } = await createPaste(base, { content: 'x', ttlSeconds: 100 });
      const { status, body } = await call<{ publicId: string; expiresAt: string }>(`${api}/${publicId}/extend`, {
        json: { ttlSeconds: 50 },
      });
      expect(status).toBe(200);
      expect(body).toEqual({ publicId, expiresAt: new Date(Date.parse(expiresAt as string) + 50_000).toISOString() });

      const forever = await createPaste(base, { content: 'x' });
      const same = await call(`${api}/${forever.publicId}/extend`, { json: { ttlSeconds: 50 } });
      expect(same.body).toEqual({ publicId: forever.publicId, expiresAt: null });
    });

    it('refuses to extend what is not there, or by nothing or more than a year', async () => {
      expect((await call(`${api}/${MISSING_ID}/extend`, { json: { ttlSeconds: 5 } })).status).toBe(404);
      const { publicId } = await createPaste(base, { content: 'x', ttlSeconds: 100 });
      expect((await call<ErrorBody>(`${api}/${publicId}/extend`, { json: {} })).body.details).toEqual([
        { path: ['ttlSeconds'], message: 'Required' },
      ]);
      for (const ttlSeconds of [0, -1, 1.5, YEAR_SECONDS + 1])
        expect((await call(`${api}/${publicId}/extend`, { json: { ttlSeconds } })).status).toBe(400);
    });
  });

  describe('answers', () => {
    it('refuses an unknown key everywhere, also where none is needed', async () => {
      for (const key of ['', 'nonsense', `sp_${'a'.repeat(8)}_${'b'.repeat(38)}`]) {
        expect((await call(api, { json: { content: 'x' }, headers: { 'X-Api-Key': key } })).status).toBe(401);
      }
    });

    it('answers 405 with Allow for a method a route does not have', async () => {
      const { publicId } = await createPaste(base, { content: 'x' });
      const cases: [string, string, string][] = [
        [api, 'PUT', 'GET, POST, DELETE, OPTIONS'],
        [api, 'HEAD', 'GET, POST, DELETE, OPTIONS'],
        [`${api}/${publicId}`, 'POST', 'GET, HEAD, DELETE, OPTIONS'],
        [`${api}/${publicId}/extend`, 'GET', 'POST, OPTIONS'],
        [`${base}/raw/${publicId}`, 'DELETE', 'GET, HEAD, POST, OPTIONS'],
        [`${base}/healthz`, 'POST', 'GET, HEAD, OPTIONS'],
      ];
      for (const [url, method, allow] of cases) {
        const response = await fetch(url, { method });
        expect([url, response.status, response.headers.get('allow')]).toEqual([url, 405, allow]);
        if (method !== 'HEAD') expect(await response.json()).toEqual({ error: 'Method Not Allowed', code: 'method_not_allowed' });
      }
    });

    it('answers unknown API paths with JSON 404', async () => {
      for (const path of ['/api', '/api/v1', '/api/v2/pastes', `/api/v1/pastes/${MISSING_ID}/nothing`]) {
        const { status, body } = await call(`${base}${path}`);
        if (path === '/api') expect(status).toBe(404);
        else expect({ path, status, body }).toEqual({ path, status: 404, body: { error: 'Not Found', code: 'not_found' } });
      }
    });

    it('lets every origin call the API, without credentials', async () => {
      const preflight = await fetch(api, {
        method: 'OPTIONS',
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/X-Api-Key/);
      const { publicId } = await createPaste(base, { content: 'x' });
      for (const response of [preflight, await fetch(`${api}/${publicId}`, { headers: { Origin: 'https://evil.example' } })]) {
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(response.headers.has('access-control-allow-credentials')).toBe(false);
      }
      expect((await fetch(`${base}/raw/${publicId}`)).headers.has('access-control-allow-origin')).toBe(false);
    });

    it('tells missing, burned, expired and deleted pastes apart in nothing', async () => {
      const burned = await createPaste(base, { content: 'x', burnAfterRead: true });
      await readPaste(base, burned.publicId);
      const deleted = await createPaste(base, { content: 'x' });
      await call(`${api}/${deleted.publicId}`, { method: 'DELETE' });
      const expired = await createPaste(base, { content: 'x', ttlSeconds: 1 });
      await vi.waitFor(async () => expect((await readPaste(base, expired.publicId)).status).toBe(404), { interval: 100 });
      const seen = new Set<string>();
      for (const id of [MISSING_ID, burned.publicId, deleted.publicId, expired.publicId]) {
        const response = await fetch(`${api}/${id}`);
        const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
        expect(response.status).toBe(404);
        expect(response.headers.get('cache-control')).toBe('no-store');
        expect(response.headers.get('x-request-id')).toBeTruthy();
        seen.add(JSON.stringify([headers, await response.text()]));
      }
      expect(seen.size).toBe(1);
    });

    it('describes itself in OpenAPI 3.1, under BASE_URL', async () => {
      const { status, body } = await call(`${base}/api/v1/openapi.json`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://paste.example' }], paths: { '/api/v1/pastes': {} } });
    });

    it('is alive and ready', async () => {
      expect(await call(`${base}/healthz`)).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await call(`${base}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok', db: 'connected' } });
    });
  });
}

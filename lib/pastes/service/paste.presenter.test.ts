/** The shapes of pastes in responses: only selected fields of a row, and the same JSON for small and large contents. */
import { describe, expect, it } from 'vitest';
import { CREATED_AT, EXPIRES_AT } from '../../testing/credentials';
import { NO_OPTIONS } from '../paste-options.rules';
import { CHUNK_BYTES } from '../storage/paste-content';
import type { OpenedPaste, PasteSummary, ReadPaste } from '../storage/paste-decryption';
import { presentClaim, presentCreated, presentExtended, presentOwned, presentRead, presentSummary, rawHeaders } from './paste.presenter';

const PUBLIC_ID = 'abcdefghijklmnopqrstuvwx';
const CREATED = '2031-01-01T00:00:00.000Z';
const EXPIRES = '2031-01-01T00:01:00.000Z';

/** A summary with more fields than responses have, as if somebody passed a row. */
function summaryOf(fields: Partial<PasteSummary> = {}): PasteSummary {
  const summary: PasteSummary = {
    publicId: PUBLIC_ID,
    title: 'notes',
    syntax: 'markdown',
    ...NO_OPTIONS,
    viewCount: 7,
    lastReadAt: null,
    contentBytes: 4,
    createdAt: CREATED_AT,
    expiresAt: EXPIRES_AT,
    ...fields,
  };
  return Object.assign(summary, { ownerId: 1, wrappedKey: 'secret', manageTokenHash: 'secret' });
}

const opened = (content: string | Buffer, fields: Partial<PasteSummary> = {}): OpenedPaste => {
  const beginning = Buffer.from(content);
  return { ...summaryOf({ contentBytes: beginning.length, ...fields }), beginning } as OpenedPaste;
};
const presentedSummary = {
  publicId: PUBLIC_ID,
  title: 'notes',
  syntax: 'markdown',
  isE2ee: false,
  burnAfterRead: false,
  viewCount: 7,
  expiresAt: EXPIRES,
  createdAt: CREATED,
};

async function textOf(body: ReturnType<typeof presentRead>): Promise<string> {
  if (body instanceof Uint8Array) return Buffer.from(body).toString('utf8');
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function* inPieces(content: Buffer, bytes: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += bytes) yield content.subarray(from, from + bytes);
}

describe('a paste that was created', () => {
  const created = { publicId: PUBLIC_ID, expiresAt: EXPIRES_AT, isE2ee: true, manageToken: null };

  it('is told with addresses and expiry, and no manage token where there is none', () => {
    const body = {
      publicId: PUBLIC_ID,
      url: `https://p.example/view/${PUBLIC_ID}`,
      rawUrl: `https://p.example/raw/${PUBLIC_ID}`,
      isE2ee: true,
    };
    expect(presentCreated(created, 'https://p.example')).toStrictEqual({ ...body, expiresAt: EXPIRES });
    expect(presentCreated({ ...created, expiresAt: null }, 'https://p.example')).toStrictEqual({ ...body, expiresAt: null });
  });

  it('is told with the manage token it was protected with', () => {
    expect(presentCreated({ ...created, manageToken: 'token' }, 'https://p.example')).toMatchObject({ manageToken: 'token' });
  });
});

it('a summary has the fields of the interface and no others', () => {
  expect(presentSummary(summaryOf())).toStrictEqual(presentedSummary);
  expect(presentSummary(summaryOf({ expiresAt: null }))).toStrictEqual({ ...presentedSummary, expiresAt: null });
});

it('an owner sees the size of a paste as well', () => {
  expect(presentOwned(summaryOf())).toStrictEqual({ ...presentedSummary, contentBytes: 4 });
});

it('a claim shows its lease’s end and the title, an extension the new expiry', () => {
  expect(presentClaim({ publicId: PUBLIC_ID, claimedUntil: EXPIRES_AT, title: 'notes' })).toStrictEqual({
    publicId: PUBLIC_ID,
    claimedUntil: EXPIRES,
    title: 'notes',
  });
  expect(presentExtended(PUBLIC_ID, EXPIRES_AT)).toStrictEqual({ publicId: PUBLIC_ID, expiresAt: EXPIRES });
  expect(presentExtended(PUBLIC_ID, null)).toStrictEqual({ publicId: PUBLIC_ID, expiresAt: null });
});

describe('the body of a read', () => {
  const CONTENT = '\ufeff"quoted" \\ \u0000\n\u2028 </script> é漢😀 \ufeff';
  const bodyOf = async (read: ReadPaste) => JSON.parse(await textOf(presentRead(read)));

  it('holds summary, own view count and content, and nothing else', async () => {
    const paste = opened(CONTENT);
    expect(await bodyOf({ paste, viewCount: 8, content: paste.beginning })).toStrictEqual({
      ...presentedSummary,
      viewCount: 8,
      content: CONTENT,
    });
  });

  it('is there at once up to 256 KiB, and in pieces from the next byte on', () => {
    const atLimit = opened('x'.repeat(CHUNK_BYTES));
    expect(presentRead({ paste: atLimit, viewCount: 1, content: atLimit.beginning })).toBeInstanceOf(Uint8Array);
    const above = opened('x'.repeat(CHUNK_BYTES + 1));
    expect(presentRead({ paste: above, viewCount: 1, content: above.beginning })).not.toBeInstanceOf(Uint8Array);
  });

  it('is made once for the readers of one moment, each with a view count of its own', () => {
    const paste = opened('text');
    const bodies = [1, 2].map((viewCount) => presentRead({ paste, viewCount, content: paste.beginning }));
    expect(bodies.map((body) => JSON.parse(String(body)).viewCount)).toEqual([1, 2]);
    expect(JSON.parse(String(bodies[1])).content).toBe('text');
  });

  it.each([1, 2, 3, 5, 1000])('in pieces of %i bytes is the same text, though they end within characters', async (bytes) => {
    const content = Buffer.from(CONTENT);
    const paste = opened(content);
    const whole = presentRead({ paste: opened(content), viewCount: 3, content });
    expect(await textOf(presentRead({ paste, viewCount: 3, content: inPieces(content, bytes) }))).toBe(await textOf(whole));
  });

  it('of a large content in one piece is the same JSON, cut within a character or not', async () => {
    const text = `x${'😀'.repeat(CHUNK_BYTES)}`;
    const paste = opened(text);
    expect((await bodyOf({ paste, viewCount: 1, content: paste.beginning })).content === text).toBe(true);
  });
});

describe('the headers of a raw response', () => {
  const HEADER = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
  const ENVELOPE = `${HEADER}..aXYxMjM0NTY3ODkw.Y2lwaGVydGV4dA.dGFn`;

  it.each([
    ['text is text', 'text', {}, 'text/plain; charset=utf-8'],
    ['HTML is text', '<!doctype html><script>alert(1)</script>', {}, 'text/plain; charset=utf-8'],
    ['an envelope of ours is one', ENVELOPE, { isE2ee: true }, 'application/jose'],
    ['what only looks like an envelope is text', ENVELOPE, {}, 'text/plain; charset=utf-8'],
    ["another program's ciphertext is text", 'U2FsdGVkX1', { isE2ee: true }, 'text/plain; charset=utf-8'],
  ])('say that %s', (_, content, fields, type) => {
    expect(rawHeaders(opened(content, fields))).toStrictEqual({ 'Content-Type': type, 'Content-Length': String(content.length) });
  });

  it('give the length in bytes', () => {
    expect(rawHeaders(opened('😀'))).toMatchObject({ 'Content-Length': '4' });
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { deriveReadToken } from '#lib/envelope/envelope-token';
import { fetchReceipt } from './receipt.client';
import { receiptByKey, testLink } from './receipt-by-key';

const PUBLIC_ID = 'a'.repeat(24);
const AT = '2031-01-01T00:00:00.000Z';
const WAITING = { publicId: PUBLIC_ID, state: 'created', createdAt: AT, at: AT };

let asked: { path: string; headers: Record<string, string> }[];
let answers: Response[];

beforeEach(() => {
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ path, headers });
    return answers.shift() ?? Response.json({ error: 'Not Found', code: 'not_found' }, { status: 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('fetchReceipt', () => {
  it('fetchReceipt asks for the receipt with what shows the right to know', async () => {
    answers.push(Response.json(WAITING));
    expect(await fetchReceipt(PUBLIC_ID, { 'X-Service-Manage-Token': 'token' })).toEqual(WAITING);
    expect(asked).toEqual([{ path: `/api/v1/pastes/${PUBLIC_ID}/receipt`, headers: { 'X-Service-Manage-Token': 'token' } }]);
  });

  it('fetchReceipt knows of none where the server says 404', async () => {
    expect(await fetchReceipt(PUBLIC_ID, { 'X-Service-Read-Token': 'token' })).toBeNull();
  });

  it.each([
    [429, { 'Retry-After': '12' }, 12],
    [429, {}, 60],
    [503, { 'Retry-After': '5' }, 5],
    [500, {}, 60],
    // A date, which is as good (RFC 9110 §10.2.3), but depends on this machine's clock.
    [503, { 'Retry-After': 'Sat, 28 Nov 2026 15:00:00 GMT' }, 60],
  ])('fetchReceipt is to ask later where the server says %i (case %#)', async (status, headers, waitSeconds) => {
    answers.push(new Response('', { status, headers: headers as Record<string, string> }));
    const asking = fetchReceipt(PUBLIC_ID, { 'X-Service-Read-Token': 'token' });
    await expect(asking).rejects.toMatchObject({ name: 'ApiError', problem: { status, waitSeconds } });
  });
});

describe('receiptByKey', () => {
  it('receiptByKey proves the key by a token, and never shows the key', async () => {
    const { envelope, key } = await sealPaste({ content: 'x' });
    answers.push(Response.json(WAITING));
    expect(await receiptByKey(PUBLIC_ID, key)).toEqual(WAITING);
    const token = await deriveReadToken(envelope.slice(0, envelope.indexOf('.')), key);
    expect(asked[0]?.headers).toEqual({ 'X-Service-Read-Token': token });
    expect(JSON.stringify(asked)).not.toContain(key);
  });

  it('receiptByKey asks nothing for a key that is none', async () => {
    expect([await receiptByKey(PUBLIC_ID, 'short'), asked]).toEqual([null, []]);
  });
});

describe('testLink', () => {
  const KEY = 'A'.repeat(43);
  const link = (fragment: string, hasPassword = false) => ({ url: `https://paste.example/view/${PUBLIC_ID}${fragment}`, hasPassword });

  it('testLink asks as its maker, then as its reader', async () => {
    answers.push(Response.json(WAITING), Response.json(WAITING));
    expect(await testLink(PUBLIC_ID, 'token', link(`#${KEY}`))).toBe('works');
    expect(asked.map(({ headers }) => Object.keys(headers))).toEqual([['X-Service-Manage-Token'], ['X-Service-Read-Token']]);
  });

  it.each([
    ['is gone', 'gone', link(`#${KEY}`), [{ ...WAITING, state: 'opened' }]],
    ['is not known', 'gone', link(`#${KEY}`), []],
    ['was damaged', 'wrong', link(`#${KEY}`), [WAITING]],
    ['has a key that is none', 'wrong', link('#short'), [WAITING]],
    ['has no key', 'there', link(''), [WAITING]],
    ['needs a password, too', 'there', link(`#${KEY}`, true), [WAITING]],
  ])('testLink of a link that %s says: %s', async (_, expected, made, known) => {
    answers.push(...known.map((receipt) => Response.json(receipt)));
    expect(await testLink(PUBLIC_ID, 'token', made)).toBe(expected);
  });
});

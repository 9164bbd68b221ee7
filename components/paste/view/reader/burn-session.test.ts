import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLAIMED, TOKEN_REFUSED } from '#components/testing/fake-server';
import { type MemoryStorage, memoryStorage } from '#components/testing/memory-storage';
import { PUBLIC_ID, viewedPaste } from '#components/testing/viewed-paste';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { readProofOf } from '#lib/envelope/envelope-token';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { findClaim } from './burn-claim-storage';
import { createBurnSession } from './burn-session';

const CLAIM = /^[\w-]{43}$/;

const burning = (fields: Partial<ViewedPaste> = {}) => viewedPaste({ burnAfterRead: true, ...fields });

interface Sent {
  path: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: unknown;
  keepalive: boolean | undefined;
}

let storage: MemoryStorage;
let sent: Sent[];
let answers: (() => Response)[];

beforeEach(() => {
  storage = memoryStorage();
  sent = [];
  answers = [];
  vi.stubGlobal('window', { sessionStorage: storage });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    sent.push({ path, method: init.method, headers: init.headers as Record<string, string>, body, keepalive: init.keepalive });
    const answer = answers.shift();
    if (!answer) return Response.json(CLAIMED);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const status = (code: number, body: unknown = { error: 'x' }) => answers.push(() => Response.json(body, { status: code }));

describe('a burn session', () => {
  it('a burn session keeps its claim in the tab before it sends it', async () => {
    let keptWhenSent = '';
    answers.push(() => {
      keptWhenSent = storage.text();
      return Response.json(CLAIMED);
    });
    const answer = await createBurnSession(burning()).claim(null);
    expect(answer).toEqual({ kind: 'claimed', claim: expect.stringMatching(CLAIM), title: '' });
    const claim = answer.kind === 'claimed' ? answer.claim : '';
    expect(sent).toMatchObject([{ path: `/api/v1/pastes/${PUBLIC_ID}/claim`, method: 'POST', body: { claim } }]);
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(['Content-Type']);
    expect(keptWhenSent).toContain(claim);
  });

  it('a burn session is told the title by its claim, and does not keep it', async () => {
    status(200, { ...CLAIMED, title: 'notes.txt' });
    expect(await createBurnSession(burning()).claim(null)).toMatchObject({ kind: 'claimed', title: 'notes.txt' });
    expect(storage.text()).not.toContain('notes.txt');
  });

  it('a burn session claims with another secret than any other session', async () => {
    const claims = new Set<unknown>();
    for (let index = 0; index < 20; index++) {
      storage.clear();
      claims.add((await createBurnSession(burning()).claim(null)) as unknown);
    }
    expect(new Set([...claims].map((answer) => JSON.stringify(answer))).size).toBe(20);
  });

  it('a burn session goes on with the claim that a tab has kept through a reload', async () => {
    const first = await createBurnSession(burning()).claim(null);
    expect(await createBurnSession(burning()).claim(null)).toEqual(first);
  });

  it('a burn session claims with the same secret again after a failure', async () => {
    const session = createBurnSession(burning());
    answers.push(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await session.claim(null)).toEqual({ kind: 'failed', problem: 'offline' });
    expect(storage.text()).toMatch(/sealpaste\.claim/);
    await session.claim(null);
    expect(sent[1]?.body).toEqual(sent[0]?.body);
  });

  it.each([
    [429, 'rate-limited', true],
    [500, 'server-error', true],
    [503, 'server-error', true],
    [404, 'gone', false],
    [403, 'server-error', true],
    [410, 'gone', false],
  ])('a burn session with response %i fails as %s, and the claim is kept: %s', async (code, problem, isKept) => {
    status(code);
    expect(await createBurnSession(burning()).claim(null)).toEqual({ kind: 'failed', problem });
    expect(storage.length).toBe(isKept ? 1 : 0);
  });

  it('a burn session acknowledges the text that has arrived, and forgets the claim', async () => {
    const session = createBurnSession(burning());
    await session.claim(null);
    session.finish();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      path: `/api/v1/pastes/${PUBLIC_ID}/acknowledge`,
      method: 'POST',
      body: sent[0]?.body,
      keepalive: true,
    });
    expect(findClaim(PUBLIC_ID, storage)).toBeNull();
  });

  it('a burn session is over also when the last word does not get there', async () => {
    const session = createBurnSession(burning());
    await session.claim(null);
    answers.push(() => {
      throw new TypeError('Failed to fetch');
    });
    session.finish();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(findClaim(PUBLIC_ID, storage)).toBeNull();
  });

  it('a burn session says nothing to the server when nothing was claimed', () => {
    createBurnSession(burning()).finish();
    expect(sent).toEqual([]);
  });

  it('a burn session works where the browser forbids storage', async () => {
    vi.stubGlobal('window', {});
    expect(await createBurnSession(burning()).claim(null)).toMatchObject({ kind: 'claimed' });
  });
});

describe('a proven session', () => {
  async function sealed(password?: string) {
    const { envelope, key } = await sealPaste({ content: 'text' }, password === undefined ? {} : { password });
    const readHeader = envelope.slice(0, envelope.indexOf('.'));
    return { key, paste: burning({ isE2ee: true, isEnvelope: true, needsReadToken: true, readHeader }) };
  }

  const tokens = () => sent.map(({ headers }) => headers['X-Service-Read-Token']);

  it('a proven session sends a token in place of the key', async () => {
    const { key, paste } = await sealed();
    expect(await createBurnSession(paste).claim(key)).toMatchObject({ kind: 'claimed' });
    expect(tokens()).toEqual([expect.stringMatching(CLAIM)]);
    expect(await readProofOf(tokens()[0] ?? '')).toMatch(CLAIM);
    expect(JSON.stringify(sent)).not.toContain(key);
    expect(storage.text()).not.toContain(key);
  });

  it('a proven session sends no token where none is asked for', async () => {
    const { key, paste } = await sealed();
    await createBurnSession({ ...paste, needsReadToken: false }).claim(key);
    expect(tokens()).toEqual([undefined]);
  });

  it('a proven session with another key reports that the key was refused', async () => {
    const { paste } = await sealed();
    status(403, TOKEN_REFUSED);
    expect(await createBurnSession(paste).claim('A'.repeat(43))).toEqual({ kind: 'failed', problem: 'key-refused' });
  });

  it('a proven session asks for the password before anything is sent', async () => {
    const { key, paste } = await sealed('right');
    expect(await createBurnSession(paste).claim(key)).toEqual({ kind: 'password', attempt: 'none' });
    expect(sent).toEqual([]);
  });

  it('a proven session asks for a wrong password again, and sends none', async () => {
    const { key, paste } = await sealed('right');
    status(403, TOKEN_REFUSED);
    const session = createBurnSession(paste);
    expect(await session.claim(key, 'a wrong password')).toEqual({ kind: 'password', attempt: 'wrong' });
    expect(await session.claim(key, 'right')).toMatchObject({ kind: 'claimed' });
    expect(new Set(tokens()).size).toBe(2);
    expect(JSON.stringify(sent)).not.toContain('a wrong password');
    expect(`${JSON.stringify(sent)}${storage.text()}`).not.toMatch(/"right"/);
  });

  it('a proven session sends nothing for a key that is none', async () => {
    const { paste } = await sealed();
    expect(await createBurnSession(paste).claim('short')).toEqual({ kind: 'failed', problem: 'key-malformed' });
    expect(sent).toEqual([]);
  });

  it('a proven session tells who holds the key when somebody opened what is gone', async () => {
    const { key, paste } = await sealed();
    status(404);
    const at = '2031-01-01T00:00:00.000Z';
    status(200, { publicId: PUBLIC_ID, state: 'opened', createdAt: at, at });
    const answer = await createBurnSession(paste).claim(key);
    expect(answer).toEqual({ kind: 'failed', problem: 'gone', openedAt: '2031-01-01T00:00:00.000Z' });
    expect(sent[1]).toMatchObject({ path: `/api/v1/pastes/${PUBLIC_ID}/receipt` });
    expect(tokens()[1]).toBe(tokens()[0]);
  });

  it.each([
    ['it expired', 200, { state: 'expired', at: '2031-01-01T00:00:00.000Z' }],
    ['nothing is known', 404, {}],
    ['the server says nothing', 500, {}],
  ])('a proven session says no more than that it is gone when %s', async (_, code, body) => {
    const { key, paste } = await sealed();
    status(404);
    status(code, body);
    expect(await createBurnSession(paste).claim(key)).toEqual({ kind: 'failed', problem: 'gone' });
  });
});

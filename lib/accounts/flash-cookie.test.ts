/** Tests for whom a flash cookie's content is shown, and for how long. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createFlashCookie, type FlashCookie } from './flash-cookie';
import type { Principal } from './principal';

const SECURITY = { secret: 'a secret that only this test has, of 32 characters', isHttps: true };
const SECONDS = 300;
const ANNA = { userId: 1 } as Principal;
const BERT = { userId: 2 } as Principal;

const keys = createFlashCookie('test-key', SECONDS, SECURITY, z.string());
/** The cookie's value, as a browser sends it back. */
const sealedFor = async (principal: Principal | null) => /=([^;]+);/.exec(await keys.give(principal, 'a key'))?.[1] ?? '';

afterEach(() => vi.useRealTimers());

describe('a flash cookie', () => {
  it.each([
    ['a user', ANNA],
    ['nobody yet signed in', null],
  ])('to %s is theirs, by its value and by a whole header, again and again', async (_, principal) => {
    const sealed = await sealedFor(principal);
    expect(await keys.find(principal, sealed)).toBe('a key');
    expect(await keys.findIn(principal, `theme=dark; ${keys.cookieName}=${sealed}; x=y`)).toBe('a key');
    expect(sealed).not.toContain('a key');
  });

  it.each([
    ['one user', ANNA, BERT],
    ['one user', ANNA, null],
    ['nobody yet signed in', null, BERT],
  ])('to %s is nobody else’s', async (_, given, principal) => {
    expect(await keys.find(principal, await sealedFor(given))).toBeNull();
  });

  it.each([
    ['another name', createFlashCookie('test-token', SECONDS, SECURITY, z.string())],
    ['another secret', createFlashCookie('test-key', SECONDS, { ...SECURITY, secret: SECURITY.secret.toUpperCase() }, z.string())],
    ['another shape', createFlashCookie('test-key', SECONDS, SECURITY, z.object({ secret: z.string() }))],
  ] satisfies [string, FlashCookie<unknown>][])('under one name, secret and shape is nothing under %s', async (_, other) => {
    expect(await other.find(ANNA, await sealedFor(ANNA))).toBeNull();
  });

  it('is seen for its time, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sealed = await sealedFor(ANNA);
    vi.setSystemTime(Date.now() + (SECONDS - 1) * 1_000);
    expect(await keys.find(ANNA, sealed)).toBe('a key');
    // iron-session accepts values for another minute, for clocks that differ.
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await keys.find(ANNA, sealed)).toBeNull();
  });
});

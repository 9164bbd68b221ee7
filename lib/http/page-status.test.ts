import { describe, expect, it } from 'vitest';
import { DatabaseUnavailableError } from '../db/database';
import { failPage, pageStatus, setPageNotFound, withPageStatus } from './page-status';

describe('setPageNotFound', () => {
  it('setPageNotFound reaches its own page, also later and beside other pages', async () => {
    const first = { status: null };
    const second = { status: null };
    await Promise.all([
      withPageStatus(first, async () => {
        await Promise.resolve();
        expect(setPageNotFound()).toBe(true);
      }),
      withPageStatus(second, async () => Promise.resolve()),
    ]);
    expect([first.status, second.status]).toEqual([404, null]);
  });

  it('setPageNotFound says that nobody asks', () => {
    expect(setPageNotFound()).toBe(false);
  });
});

describe('pageStatus', () => {
  it.each([
    [404, 200, 404],
    [404, 303, 303],
    [404, 500, 500],
    [503, 500, 503],
    [503, 200, 200],
    [503, 404, 404],
    [null, 200, 200],
    [null, 500, 500],
  ] as const)('of a page that says %s, where Next says %s, is %s', (status, byNext, sent) => {
    expect(pageStatus({ status }, byNext)).toBe(sent);
  });
});

describe('failPage', () => {
  it.each([
    [new DatabaseUnavailableError('away'), 503],
    [new Error('broken'), null],
  ])('passes on %s, and says status %s', (error, status) => {
    const holder = { status: null };
    expect(() => withPageStatus(holder, () => failPage(error))).toThrow(error);
    expect(holder.status).toBe(status);
  });
});

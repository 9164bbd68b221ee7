import { describe, expect, it } from 'vitest';
import { setPageNotFound, withPageStatus } from './page-status';

describe('setPageNotFound', () => {
  it('setPageNotFound reaches the one who has the page drawn, also later and beside other pages', async () => {
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

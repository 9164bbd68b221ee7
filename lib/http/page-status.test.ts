import { describe, expect, it } from 'vitest';
import { setPageStatus, withPageStatus } from './page-status';

describe('setPageStatus', () => {
  it('setPageStatus reaches the one who has the page drawn, also later and beside other pages', async () => {
    const first = { status: null };
    const second = { status: null };
    await Promise.all([
      withPageStatus(first, async () => {
        await Promise.resolve();
        expect(setPageStatus(404)).toBe(true);
      }),
      withPageStatus(second, async () => Promise.resolve()),
    ]);
    expect([first.status, second.status]).toEqual([404, null]);
  });

  it('setPageStatus says that nobody asks', () => {
    expect(setPageStatus(404)).toBe(false);
  });
});

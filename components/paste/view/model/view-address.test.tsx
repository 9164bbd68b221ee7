import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, openFragment, readFragment, shareLink, showLines } from './view-address';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RLx4';
const PATH = `/view/${'a'.repeat(24)}?raw`;
const SEALED = { isE2ee: true, burnAfterRead: false };
const BURNING = { isE2ee: true, burnAfterRead: true };
const PLAIN = { isE2ee: false, burnAfterRead: false };

/** Opens a link in a new entry of the history. */
const open = (fragment: string) => history.pushState(null, '', `${PATH}${fragment}`);
const shown = () => `${location.pathname}${location.search}${location.hash}`;

beforeEach(() => open(''));

describe('readFragment', () => {
  it.each([
    [`#${KEY}`, null],
    [`#${KEY}&L3-L9`, { first: 3, last: 9 }],
    [`#L3&${KEY}`, { first: 3, last: 3 }],
  ])('readFragment leaves the key of a paste that stays in the address: %s', (fragment, lines) => {
    open(fragment);
    const replace = vi.spyOn(history, 'replaceState');
    expect(readFragment(SEALED)).toEqual({ key: KEY, lines });
    expect(shown()).toBe(`${PATH}${fragment}`);
    expect(history.state).toBeNull();
    expect(replace).not.toHaveBeenCalled();
    replace.mockRestore();
  });

  it.each([
    [`#${KEY}`, '', null],
    [`#${KEY}&L3-L9`, '#L3-L9', { first: 3, last: 9 }],
    [`#L3&${KEY}`, '#L3', { first: 3, last: 3 }],
  ])('readFragment takes a burn key out of the address: %s leaves %j', (fragment, left, lines) => {
    open(fragment);
    expect(readFragment(BURNING)).toEqual({ key: KEY, lines });
    expect(shown()).toBe(`${PATH}${left}`);
    expect(location.href).not.toContain(KEY);
  });

  it('readFragment finds a burn key again after a reload, in this history entry only', () => {
    open(`#${KEY}`);
    const entries = history.length;
    readFragment(BURNING);
    expect(readFragment(BURNING)).toEqual({ key: KEY, lines: null });
    expect(history.length).toBe(entries);
    open('');
    expect(readFragment(BURNING)).toEqual({ key: null, lines: null });
  });

  it('readFragment prefers the key in the address to the one that was kept', () => {
    const other = `B${KEY.slice(1)}`;
    open(`#${KEY}`);
    readFragment(BURNING);
    location.hash = other;
    expect(readFragment(BURNING).key).toBe(other);
    expect(readFragment(BURNING).key).toBe(other);
  });

  it('readFragment keeps what others have in the entry, and marks it for the router', () => {
    history.replaceState({ theirs: 1 }, '', `${PATH}#${KEY}`);
    readFragment(BURNING);
    expect(history.state).toMatchObject({ theirs: 1, __NA: true });
  });

  it('readFragment takes nothing out of the address of a paste that has no key', () => {
    open('#anything');
    expect(readFragment(PLAIN)).toEqual({ key: null, lines: null });
    expect(shown()).toBe(`${PATH}#anything`);
    open('#L3');
    expect(readFragment(PLAIN)).toEqual({ key: null, lines: { first: 3, last: 3 } });
  });

  it.each([5, null, {}, { sealpasteKey: 5 }])('readFragment takes an entry of another program for one without key (case %#)', (state) => {
    history.replaceState(state, '', PATH);
    expect(readFragment(SEALED).key).toBeNull();
  });
});

describe('leaveNothing', () => {
  it('leaveNothing keeps the entry as it is, without the key, and ends with the page', () => {
    history.replaceState({ theirs: 1 }, '', `${PATH}#${KEY}&L3`);
    readFragment(BURNING);
    const entries = history.length;
    const end = vi.fn();
    leaveNothing(end);
    expect([history.state, shown(), history.length]).toEqual([{ theirs: 1, __NA: true }, `${PATH}#L3`, entries]);
    expect(readFragment(BURNING).key).toBeNull();
    expect(end).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('pagehide'));
    expect(end).toHaveBeenCalledOnce();
  });
});

describe('showLines', () => {
  it('showLines adds lines after the key of a lasting paste without the history API', () => {
    open(`#${KEY}`);
    const entries = history.length;
    const replace = vi.spyOn(history, 'replaceState');
    showLines(SEALED, KEY, { first: 2, last: 4 });
    expect([shown(), history.length]).toEqual([`${PATH}#${KEY}&L2-L4`, entries]);
    showLines(SEALED, KEY, null);
    expect(shown()).toBe(`${PATH}#${KEY}`);
    expect(replace).not.toHaveBeenCalled();
    replace.mockRestore();
  });

  it('showLines writes the lines of a paste that burns, and never its key', () => {
    open(`#${KEY}`);
    readFragment(BURNING);
    const entries = history.length;
    showLines(BURNING, KEY, { first: 2, last: 4 });
    expect([shown(), history.length]).toEqual([`${PATH}#L2-L4`, entries]);
    showLines(BURNING, KEY, null);
    expect(shown()).toBe(PATH);
    expect(readFragment(BURNING).key).toBe(KEY);
  });

  it('showLines writes the lines of a paste without key, in the same entry', () => {
    const entries = history.length;
    showLines(PLAIN, null, { first: 2, last: 2 });
    expect([shown(), history.length]).toEqual([`${PATH}#L2`, entries]);
  });
});

describe('openFragment', () => {
  it('openFragment replaces the entry', () => {
    const entries = history.length;
    openFragment({ key: KEY, lines: null });
    expect([shown(), history.length]).toEqual([`${PATH}#${KEY}`, entries]);
  });
});

describe('shareLink', () => {
  it('shareLink has the origin, the key and the lines', () => {
    const link = shareLink('b'.repeat(24), { key: KEY, lines: { first: 1, last: 2 } });
    expect(link).toBe(`${location.origin}/view/${'b'.repeat(24)}#${KEY}&L1-L2`);
    expect(shareLink('b'.repeat(24), { key: null, lines: null })).toBe(`${location.origin}/view/${'b'.repeat(24)}`);
  });
});

// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { shareLink, showLines, takeFragment } from './view.address';

const KEY = 'm2OIJiffvcK74Zrvt882sumj6YXVx5blCLG9vw_RLx4';
const PATH = `/view/${'a'.repeat(24)}?raw`;

/** Opens a link in a new entry of the history. */
const open = (fragment: string) => history.pushState(null, '', `${PATH}${fragment}`);
const shown = () => `${location.pathname}${location.search}${location.hash}`;

beforeEach(() => open(''));

describe('takeFragment', () => {
  it.each([
    [`#${KEY}`, '', null],
    [`#${KEY}&L3-L9`, '#L3-L9', { first: 3, last: 9 }],
    [`#L3&${KEY}`, '#L3', { first: 3, last: 3 }],
  ])('takeFragment takes the key of %s out of the address, and leaves %j', (fragment, left, lines) => {
    open(fragment);
    expect(takeFragment(true)).toEqual({ key: KEY, lines });
    expect(shown()).toBe(`${PATH}${left}`);
    expect(location.href).not.toContain(KEY);
  });

  it('takeFragment finds the key again after a reload of this entry, and in no other', () => {
    open(`#${KEY}`);
    const entries = history.length;
    takeFragment(true);
    expect(takeFragment(true)).toEqual({ key: KEY, lines: null });
    expect(history.length).toBe(entries);
    open('');
    expect(takeFragment(true)).toEqual({ key: null, lines: null });
  });

  it('takeFragment prefers the key in the address to the one that was kept', () => {
    const other = `B${KEY.slice(1)}`;
    open(`#${KEY}`);
    takeFragment(true);
    location.hash = other;
    expect(takeFragment(true).key).toBe(other);
    expect(takeFragment(true).key).toBe(other);
  });

  it('takeFragment keeps what others have in the entry, and marks it for the router', () => {
    history.replaceState({ theirs: 1 }, '', `${PATH}#${KEY}`);
    takeFragment(true);
    expect(history.state).toMatchObject({ theirs: 1, __NA: true });
  });

  it('takeFragment takes nothing out of the address of a paste that has no key', () => {
    open('#anything');
    expect(takeFragment(false)).toEqual({ key: null, lines: null });
    expect(shown()).toBe(`${PATH}#anything`);
    open('#L3');
    expect(takeFragment(false)).toEqual({ key: null, lines: { first: 3, last: 3 } });
  });

  it.each([5, null, {}, { sealpasteKey: 5 }])('takeFragment takes an entry of another program for one without key (case %#)', (state) => {
    history.replaceState(state, '', PATH);
    expect(takeFragment(true).key).toBeNull();
  });
});

describe('showLines', () => {
  it('showLines writes the lines into the address, and never the key', () => {
    open(`#${KEY}`);
    takeFragment(true);
    const entries = history.length;
    showLines(KEY, { first: 2, last: 4 });
    expect([shown(), history.length]).toEqual([`${PATH}#L2-L4`, entries]);
    showLines(KEY, null);
    expect(shown()).toBe(PATH);
    expect(takeFragment(true).key).toBe(KEY);
  });
});

describe('shareLink', () => {
  it('shareLink has the origin, the key and the lines', () => {
    const link = shareLink('b'.repeat(24), { key: KEY, lines: { first: 1, last: 2 } });
    expect(link).toBe(`${location.origin}/view/${'b'.repeat(24)}#${KEY}&L1-L2`);
    expect(shareLink('b'.repeat(24), { key: null, lines: null })).toBe(`${location.origin}/view/${'b'.repeat(24)}`);
  });
});

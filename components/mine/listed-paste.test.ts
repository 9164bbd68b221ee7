import { describe, expect, it } from 'vitest';
import { type ListedPaste, listPastes, type OwnPaste, orderPastes, type SortColumn } from './listed-paste';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(days * DAY_MS).toISOString();

const paste = (publicId: string, fields: Partial<OwnPaste>): ListedPaste => {
  const own: OwnPaste = {
    publicId,
    title: '',
    syntax: 'plaintext',
    isE2ee: false,
    burnAfterRead: false,
    viewCount: 0,
    contentBytes: 0,
    createdAt: inDays(0),
    expiresAt: null,
    ...fields,
  };
  return { ...own, own };
};

const PASTES = [
  paste('a', { title: 'log 10', syntax: 'rust', viewCount: 2, contentBytes: 30, createdAt: inDays(-1), expiresAt: inDays(30) }),
  paste('b', { title: 'log 9', syntax: 'css', viewCount: 9, contentBytes: 4, createdAt: inDays(-3), isE2ee: true }),
  paste('c', {
    title: 'Abc',
    syntax: 'java',
    viewCount: 1,
    contentBytes: 100,
    createdAt: inDays(-2),
    expiresAt: inDays(7),
    burnAfterRead: true,
  }),
];

const ids = (pastes: readonly ListedPaste[]) => pastes.map(({ publicId }) => publicId).join('');

it('a name given in this browser stands for the title that the account has', () => {
  const own = paste('d', { title: 'Of the account' }).own as OwnPaste;
  const here = { ...own, manageToken: null, maxReads: null, ended: null, label: 'Mine' };
  const list = (text: string) => listPastes({ pastes: [own], q: '', page: 1 }, [here], text);
  for (const text of ['', 'mine', 'account']) expect(list(text).map(({ title }) => title)).toEqual(['Mine']);
  expect(list('other')).toEqual([]);
});

describe('orderPastes', () => {
  it.each<[SortColumn, string]>([
    ['title', 'cba'],
    ['language', 'bca'],
    ['size', 'bac'],
    ['views', 'cab'],
    ['created', 'bca'],
    ['expires', 'cab'],
  ])('orderPastes sorts by %s, either way', (column, ascending) => {
    expect(ids(orderPastes(PASTES, { column, isAscending: true }))).toBe(ascending);
    expect(ids(orderPastes(PASTES, { column, isAscending: false }))).toBe([...ascending].reverse().join(''));
  });
});

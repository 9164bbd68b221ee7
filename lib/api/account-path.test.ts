import { describe, expect, it } from 'vitest';
import { accountPath, parseNotice, parsePage } from './account-path';

describe('accountPath', () => {
  it.each([
    [accountPath('pastes'), '/mine'],
    [accountPath('settings', { notice: 'key-gone' }), '/account/settings?notice=key-gone'],
    [accountPath('pastes', { q: 'a&b=c d', page: '2' }), '/mine?q=a%26b%3Dc+d&page=2'],
    [accountPath('pastes', { q: '', page: undefined }), '/mine'],
  ])('accountPath leads to %s', (path, expected) => {
    expect(path).toBe(expected);
  });
});

describe('parseNotice', () => {
  it('parseNotice knows the notices there are, and takes anything else for none', () => {
    expect(parseNotice('deleted')).toBe('deleted');
    for (const value of [undefined, '', 'Deleted', 'constructor', ['deleted'], '<script>']) expect(parseNotice(value)).toBeNull();
  });
});

describe('parsePage', () => {
  it.each([
    ['1', 1],
    ['50000', 50_000],
    ['50001', 50_000],
    ['999999', 50_000],
    ['1000000', 1],
    ['0', 1],
    ['-1', 1],
    ['01', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
    [undefined, 1],
    [['2'], 1],
  ])('parsePage reads %j as page %i', (value, page) => {
    expect(parsePage(value)).toBe(page);
  });
});

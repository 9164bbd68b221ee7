import { describe, expect, it } from 'vitest';
import { archiveFileNames, cleanFileName, distinctFileNames, unpackedFileName } from './envelope-names';

describe('the name of a file', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['/', 'file'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['C:a.txt', 'C_a.txt'],
    ['aux', '_aux'],
    ['COM1.tar.gz', '_COM1.tar.gz'],
    ['con .txt', '_con .txt'],
    ['concert.txt', 'concert.txt'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\u2067a\u2069', 'a'],
    ['a\u0000\u001b[31m.txt', 'a[31m.txt'],
    ['\ud800.txt', '.txt'],
    [' . ', 'file'],
    ['...', 'file'],
    ['.env', '.env'],
    ['a  b\u00a0c', 'a b c'],
    ['שלום.png', 'שלום.png'],
  ])('%j becomes %j', (given, cleaned) => {
    expect(cleanFileName(given)).toBe(cleaned);
    expect(cleanFileName(cleaned)).toBe(cleaned);
  });

  it('is cut to what file systems take, and keeps its ending', () => {
    const cut = cleanFileName(`${'漢'.repeat(400)}.tar`);
    expect(new TextEncoder().encode(cut).length).toBeLessThanOrEqual(200);
    expect(cut).toMatch(/^漢+\.tar$/);
    expect(cleanFileName('a'.repeat(10_000_000))).toHaveLength(200);
  });
});

it('names of one paste differ, in upper and lower case as well', () => {
  const names = ['a.txt', 'A.TXT', 'a.txt', 'a (2).txt', 'x', 'X', '', ''];
  expect(distinctFileNames(names)).toEqual(['a.txt', 'A (2).TXT', 'a (3).txt', 'a (2) (2).txt', 'x', 'X (2)', 'file', 'file (2)']);
});

it.each([
  ['../../etc/passwd', 'passwd'],
  ['.bashrc', 'bashrc'],
  ['-.-', 'file'],
  ['\u200b--help.txt', 'help.txt'],
  ['.nul.txt', '_nul.txt'],
])('a file of the client with the name %j becomes %j', (name, cleaned) => {
  expect(unpackedFileName(name)).toBe(cleaned);
  expect(unpackedFileName(cleaned)).toBe(cleaned);
});

it('names in an archive begin with no dot and no dash, and still differ', () => {
  const names = ['.env', 'env', '-rf', '--.-x', '../.ssh/.config', '.con', '...', '-', 'a-b.c', '\u2212minus'];
  expect(archiveFileNames(names)).toEqual(['env', 'env (2)', 'rf', 'x', 'config', '_con', 'file', 'file (2)', 'a-b.c', '\u2212minus']);
});

import * as fs from 'node:fs';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileExistsError, placeFile, replaceFile } from './place-file';

vi.mock('node:fs', { spy: true });

let folder: string;
let partial: string;
let target: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-place-'));
  partial = join(folder, 'backup.partial');
  target = join(folder, 'backup');
  writeFileSync(partial, 'new');
});

afterEach(() => {
  vi.mocked(fs.linkSync).mockReset();
  vi.mocked(fs.fsyncSync).mockClear();
  rmSync(folder, { recursive: true });
});

/** Simulates a file system on which links fail with this code. */
function failLinks(code: string): void {
  vi.mocked(fs.linkSync).mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

describe('placeFile', () => {
  it('placeFile gives the file its name, and nothing else is left', () => {
    placeFile(partial, target);
    expect([readdirSync(folder), readFileSync(target, 'utf8')]).toEqual([['backup'], 'new']);
  });

  it('placeFile never overwrites: both files stay as they are', () => {
    writeFileSync(target, 'old');
    expect(() => placeFile(partial, target)).toThrow(FileExistsError);
    expect([readFileSync(target, 'utf8'), readFileSync(partial, 'utf8')]).toEqual(['old', 'new']);
  });

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP'])('placeFile renames where the file system has no links (%s)', (code) => {
    failLinks(code);
    placeFile(partial, target);
    expect([readdirSync(folder), readFileSync(target, 'utf8')]).toEqual([['backup'], 'new']);
  });

  it('placeFile overwrites nothing there either', () => {
    failLinks('EPERM');
    writeFileSync(target, 'old');
    expect(() => placeFile(partial, target)).toThrow(FileExistsError);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('placeFile passes on whatever else goes wrong, and leaves the partial file', () => {
    failLinks('EIO');
    expect(() => placeFile(partial, target)).toThrow('EIO');
    expect([existsSync(target), existsSync(partial)]).toEqual([false, true]);
  });

  it('placeFile puts the content on the disk before the name, and then the name', () => {
    const order: string[] = [];
    vi.mocked(fs.fsyncSync).mockImplementation(() => void order.push(existsSync(target) ? 'named' : 'partial'));
    placeFile(partial, target);
    vi.mocked(fs.fsyncSync).mockReset();
    expect(order).toEqual(['partial', 'named']);
  });
});

describe('replaceFile', () => {
  it('replaceFile takes the place of what had the name', () => {
    writeFileSync(target, 'old');
    replaceFile(partial, target);
    expect([readdirSync(folder), readFileSync(target, 'utf8')]).toEqual([['backup'], 'new']);
  });

  it('replaceFile leaves what had the name when there is nothing to replace it', () => {
    writeFileSync(target, 'old');
    rmSync(partial);
    expect(() => replaceFile(partial, target)).toThrow('ENOENT');
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  it('replaceFile puts the content on the disk before the name, and then the name', () => {
    writeFileSync(target, 'old');
    const order: string[] = [];
    vi.mocked(fs.fsyncSync).mockImplementation(() => void order.push(readFileSync(target, 'utf8')));
    replaceFile(partial, target);
    vi.mocked(fs.fsyncSync).mockReset();
    expect(order).toEqual(['old', 'new']);
  });
});

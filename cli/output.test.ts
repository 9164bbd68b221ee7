import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from './output';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealpaste-out-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = new TextEncoder().encode('text');

describe('a result', () => {
  it('goes into a folder under its title and overwrites nothing', async () => {
    writeFileSync(join(folder, 'notes.md'), 'mine');
    await expect(writeFiles(folder, [{ name: 'notes.md', bytes }])).rejects.toThrow(/exists already/);
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe('mine');
    expect(await writeFiles(`${folder}/`, [{ name: 'new.md', bytes }])).toEqual([join(folder, 'new.md')]);
  });

  it('goes to the named file, and creates no folder', async () => {
    await writeFiles(join(folder, 'a'), [{ name: 'title', bytes }]);
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe('text');
    mkdirSync(join(folder, 'empty'));
    await expect(writeFiles(join(folder, 'empty/none/a'), [{ name: 'title', bytes }])).rejects.toThrow(/in a folder that does not exist/);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it('several files are written into the folder under names that stay in it', async () => {
    const named = (name: string) => ({ name, bytes });
    const written = await writeFiles(folder, [named('a.txt'), named('../../b'), named('.profile')]);
    expect(written).toEqual(['a.txt', 'b', 'profile'].map((name) => join(folder, name)));
    expect(readdirSync(folder).sort()).toEqual(['a.txt', 'b', 'profile']);
  });

  it('of several files is not there at all when one of them is there already', async () => {
    writeFileSync(join(folder, 'b'), 'mine');
    const files = ['a', 'b', 'c'].map((name) => ({ name, bytes }));
    await expect(writeFiles(folder, files)).rejects.toThrow(/b exists already/);
    expect(readdirSync(folder)).toEqual(['b']);
    expect(readFileSync(join(folder, 'b'), 'utf8')).toBe('mine');
  });

  it('follows no link that lies in the folder', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'a'));
    await expect(writeFiles(folder, [{ name: 'a', bytes }])).rejects.toThrow(/exists already/);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('that a full disk does not take is an error', async () => {
    await expect(writeFiles('/dev/full', [{ name: 'title', bytes }])).rejects.toThrow(/full disk/);
  });
});

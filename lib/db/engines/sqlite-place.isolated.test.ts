/** Where a SQLite database may lie. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { openSqlite } from './sqlite-database';

vi.mock('node:fs', { spy: true });

afterEach(() => vi.mocked(fs.statfsSync).mockReset());

it.each([
  ['NFS', 0x6969],
  ['SMB', 0x517b],
  ['CIFS', 0xff534d42],
  ['SMB2', 0xfe534d42],
  ['Ceph', 0x00c36400],
  ['9P', 0x01021997],
  ['AFS', 0x5346414f],
])('a database on %s is refused by that name, and no file is made', async (name, type) => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'sealpaste-place-'));
  vi.mocked(fs.statfsSync).mockReturnValue({ ...fs.statfsSync(folder), type });
  await expect(openSqlite({ file: join(folder, 'database.db'), rootDir: process.cwd(), migrates: true })).rejects.toThrow(
    `is on ${name}, where`,
  );
  expect(fs.readdirSync(folder)).toEqual([]);
  fs.rmSync(folder, { recursive: true });
});

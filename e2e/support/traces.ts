/** Where a secret that a program has been given could be left. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client';

export const processIds = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid));

/** @returns nothing of a process that has ended */
export function ofProcess(pid: string, file: 'cmdline' | 'environ'): Buffer {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return Buffer.alloc(0);
  }
}

/** All bytes of the files in the client's folders. */
export function filesBelow({ folder, home }: Pick<Client, 'folder' | 'home'>): Buffer {
  const files = [folder, home].flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return Buffer.concat(files.map((file) => readFileSync(file)));
}

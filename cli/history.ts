/**
 * The pastes made on this machine: ids, titles, manage and release tokens, for `rm`, `extend`, `receipt` and `ls`. Never a
 * key, a password or content.
 *
 * One JSON line per event, only appended, so that several processes may write at once. Later lines override fields of
 * earlier ones. Damaged lines are skipped.
 */

import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { orNull } from '../lib/encoding/or-null.rules';
import { type Environment, historyFile, makePrivateFolder } from './places';

export interface HistoryEntry {
  url: string;
  id: string;
  title?: string;
  manageToken?: string;
  /** The sender's right to release readers. */
  releaseToken?: string;
  /** ISO 8601, by the server's clock. */
  createdAt?: string;
  /** The same moment by this machine's clock; absent when both agree. */
  localAt?: string;
  /** ISO 8601; null: never. */
  expiresAt?: string | null;
  burnAfterRead?: boolean;
  /** Whom it is for (--to). */
  label?: string;
  isDeleted?: true;
}

/** No other field of an object gets into the file. */
const FIELDS = 'url id isDeleted title manageToken releaseToken createdAt localAt expiresAt burnAfterRead label'.split(' ');

/** @throws errors of the file system */
export function remember(entry: HistoryEntry, env: Environment): void {
  const path = historyFile(env);
  makePrivateFolder(dirname(path));
  appendFileSync(path, `${JSON.stringify(entry, FIELDS)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}

/** @returns the oldest first, without deleted pastes; empty when there is no file */
export function recall(env: Environment): HistoryEntry[] {
  const found = new Map<string, HistoryEntry>();
  for (const line of read(historyFile(env)).split('\n')) {
    const entry = parse(line);
    if (!entry) continue;
    const name = `${entry.url} ${entry.id}`;
    if (entry.isDeleted) found.delete(name);
    else found.set(name, { ...found.get(name), ...entry });
  }
  return [...found.values()];
}

export function findInHistory({ baseUrl, publicId }: { baseUrl: string; publicId: string }, env: Environment): HistoryEntry | undefined {
  return recall(env).find(({ url, id }) => url === baseUrl && id === publicId);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parse(line: string): HistoryEntry | null {
  const entry = orNull(() => JSON.parse(line) as HistoryEntry | null);
  return typeof entry?.id === 'string' && typeof entry.url === 'string' ? entry : null;
}

import { readFileSync } from 'node:fs';
import { orNull } from '../encoding/or-null.rules';

/** Open files of a process besides its connections: database, log, files of the build, connections to other servers. */
const BESIDES_CONNECTIONS = 200;

/** How many files and connections this process may have open; null where the system doesn't say. @param limits as of /proc/self/limits */
export function openFilesLimit(limits: string | null = readLimits()): number | null {
  const [, soft] = /^Max open files\s+(\d+)\s/m.exec(limits ?? '') ?? [];
  return soft === undefined ? null : Number(soft);
}

/**
 * A sentence for the operator when the limit of open files is too low. Beyond the limit the system closes connections
 * before this process sees them (EMFILE), so only a check at the start can tell.
 */
export function openFilesProblem(maxConnections: number, limit: number | null): string | null {
  const needed = maxConnections + BESIDES_CONNECTIONS;
  if (limit === null || limit >= needed) return null;
  return `this process may have ${limit} files open, and HTTP_MAX_CONNECTIONS=${maxConnections} needs ${needed}: beyond it connections are closed without a word (EMFILE). Raise LimitNOFILE or ulimit -n, or lower HTTP_MAX_CONNECTIONS`;
}

const readLimits = () => orNull(() => readFileSync('/proc/self/limits', 'utf8'));

/** A path's segments: fixed ones win over parameters, and those over the rest. */
import { orNull } from '../encoding/or-null.rules';

interface Node<Entry> {
  fixed: Map<string, Node<Entry>>;
  parameter: Node<Entry> | null;
  here: Leaf<Entry> | null;
  rest: Leaf<Entry> | null;
}

interface Leaf<Entry> {
  entry: Entry;
  /** Names of its parameters, in the order of the path. */
  names: readonly string[];
}

export interface Match<Entry> {
  entry: Entry;
  params: Record<string, string>;
}

/**
 * Finds the entry of a path. Segments are compared, and become parameters, percent-decoded. Our server lets one spelling of
 * a path through (server/request-target.ts); another host may not, and no spelling avoids an entry.
 * @param entries each with its path, in which `:name` is one segment and `*` the rest
 */
export function createRouter<Entry extends { path: string }>(entries: readonly Entry[]): (path: string) => Match<Entry> | null {
  const root = node<Entry>();
  for (const entry of entries) insert(root, entry);
  return (path) => {
    const parts = decode(path);
    return parts && find(root, parts, 1, []);
  };
}

const node = <Entry>(): Node<Entry> => ({ fixed: new Map(), parameter: null, here: null, rest: null });

function insert<Entry extends { path: string }>(root: Node<Entry>, entry: Entry): void {
  const names: string[] = [];
  let current = root;
  for (const segment of entry.path.split('/').slice(1)) {
    if (segment === '*') {
      current.rest = { entry, names };
      return;
    }
    if (segment.startsWith(':')) {
      names.push(segment.slice(1));
      current = current.parameter ??= node();
    } else {
      const next = current.fixed.get(segment) ?? node();
      current.fixed.set(segment, next);
      current = next;
    }
  }
  current.here = { entry, names };
}

/** @param values of the parameters before `index` */
function find<Entry>(at: Node<Entry>, parts: readonly string[], index: number, values: readonly string[]): Match<Entry> | null {
  const part = parts[index];
  if (part === undefined) return at.here && { entry: at.here.entry, params: named(at.here.names, values) };
  const fixed = at.fixed.get(part);
  const found =
    (fixed && find(fixed, parts, index + 1, values)) ??
    (at.parameter && part !== '' ? find(at.parameter, parts, index + 1, [...values, part]) : null);
  return found ?? (at.rest && { entry: at.rest.entry, params: named(at.rest.names, values) });
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let index = 0; index < names.length; index += 1) params[names[index] as string] = values[index] as string;
  return params;
}

/** @returns all segments, with the empty one before the first slash; null when one can't be decoded */
function decode(path: string): string[] | null {
  const parts = path.split('/');
  return path.includes('%') ? orNull(() => parts.map(decodeURIComponent)) : parts;
}

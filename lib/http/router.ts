/** Finds what responds at a path. */
import { orNull } from '../encoding/or-null.rules';

/** The paths that begin alike. A request's segment that is called `:` or `*` meets no other path by that. */
interface Node<Entry> {
  /** The nodes behind the next segment: a fixed one, `:` for a parameter, `*` for the rest. */
  next: Map<string, Node<Entry>>;
  /** The entry of the path that ends here, and its parameters: the number of the segment, and the name. */
  here?: { entry: Entry; parameters: readonly [number, string][] };
}

export interface Match<Entry> {
  entry: Entry;
  params: Record<string, string>;
}

/**
 * Finds the entry of a path: fixed segments win over parameters, and those over the rest. Segments are compared, and become
 * parameters, percent-decoded. Our server lets one spelling of a path through (server/request-target.ts); another host may not,
 * and no spelling avoids an entry.
 * @param entries each with its path, in which `:name` is one segment and `*` the rest
 */
export function createRouter<Entry extends { path: string }>(entries: readonly Entry[]): (path: string) => Match<Entry> | null {
  const root: Node<Entry> = { next: new Map() };
  for (const entry of entries) {
    const segments = entry.path.split('/');
    let node = root;
    for (const segment of segments.slice(1)) {
      const key = segment.startsWith(':') ? ':' : segment;
      if (!node.next.has(key)) node.next.set(key, { next: new Map() });
      node = node.next.get(key) as Node<Entry>;
    }
    node.here = { entry, parameters: segments.flatMap((segment, index) => (segment.startsWith(':') ? [[index, segment.slice(1)]] : [])) };
  }
  return (path) => {
    const parts = decode(path);
    const found = parts && find(root, parts, 1);
    if (!found) return null;
    const params: Record<string, string> = {};
    for (const [index, name] of found.parameters) params[name] = parts[index] as string;
    return { entry: found.entry, params };
  };
}

function find<Entry>(at: Node<Entry> | undefined, parts: readonly string[], index: number): Node<Entry>['here'] {
  const part = parts[index];
  if (!at || part === undefined) return at?.here;
  const found = find(at.next.get(part), parts, index + 1) ?? (part === '' ? undefined : find(at.next.get(':'), parts, index + 1));
  return found ?? at.next.get('*')?.here;
}

/** @returns all segments, with the empty one before the first slash; null when one can't be decoded */
function decode(path: string): string[] | null {
  const parts = path.split('/');
  return path.includes('%') ? orNull(() => parts.map(decodeURIComponent)) : parts;
}

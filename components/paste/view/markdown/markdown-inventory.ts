/** The parts of a Markdown text that others refer to, found in one walk that also checks the limits. */
import type * as Mdast from 'mdast';
import { MARKDOWN_MAX_DEPTH, MARKDOWN_MAX_NODES } from './markdown-limits';

export interface Inventory {
  headings: Mdast.Heading[];
  definitions: Map<string, Mdast.Definition>;
  notes: Map<string, Mdast.FootnoteDefinition>;
  /** The numbers of the headings by GitHub's names for them, without `#`. */
  names: Map<string, number>;
}

/** @throws an error for a text beyond the limits of nodes and of depth */
export function inventory(root: Mdast.Root): Inventory {
  const found: Inventory = { headings: [], definitions: new Map(), notes: new Map(), names: new Map() };
  let count = 0;
  // A loop instead of recursion, because the depth is not yet checked.
  const open: { node: Mdast.Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (++count > MARKDOWN_MAX_NODES || depth > MARKDOWN_MAX_DEPTH) throw new Error('expected a smaller text');
    if (node.type === 'heading') found.headings.push(node);
    // The first of two definitions with one name counts (CommonMark §4.7).
    else if (node.type === 'definition' && !found.definitions.has(node.identifier)) found.definitions.set(node.identifier, node);
    else if (node.type === 'footnoteDefinition' && !found.notes.has(node.identifier)) found.notes.set(node.identifier, node);
    // Reversed, because `pop` takes the last.
    if ('children' in node) for (const child of node.children.toReversed()) open.push({ node: child, depth: depth + 1 });
  }
  nameHeadings(found);
  return found;
}

/** @returns the number of the heading that `#name` leads to */
export function headingOf({ names }: Inventory, address: string): number | null {
  if (!address.startsWith('#')) return null;
  try {
    return names.get(decodeURIComponent(address.slice(1)).toLowerCase()) ?? null;
  } catch {
    return null;
  }
}

export function plainText(node: Mdast.Nodes): string {
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  return 'children' in node ? node.children.map(plainText).join('') : '';
}

/** Names headings like GitHub: without punctuation, spaces as `-`, repeated names numbered. */
function nameHeadings({ headings, names }: Inventory): void {
  const times = new Map<string, number>();
  for (const [index, heading] of headings.entries()) {
    const name = plainText(heading)
      .toLowerCase()
      .trim()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = times.get(name) ?? 0;
    times.set(name, before + 1);
    const unique = before === 0 ? name : `${name}-${before}`;
    if (!names.has(unique)) names.set(unique, index + 1);
  }
}

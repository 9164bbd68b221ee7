/**
 * Parses Markdown (CommonMark 0.31 with GitHub's tables, task lists, strikethrough, links and footnotes) to the nodes that
 * the page renders.
 *
 * Guarantees: the result has only nodes of `MarkdownTree`; anything else becomes text. Every address in it has passed
 * `followedAddress`. The elements and texts that the page makes of it stay within the limits.
 * Doesn't limit its time: hostile texts take minutes. Runs in a worker that the page ends.
 */
import type * as Mdast from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { followedAddress, pictureAddress, pictureName } from './markdown-addresses';
import { headingOf, type Inventory, inventory, plainText } from './markdown-inventory';
import { checkSize } from './markdown-size';
import type { Block, Inline, ListItem, MarkdownTree, Note, Picture } from './markdown-tree';

/** The form of a language's name that the highlighter may know. */
const LANGUAGE = /^[\p{L}\p{M}\p{N}+#._-]{1,32}$/u;

/** @throws an error beyond the limits of nodes, of depth and of characters */
export function parseMarkdown(text: string): MarkdownTree {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const known = inventory(root);
  const converter = createConverter(known);
  const rendered = root.children.flatMap((node) => converter.block(node).map((block) => ({ block, line: node.position?.start.line ?? 1 })));
  const tree = {
    blocks: rendered.map(({ block }) => block),
    lines: rendered.map(({ line }) => line),
    notes: converter.notes(),
    headings: known.headings.map((heading) => ({ depth: heading.depth, text: plainText(heading) })),
  };
  checkSize(tree);
  return tree;
}

function createConverter(known: Inventory) {
  /** The number and the count of mentions of each mentioned footnote. */
  const order = new Map<string, { number: number; mentions: number }>();
  const names = new Map<string, string>();

  function blocks(nodes: readonly Mdast.Nodes[]): Block[] {
    return nodes.flatMap(block);
  }

  function inlines(nodes: readonly Mdast.Nodes[]): Inline[] {
    return nodes.flatMap(inline);
  }

  function block(node: Mdast.Nodes): Block[] {
    switch (node.type) {
      case 'paragraph':
        return [{ kind: 'paragraph', children: inlines(node.children) }];
      case 'heading':
        return [{ kind: 'heading', depth: node.depth, number: known.headings.indexOf(node) + 1, children: inlines(node.children) }];
      case 'blockquote':
        return [{ kind: 'quote', children: blocks(node.children) }];
      case 'list':
        return [{ kind: 'list', first: node.ordered ? (node.start ?? 1) : null, isTight: !isLoose(node), items: node.children.map(item) }];
      case 'code':
        return [{ kind: 'code', language: LANGUAGE.exec(node.lang ?? '')?.[0] ?? '', text: node.value }];
      case 'html':
        return [{ kind: 'html', text: node.value }];
      case 'table':
        return [{ kind: 'table', alignments: node.align ?? [], rows: node.children.map(row) }];
      case 'thematicBreak':
        return [{ kind: 'rule' }];
      // Rendered where the text refers to them.
      case 'definition':
      case 'footnoteDefinition':
        return [];
      default:
        return [{ kind: 'paragraph', children: inline(node) }];
    }
  }

  function item(node: Mdast.ListItem): ListItem {
    return { isChecked: node.checked ?? null, children: blocks(node.children) };
  }

  function row(node: Mdast.TableRow): Inline[][] {
    return node.children.map((cell) => inlines(cell.children));
  }

  function inline(node: Mdast.Nodes): Inline[] {
    switch (node.type) {
      case 'text':
        return [node.value];
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, children: inlines(node.children) }];
      case 'delete':
        return [{ kind: 'deleted', children: inlines(node.children) }];
      case 'inlineCode':
        return [{ kind: 'code', text: node.value }];
      case 'html':
        return [{ kind: 'html', text: node.value }];
      case 'break':
        return [{ kind: 'break' }];
      case 'link':
        return link(node.url, inlines(node.children));
      case 'linkReference':
        return link(known.definitions.get(node.identifier)?.url ?? '', inlines(node.children));
      case 'image':
        return [picture(node.url, node.alt)];
      case 'imageReference':
        return [picture(known.definitions.get(node.identifier)?.url ?? '', node.alt)];
      case 'footnoteReference':
        return [mention(node.identifier)];
      default:
        return [plainText(node)];
    }
  }

  function picture(url: string, alt: string | null | undefined): Picture {
    const address = pictureAddress(url);
    return { kind: 'picture', alt: alt ?? '', address, name: address === null ? fileName(url) : '' };
  }

  /** Cleans each name once, because many pictures may share a definition. */
  function fileName(url: string): string {
    const name = names.get(url) ?? pictureName(url);
    names.set(url, name);
    return name;
  }

  function link(url: string, children: Inline[]): Inline[] {
    const heading = headingOf(known, url);
    if (heading !== null) return [{ kind: 'jump', heading, children }];
    const address = followedAddress(url);
    return address === null ? children : [{ kind: 'link', address, children }];
  }

  function mention(identifier: string): Inline {
    const note = order.get(identifier) ?? { number: order.size + 1, mentions: 0 };
    note.mentions++;
    order.set(identifier, note);
    return { kind: 'note', note: note.number, mention: note.mentions };
  }

  return {
    block,

    /** Converts the mentioned notes; to be called last. A note may mention further notes, which then follow. */
    notes(): Note[] {
      const drawn: Block[][] = [];
      // Iterating a map also yields entries that are added meanwhile.
      for (const identifier of order.keys()) drawn.push(blocks(known.notes.get(identifier)?.children ?? []));
      return [...order.values()].map(({ mentions }, index) => ({ mentions, children: drawn[index] ?? [] }));
    },
  };
}

/** CommonMark §5.3: a blank line between any two of its items, or between the parts of one. */
function isLoose(list: Mdast.List): boolean {
  return Boolean(list.spread) || list.children.some(({ spread }) => spread);
}

/**
 * Counts what the page would make of a tree, before a page gets it. The page can grow faster than the tree: table rows are
 * filled up, each footnote links back to each mention, and one definition may stand behind thousands of links.
 */
import { MARKDOWN_MAX_CHARACTERS, MARKDOWN_MAX_NODES } from './markdown-limits';
import type { Block, Inline, ListItem, MarkdownTree, Picture } from './markdown-tree';

export interface PageSize {
  /** Elements, and texts between them. */
  nodes: number;
  /** UTF-16 units of texts, and of attributes with values of the author. */
  characters: number;
}

/** @throws an error for a tree beyond the limits of nodes and of characters */
export function checkSize(tree: MarkdownTree): void {
  const { nodes, characters } = sizeOf(tree);
  if (nodes > MARKDOWN_MAX_NODES || characters > MARKDOWN_MAX_CHARACTERS) throw new Error('expected a smaller text');
}

/** Must mirror the components; `markdown-size.test.tsx` compares both. */
export function sizeOf({ blocks, notes, headings }: MarkdownTree): PageSize {
  const size: PageSize = { nodes: 0, characters: 0 };

  function nodes(count: number): void {
    size.nodes += count;
  }

  function text(value: string): void {
    if (value !== '') size.nodes++;
    size.characters += value.length;
  }

  /** Counts a link's address twice, because it is also the title. */
  function link(address: string): void {
    size.nodes++;
    size.characters += 2 * address.length;
  }

  function inlines(children: readonly Inline[], isInLink = false): void {
    for (const child of children) {
      if (typeof child === 'string') text(child);
      else inline(child, isInLink);
    }
  }

  function inline(inline: Exclude<Inline, string>, isInLink: boolean): void {
    switch (inline.kind) {
      case 'strong':
      case 'emphasis':
      case 'deleted':
        nodes(1);
        inlines(inline.children, isInLink);
        break;
      case 'code':
      case 'html':
        nodes(1);
        text(inline.text);
        break;
      case 'break':
        nodes(1);
        break;
      case 'link':
        if (!isInLink) link(inline.address);
        inlines(inline.children, true);
        break;
      case 'jump':
        if (!isInLink) nodes(1);
        inlines(inline.children, true);
        break;
      case 'picture':
        picture(inline, isInLink);
        break;
      case 'note':
        // A `sup`, a button and the number; and a button with an arrow that leads back.
        nodes(5);
        break;
    }
  }

  function picture({ alt, address, name }: Picture, isInLink: boolean): void {
    text(alt);
    size.characters += name.length;
    if (address === null) return;
    if (!isInLink) link(address);
    // An element with the host in brackets.
    nodes(3);
    text(address);
  }

  function inBlock(block: Block): void {
    switch (block.kind) {
      case 'paragraph':
      case 'heading':
        nodes(1);
        inlines(block.children);
        break;
      case 'quote':
        nodes(1);
        block.children.forEach(inBlock);
        break;
      case 'list':
        nodes(1);
        for (const one of block.items) item(one, block.isTight);
        break;
      case 'code':
        nodes(2 + textsOfCode(block));
        size.characters += block.text.length;
        break;
      case 'html':
        nodes(1);
        text(block.text);
        break;
      case 'table':
        table(block.rows);
        break;
      case 'rule':
        nodes(1);
        break;
    }
  }

  function item({ isChecked, children }: ListItem, isTight: boolean): void {
    // A task adds a checkbox and a space.
    nodes(isChecked === null ? 1 : 3);
    for (const child of children) {
      if (isTight && child.kind === 'paragraph') inlines(child.children);
      else inBlock(child);
    }
  }

  /** Counts a table, each row of which has as many cells as the head. */
  function table([head = [], ...body]: readonly Inline[][][]): void {
    nodes((body.length > 0 ? 4 : 3) + (1 + body.length) * (1 + head.length));
    for (const row of [head, ...body]) for (const cell of row.slice(0, head.length)) inlines(cell);
  }

  blocks.forEach(inBlock);
  // The links back are counted with the mentions.
  if (notes.length > 0) nodes(2 + 2 * notes.length);
  for (const note of notes) note.children.forEach(inBlock);
  if (headings.length > 0) nodes(2);
  for (const heading of headings) {
    nodes(2);
    text(heading.text);
  }
  return size;
}

/** Counts the text nodes of a code block: one for each line where a language colours it, else one. */
function textsOfCode({ language, text }: Extract<Block, { kind: 'code' }>): number {
  if (text === '') return 0;
  return language === '' ? 1 : text.split('\n').length;
}

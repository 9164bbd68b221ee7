/**
 * Parses Markdown (CommonMark 0.31 with GitHub's tables, task lists, strikethrough, links and footnotes) to the elements
 * that the page makes.
 *
 * Guarantees: the result has only elements and attributes of `MarkdownTree`; anything else becomes text. Every address in it
 * has passed `followedAddress`. The elements and texts that the page makes of it stay within the limits.
 * Doesn't limit its time: hostile texts take minutes. Runs in a worker that the page ends.
 */
import type * as Mdast from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { followedAddress, pictureAddress, pictureName } from './markdown-addresses';
import { headingOf, type Inventory, inventory, plainText } from './markdown-inventory';
import { MARKDOWN_MAX_CHARACTERS, MARKDOWN_MAX_NODES } from './markdown-limits';
import { element, type MarkdownElement, type MarkdownNode, type MarkdownTree, type Said, sizeOf } from './markdown-tree';

/** The form of a language's name that the highlighter may know. */
const LANGUAGE = /^[\p{L}\p{M}\p{N}+#._-]{1,32}$/u;
/** The page's title is the first level, so a text's first is `h2`. Its sixth is an `h6` with `aria-level` 7. */
const HEADINGS = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;
/** Fewer headings need no table of contents. */
const CONTENTS_MIN_HEADINGS = 3;
/** Levels of headings in the table of contents; deeper ones are left out. */
const CONTENTS_LEVELS = 3;

/** The mark of an alert, alone on its line. */
const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][\t ]*(?:\n|$)/i;

const headingId = (number: number): string => `heading-${number}`;
const noteId = (note: number): string => `note-${note}`;
const mentionId = (note: number, mention: number): string => `note-${note}-mention-${mention}`;

/** @throws an error for a text beyond the limits of nodes, of depth and of characters */
export function parseMarkdown(text: string): MarkdownTree {
  const { matter, rest } = splitFrontMatter(text);
  const root = fromMarkdown(rest, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  if (matter !== null) root.children.unshift({ type: 'code', lang: 'yaml', value: matter });
  const known = inventory(root);
  const converter = createConverter(known);
  const blocks = root.children.flatMap(converter.block);
  const tree = { article: [...blocks, ...converter.notes()], contents: contentsOf(known.headings) };
  const { nodes, characters } = sizeOf([...tree.article, ...tree.contents]);
  if (nodes > MARKDOWN_MAX_NODES || characters > MARKDOWN_MAX_CHARACTERS) throw new Error('expected a smaller text');
  return tree;
}

/** Data for other programs between two lines `---`, the first of the text; Markdown knows a rule and a heading there. */
const FRONT_MATTER =
  /^\ufeff?---[\t ]*\r?\n((?:[\w"'#-][^\n]*\n)(?:(?!(?:---|\.\.\.)[\t ]*\r?\n)[^\n]*\n)*)(?:---|\.\.\.)[\t ]*(?:\r?\n|$)/;

/** @returns the front matter, or null, and the text after it */
function splitFrontMatter(text: string): { matter: string | null; rest: string } {
  const [whole, matter = ''] = FRONT_MATTER.exec(text) ?? [];
  if (whole === undefined || !/^[\w"'-][^\n]*:|^#/.test(matter)) return { matter: null, rest: text };
  return { matter: matter.replace(/\r?\n$/, ''), rest: text.slice(whole.length) };
}

function createConverter(known: Inventory) {
  /** The number and the count of mentions of each mentioned footnote. */
  const order = new Map<string, { number: number; mentions: number }>();
  const names = new Map<string, string>();

  function blocks(nodes: readonly Mdast.Nodes[]): MarkdownNode[] {
    return nodes.flatMap(block);
  }

  /** @param isInLink whether a link surrounds the nodes: links can't nest */
  function inlines(nodes: readonly Mdast.Nodes[], isInLink = false): MarkdownNode[] {
    return nodes.flatMap((node) => inline(node, isInLink));
  }

  function block(node: Mdast.Nodes): MarkdownElement[] {
    switch (node.type) {
      case 'heading':
        return [heading(node)];
      case 'blockquote':
        return [alertOf(node) ?? element('blockquote', { dir: 'auto' }, blocks(node.children))];
      case 'list':
        return [list(node)];
      case 'code':
        return [code(LANGUAGE.exec(node.lang ?? '')?.[0], node.value)];
      case 'html':
        return [element('p', { look: 'html' }, [node.value])];
      case 'table':
        return [table(node)];
      case 'thematicBreak':
        return [element('hr', {})];
      // Rendered where the text refers to them.
      case 'definition':
      case 'footnoteDefinition':
        return [];
      default:
        return [element('p', {}, node.type === 'paragraph' ? inlines(node.children) : inline(node, false))];
    }
  }

  /** GitHub's alerts: a quotation whose first line is only `[!NOTE]` or another kind. @returns null for other quotations */
  function alertOf({ children: [first, ...others] }: Mdast.Blockquote): MarkdownElement | null {
    const beginning = first?.type === 'paragraph' ? first.children[0] : undefined;
    if (first?.type !== 'paragraph' || beginning?.type !== 'text') return null;
    const [mark = '', name = ''] = ALERT.exec(beginning.value) ?? [];
    const text = beginning.value.slice(mark.length);
    const tail = [...(text === '' ? [] : [{ ...beginning, value: text }]), ...first.children.slice(1)];
    const parts = tail.length === 0 ? others : [{ ...first, children: tail }, ...others];
    if (name === '' || parts.length === 0 || (tail.length > 0 && !mark.endsWith('\n'))) return null;
    const kind = name.toLowerCase() as Extract<Said, { says: 'alert' }>['kind'];
    const title = element('p', { look: 'alertTitle' }, [{ says: 'alert', kind }]);
    return element('section', { look: 'alert', dir: 'auto', 'data-alert': kind }, [title, ...blocks(parts)]);
  }

  function heading(node: Mdast.Heading): MarkdownElement {
    const id = headingId(known.headings.indexOf(node) + 1);
    const level = node.depth === 6 ? { 'aria-level': 7 } : {};
    return element(HEADINGS[node.depth - 1] ?? 'h6', { id, tabIndex: -1, ...level }, inlines(node.children));
  }

  function list(node: Mdast.List): MarkdownElement {
    // CommonMark §5.3: a blank line between any two of its items, or between the parts of one. A tight list has no space between items.
    const isLoose = node.spread || node.children.some(({ spread }) => spread);
    const items = node.children.map(({ checked, children }) => {
      const parts = children.flatMap((child) => (child.type === 'paragraph' && !isLoose ? inlines(child.children) : block(child)));
      return typeof checked === 'boolean' ? element('li', { look: 'task' }, [checkbox(checked), ' ', ...parts]) : element('li', {}, parts);
    });
    if (!node.ordered) return element('ul', { dir: 'auto' }, items);
    return element('ol', { dir: 'auto', start: node.start === 1 ? undefined : (node.start ?? undefined) }, items);
  }

  function table({ align, children }: Mdast.Table): MarkdownElement {
    const [head, ...body] = children;
    const columns = head?.children.length ?? 0;
    if (columns * children.length > MARKDOWN_MAX_NODES) throw new Error('expected a smaller text');
    /** Each row has as many cells as the head. */
    const row = (tag: 'th' | 'td', cells: readonly Mdast.TableCell[]) =>
      element(
        'tr',
        {},
        Array.from({ length: columns }, (_, column) =>
          element(tag, { 'data-align': align?.[column] ?? undefined }, inlines(cells[column]?.children ?? [])),
        ),
      );
    const parts = [element('thead', {}, [row('th', head?.children ?? [])])];
    if (body.length > 0) {
      const rows = body.map((each) => row('td', each.children));
      parts.push(element('tbody', {}, rows));
    }
    return element('section', { look: 'table', tabIndex: 0, 'aria-label': { says: 'table' } }, [element('table', { dir: 'auto' }, parts)]);
  }

  function inline(node: Mdast.Nodes, isInLink: boolean): MarkdownNode[] {
    switch (node.type) {
      case 'text':
        return [node.value];
      case 'strong':
        return [element('strong', {}, inlines(node.children, isInLink))];
      case 'emphasis':
        return [element('em', {}, inlines(node.children, isInLink))];
      case 'delete':
        return [element('del', {}, inlines(node.children, isInLink))];
      case 'inlineCode':
        return [element('code', {}, [node.value])];
      case 'html':
        return [element('span', { look: 'inlineHtml' }, [node.value])];
      case 'break':
        return [element('br', {})];
      case 'link':
        return link(node.url, node.children, isInLink);
      case 'linkReference':
        return link(known.definitions.get(node.identifier)?.url ?? '', node.children, isInLink);
      case 'image':
        return picture(node.url, node.alt ?? '', isInLink);
      case 'imageReference':
        return picture(known.definitions.get(node.identifier)?.url ?? '', node.alt ?? '', isInLink);
      case 'footnoteReference':
        return [mention(node.identifier)];
      default:
        return [plainText(node)];
    }
  }

  /** A picture elsewhere becomes a link that names its host, and is never fetched. */
  function picture(url: string, alt: string, isInLink: boolean): MarkdownNode[] {
    const address = pictureAddress(url);
    if (address === null) return [{ picture: fileName(url), alt }];
    const words = [alt === '' ? '' : `${alt} `, element('small', {}, ['(', { says: 'picture', host: new URL(address).host }, ')'])];
    return isInLink ? words : [outward(address, { says: 'pictureHint' }, words)];
  }

  /** Cleans each name once, because many pictures may share a definition. */
  function fileName(url: string): string {
    const name = names.get(url) ?? pictureName(url);
    names.set(url, name);
    return name;
  }

  function link(url: string, nodes: readonly Mdast.Nodes[], isInLink: boolean): MarkdownNode[] {
    const number = headingOf(known, url);
    const address = followedAddress(url);
    if (isInLink || (number === null && address === null)) return inlines(nodes, isInLink);
    const children = inlines(nodes, true);
    return [address === null ? jump(headingId(number ?? 0), children) : outward(address, address, children)];
  }

  function mention(identifier: string): MarkdownElement {
    const note = order.get(identifier) ?? { number: order.size + 1, mentions: 0 };
    note.mentions++;
    order.set(identifier, note);
    const { number, mentions } = note;
    const button = jump(noteId(number), [String(number)], { id: mentionId(number, mentions), 'aria-label': { says: 'footnote', number } });
    return element('sup', {}, [button]);
  }

  return {
    block,

    /** Converts the mentioned notes; to be called last. A note may mention further notes, which then follow. */
    notes(): MarkdownElement[] {
      const converted: MarkdownNode[][] = [];
      // Iterating a map also yields entries that are added meanwhile.
      for (const identifier of order.keys()) converted.push(blocks(known.notes.get(identifier)?.children ?? []));
      if (converted.length === 0) return [];
      const items = [...order.values()].map(({ number, mentions }, index) => {
        const back = Array.from({ length: mentions }, (_, mention) =>
          jump(mentionId(number, mention + 1), ['↩'], { 'aria-label': { says: 'backTo', number, mention: mention + 1 } }),
        );
        const children = [...(converted[index] ?? []), element('p', { look: 'back' }, back)];
        return element('li', { id: noteId(number), tabIndex: -1, dir: 'auto' }, children);
      });
      return [element('section', { look: 'notes', 'aria-label': { says: 'footnotes' } }, [element('ol', {}, items)])];
    },
  };
}

/** Makes each line its own text where there is a language, for the colours. */
function code(language: string | undefined, text: string): MarkdownElement {
  const texts = text === '' ? [] : (language ? text.split('\n') : [text]).map((line) => `${line}\n`);
  return element('pre', { look: 'code', tabIndex: 0 }, [element('code', { 'data-language': language }, texts)]);
}

function checkbox(isChecked: boolean): MarkdownElement {
  return element('input', {
    type: 'checkbox',
    disabled: true,
    checked: isChecked,
    readOnly: true,
    'aria-label': { says: isChecked ? 'done' : 'open' },
  });
}

/** A link that opens in a new tab, without opener and referrer. */
function outward(address: string, title: string | Said, children: readonly MarkdownNode[]): MarkdownElement {
  return element('a', { href: address, title, target: '_blank', rel: 'noopener noreferrer nofollow' }, children);
}

/** A button that leads to a place in this text: a link would replace the fragment, which holds the key. */
function jump(target: string, children: readonly MarkdownNode[], more: { id?: string; 'aria-label'?: Said } = {}): MarkdownElement {
  return element('button', { type: 'button', look: 'jump', 'data-target': target, ...more }, children);
}

function contentsOf(headings: readonly Mdast.Heading[]): MarkdownElement[] {
  if (headings.length < CONTENTS_MIN_HEADINGS) return [];
  const top = Math.min(...headings.map(({ depth }) => depth));
  const items = headings.flatMap((heading, index) => {
    const level = heading.depth - top;
    const text = plainText(heading);
    if (level >= CONTENTS_LEVELS || text.trim() === '') return [];
    const button = element('button', { type: 'button', 'data-target': headingId(index + 1) }, [text]);
    return [element('li', { 'data-level': level }, [button])];
  });
  return [element('nav', { look: 'contents', 'aria-label': { says: 'contents' }, translate: 'no' }, [element('ul', {}, items)])];
}

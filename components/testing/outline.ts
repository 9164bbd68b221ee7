/** A document as nested names and texts, so that two ways of writing the same one are equal. */

export type Outline = string | NamedOutline;

interface NamedOutline extends Array<Outline> {
  0: string;
}

/** White space next to these elements isn't text. */
const BLOCKS = new Set([
  'P',
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'PRE',
  'HR',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'BODY',
  'DIV',
  'SECTION',
]);

export function outlineOf(element: Element, nameOf: (element: Element) => string | null): Outline[] {
  const parts: Outline[] = [];
  for (const node of element.childNodes) {
    if (node instanceof Element) {
      const name = nameOf(node);
      const children = outlineOf(node, nameOf);
      // An element without a name is replaced by its content.
      if (name === null) parts.push(...children);
      else parts.push([name, ...children]);
    } else parts.push(node.textContent ?? '');
  }
  return tidy(element, parts);
}

/** Joins neighbouring texts and removes the white space that browsers don't show. */
function tidy(element: Element, parts: Outline[]): Outline[] {
  const joined: Outline[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  if (element.closest('pre')) return joined;
  const isBlock = (part: Outline | undefined) =>
    part === undefined || (typeof part !== 'string' && BLOCKS.has(part[0].split(' ')[0] ?? ''));
  const isBreak = (part: Outline | undefined) => Array.isArray(part) && part[0] === 'BR';
  return joined.flatMap((part, index): Outline[] => {
    if (typeof part !== 'string') return [part];
    let text = part.replace(/[ \t\n]+/g, ' ');
    if (isBreak(joined[index - 1]) || (BLOCKS.has(element.tagName) && isBlock(joined[index - 1]))) text = text.replace(/^ /, '');
    if (BLOCKS.has(element.tagName) && isBlock(joined[index + 1])) text = text.replace(/ $/, '');
    return text === '' ? [] : [text];
  });
}

/** Checks the counted size against the real page, with generated texts. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Contents } from './contents';
import { parseMarkdown } from './markdown-parse';
import { sizeOf } from './markdown-size';
import { MarkdownText } from './markdown-text';
import type { MarkdownTree } from './markdown-tree';
import { hostileMarkdown } from './testing/hostile-markdown';

const SEEDS = Array.from({ length: 120 }, (_, index) => index + 1);
/** Size of a generated text: enough for each construct to multiply, and small enough for jsdom. */
const BYTES = 200;
/** Characters that the page itself adds to a node at most: "picture on", an arrow, a link's hint. */
const OURS = 100;

/** Counts elements and text nodes. */
function nodesOf(container: Element): number {
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let nodes = 0;
  while (walker.nextNode()) nodes++;
  return nodes;
}

/** Counts the characters of all texts and of all attributes with values of the author. */
function charactersOf(container: Element): number {
  const links = [...container.querySelectorAll('a')];
  return (container.textContent ?? '').length + links.reduce((sum, { href, title }) => sum + href.length + title.length, 0);
}

/** Parses a text; null when it is nested too deep. */
function parsedOrRefused(text: string): MarkdownTree | null {
  try {
    return parseMarkdown(text);
  } catch {
    return null;
  }
}

it.each([
  ['a table with short rows', '|a|b|c|\n|-|-|-|\n|d|\n|e|f|g|h|'],
  [
    'links, pictures and their texts',
    '[a](https://b.example) ![c](https://d.example/e) [![f](https://g.example)](https://h.example) ![i](j)',
  ],
  ['footnotes and the ways back', 'a[^1] b[^1] c[^2]\n\n[^1]: d\n[^2]: e\n\n    f'],
  ['tasks and nested lists', '- [ ] a\n- [x] b\n  1. c\n\n     d\n'],
  ['code with and without a language', '```js\na\nb\n```\n\n```\na\nb\n```\n\n```js\n```'],
  ['what is left', '> *a* **b** ~~c~~ `d` <i>e\\\nf\n***\n<p>\ng\n\n[h](#i) [[j](#i)](https://k.example)\n\n# i'],
])('the nodes of %s are counted as the page makes them', (_, text) => {
  const tree = parseMarkdown(text);
  expect(sizeOf({ ...tree, headings: [] }).nodes).toBe(nodesOf(render(<MarkdownText tree={tree} />).container));
});

it('no text of the generator becomes more in the page than is counted', () => {
  const { container, rerender } = render(null);
  let compared = 0;
  const nothing: Pick<MarkdownTree, 'blocks' | 'notes'> = { blocks: [], notes: [] };
  for (const seed of SEEDS) {
    const tree = parsedOrRefused(hostileMarkdown(seed, BYTES));
    if (tree === null) continue;
    compared++;
    rerender(<MarkdownText tree={tree} />);
    const text = sizeOf({ ...tree, headings: [] });
    expect(text.nodes, `nodes of seed ${seed}`).toBe(nodesOf(container));
    expect(text.characters, `characters of seed ${seed}`).toBeGreaterThanOrEqual(charactersOf(container) - OURS * text.nodes);
    if (tree.headings.length === 0) continue;
    rerender(<Contents headings={tree.headings} onHeading={() => undefined} />);
    expect(sizeOf({ ...tree, ...nothing }).nodes, `contents of seed ${seed}`).toBeGreaterThanOrEqual(nodesOf(container));
  }
  expect(compared).toBeGreaterThan(SEEDS.length / 2);
});

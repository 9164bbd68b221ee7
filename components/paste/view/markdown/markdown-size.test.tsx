/** Checks the counted size against the real page, with generated texts. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hostileMarkdown } from '#components/testing/hostile-markdown';
import { MarkdownText } from './article';
import { parseMarkdown } from './markdown-parse';
import { type MarkdownTree, sizeOf } from './markdown-tree';

const SEEDS = Array.from({ length: 120 }, (_, index) => index + 1);
/** Size of a generated text: enough for each construct to multiply, and small enough for jsdom. */
const BYTES = 200;

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
  const { article } = parseMarkdown(text);
  expect(sizeOf(article).nodes).toBe(nodesOf(render(<MarkdownText nodes={article} />).container));
});

it('no text of the generator becomes more in the page than is counted', () => {
  const { container, rerender } = render(null);
  let compared = 0;
  for (const seed of SEEDS) {
    const tree = parsedOrRefused(hostileMarkdown(seed, BYTES));
    if (tree === null) continue;
    compared++;
    for (const nodes of [tree.article, tree.contents]) {
      rerender(<MarkdownText nodes={nodes} />);
      const size = sizeOf(nodes);
      expect(size.nodes, `nodes of seed ${seed}`).toBe(nodesOf(container));
      expect(size.characters, `characters of seed ${seed}`).toBeGreaterThanOrEqual(charactersOf(container));
    }
  }
  expect(compared).toBeGreaterThan(SEEDS.length / 2);
});

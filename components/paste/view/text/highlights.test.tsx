import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MarkdownText } from '../markdown/article';
import { parseMarkdown } from '../markdown/markdown-parse';
import { rangesIn, textIn } from './highlights';

const show = (markdown: string) => render(<MarkdownText nodes={parseMarkdown(markdown).article} />).container;

it('the text of an article has its blocks on lines of their own', () => {
  expect(textIn(show('# A\n\nb *c* d\n\n- e\n- f\n\n|g|h|\n|-|-|'))).toBe('A\nb c d\ne\nf\ng\nh');
});

it('a match is found where it stands, across elements as well', () => {
  const container = show('# A\n\nb *c* d\n\n`c d`');
  const offsets = [...textIn(container).matchAll(/c d/g)].flatMap(({ index }) => [index, index + 3]);
  expect(rangesIn(container, offsets).map(String)).toEqual(['c d', 'c d']);
});

/** GitHub's additions to CommonMark: tables, tasks, strikethrough, bare links and footnotes, with the limits of each. */
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { outlineOf } from '#components/testing/outline';
import { MarkdownText } from './article';
import { parseMarkdown } from './markdown-parse';

const outward = (address: string, words = address) => [`A ${address}`, words];

const nameOf = (element: Element): string => {
  const { tagName } = element;
  if (tagName === 'A') return `A ${element.getAttribute('href')}`;
  if (tagName === 'INPUT') return (element as HTMLInputElement).checked ? 'DONE' : 'OPEN';
  const align = element.getAttribute('data-align');
  return align === null ? tagName : `${tagName} ${align}`;
};

/** The outline of a table with these parts. */
const table = (...parts: unknown[]) => [['SECTION', ['TABLE', ...parts]]];
const head = (...cells: unknown[]) => ['THEAD', ['TR', ...cells]];

it.each<[title: string, markdown: string, outline: unknown[]]>([
  [
    'a table has a head and rows',
    '| a | b |\n| - | - |\n| c | d |',
    table(head(['TH', 'a'], ['TH', 'b']), ['TBODY', ['TR', ['TD', 'c'], ['TD', 'd']]]),
  ],
  [
    'a table may do without outer bars',
    'a | b\n-|-\nc | d',
    table(head(['TH', 'a'], ['TH', 'b']), ['TBODY', ['TR', ['TD', 'c'], ['TD', 'd']]]),
  ],
  ['a table may have a head only', '| a |\n| - |', table(head(['TH', 'a']))],
  ['colons align columns', '|a|b|c|d|\n|:-|-:|:-:|-|', table(head(['TH left', 'a'], ['TH right', 'b'], ['TH center', 'c'], ['TH', 'd']))],
  [
    'an escaped bar belongs to its cell, in code as well',
    '| a\\|b | `c\\|d` |\n|-|-|',
    table(head(['TH', 'a|b'], ['TH', ['CODE', 'c|d']])),
  ],
  [
    'missing cells are empty, and more than the head has are left out',
    '|a|b|\n|-|-|\n|c|\n|d|e|f|',
    table(head(['TH', 'a'], ['TH', 'b']), ['TBODY', ['TR', ['TD', 'c'], ['TD']], ['TR', ['TD', 'd'], ['TD', 'e']]]),
  ],
  ['a head and a line of another width make no table', '| a | b |\n| - |\n', [['P', '| a | b | | - |']]],
  [
    'a table ends at a quote and at an empty line',
    '|a|\n|-|\n> b\n\n|c',
    [...table(head(['TH', 'a'])), ['BLOCKQUOTE', ['P', 'b']], ['P', '|c']],
  ],
  ['cells hold inline text only', '|**a**|\n|-|\n|- b|', table(head(['TH', ['STRONG', 'a']]), ['TBODY', ['TR', ['TD', '- b']]])],
  [
    'a quotation that begins with a mark is an alert',
    '> [!NOTE]\n> a **b**\n>\n> - c',
    [['SECTION', ['P', 'Note'], ['P', 'a ', ['STRONG', 'b']], ['UL', ['LI', 'c']]]],
  ],
  [
    'data before the text are shown as they are',
    '---\ntitle: a *b*\ntags:\n  - c\n---\n\n# d',
    [
      ['PRE', ['CODE', 'title: a *b*\ntags:\n  - c\n']],
      ['H2', 'd'],
    ],
  ],
  [
    'data may end in dots',
    '---\na: b\n...\nc',
    [
      ['PRE', ['CODE', 'a: b\n']],
      ['P', 'c'],
    ],
  ],
  ['a rule at the beginning is one', '---\n\na\n\n---\n', [['HR'], ['P', 'a'], ['HR']]],
  ['a rule before a sentence is one', '---\nA sentence.\n\n---\n', [['HR'], ['P', 'A sentence.'], ['HR']]],
  ['an alert may begin with other than text', '> [!warning]\n> **a**', [['SECTION', ['P', 'Warning'], ['P', ['STRONG', 'a']]]]],
  ['an alert’s mark may stand apart', '> [!TIP]\n>\n> a', [['SECTION', ['P', 'Tip'], ['P', 'a']]]],
  [
    'a mark with words on its line, of no kind, or alone makes no alert',
    '> [!NOTE] a\n\n---\n> [!OTHER]\n> a\n\n---\n> [!NOTE]',
    [['BLOCKQUOTE', ['P', '[!NOTE] a']], ['HR'], ['BLOCKQUOTE', ['P', '[!OTHER] a']], ['HR'], ['BLOCKQUOTE', ['P', '[!NOTE]']]],
  ],
  ['tasks are boxes', '- [x] a\n- [ ] b\n- [X] c', [['UL', ['LI', ['DONE'], ' a'], ['LI', ['OPEN'], ' b'], ['LI', ['DONE'], ' c']]]],
  ['tasks nest, and may be numbered', '1. [ ] a\n   - [x] b', [['OL', ['LI', ['OPEN'], ' a', ['UL', ['LI', ['DONE'], ' b']]]]]],
  [
    'a box needs its space and an item',
    '- [x]a\n- []\n\n[x] b',
    [
      ['UL', ['LI', '[x]a'], ['LI', '[]']],
      ['P', '[x] b'],
    ],
  ],
  ['two tildes, or one, strike through', '~~a~~ ~b~', [['P', ['DEL', 'a'], ' ', ['DEL', 'b']]]],
  [
    'three tildes don’t, and no paragraph is crossed',
    'a ~~~b~~~\n\n~~c\n\nd~~',
    [
      ['P', 'a ~~~b~~~'],
      ['P', '~~c'],
      ['P', 'd~~'],
    ],
  ],
  [
    'www, http and https addresses are links',
    'www.a.example http://b.example/c https://d.example',
    [
      [
        'P',
        outward('http://www.a.example/', 'www.a.example'),
        ' ',
        outward('http://b.example/c'),
        ' ',
        outward('https://d.example/', 'https://d.example'),
      ],
    ],
  ],
  [
    'punctuation after an address is none of it',
    'See www.a.example/b. (www.c.example/d)',
    [['P', 'See ', outward('http://www.a.example/b', 'www.a.example/b'), '. (', outward('http://www.c.example/d', 'www.c.example/d'), ')']],
  ],
  ['brackets that belong to an address stay', 'www.a.example/b(c)', [['P', outward('http://www.a.example/b(c)', 'www.a.example/b(c)')]]],
  ['an address of mail is a link', 'a.b+c@d.example', [['P', outward('mailto:a.b+c@d.example', 'a.b+c@d.example')]]],
  ['an address of mail can’t end with - or _', 'a@b.example- a@b.example_', [['P', 'a@b.example- a@b.example_']]],
  ['other schemes are text', 'ftp://a.example [b](ftp://a.example) <ftp://a.example>', [['P', 'ftp://a.example b ftp://a.example']]],
  ['in code an address is text', '`https://a.example`', [['P', ['CODE', 'https://a.example']]]],
  [
    'tags that GitHub filters are text, as all are',
    'a <title>b</title> <xmp>',
    [['P', 'a ', ['SPAN', '<title>'], 'b', ['SPAN', '</title>'], ' ', ['SPAN', '<xmp>']]],
  ],
  [
    'footnotes stand at the end, in the order of their mention',
    'a[^y] b[^x] c[^y]\n\n[^x]: X\n[^y]: Y\n[^z]: nobody mentions it',
    [
      ['P', 'a', ['SUP', ['BUTTON', '1']], ' b', ['SUP', ['BUTTON', '2']], ' c', ['SUP', ['BUTTON', '1']]],
      ['SECTION', ['OL', ['LI', ['P', 'Y'], ['P', ['BUTTON', '↩'], ['BUTTON', '↩']]], ['LI', ['P', 'X'], ['P', ['BUTTON', '↩']]]]],
    ],
  ],
  ['a footnote that nobody wrote is text', 'a[^b]', [['P', 'a[^b]']]],
  [
    'a footnote may hold several blocks, and mention others',
    'a[^b]\n\n[^b]: c[^d]\n\n    > e\n\n[^d]: f[^b]',
    [
      ['P', 'a', ['SUP', ['BUTTON', '1']]],
      [
        'SECTION',
        [
          'OL',
          ['LI', ['P', 'c', ['SUP', ['BUTTON', '2']]], ['BLOCKQUOTE', ['P', 'e']], ['P', ['BUTTON', '↩'], ['BUTTON', '↩']]],
          ['LI', ['P', 'f', ['SUP', ['BUTTON', '1']]], ['P', ['BUTTON', '↩']]],
        ],
      ],
    ],
  ],
])('%s', (_, markdown, outline) => {
  const { container } = render(<MarkdownText nodes={parseMarkdown(markdown).article} />);
  expect(outlineOf(container, nameOf)).toEqual(outline);
});

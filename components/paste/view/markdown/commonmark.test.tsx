/** Runs the examples of the CommonMark specification from its package: each makes the specified elements, as far as we allow them. */
import { createRequire } from 'node:module';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Outline, outlineOf } from '#components/testing/outline';
import { MarkdownText } from './article';
import { followedAddress, pictureAddress } from './markdown-addresses';
import { parseMarkdown } from './markdown-parse';
import type { MarkdownTree } from './markdown-tree';

interface Example {
  markdown: string;
  html: string;
  section: string;
  number: number;
}

const require = createRequire(import.meta.url);
const { tests } = require('commonmark-spec') as { tests: readonly Example[] };

/** Adds a scheme to the examples' relative addresses, which we don't follow, in Markdown and HTML. */
const whole = (text: string) => text.replaceAll('→', '\t').replace(/(["(<\s:])\/(url\d?|uri|path|f%26|bar)/g, '$1mailto:$2');

/**
 * Examples in which we differ: bare addresses are links by GitHub's rules, a language of punctuation is ignored, and a
 * backslash in a web address is a slash, as in browsers.
 */
const DIFFERENT: ReadonlySet<number> = new Set([144, 602, 603, 606, 608, 611, 612]);

/** Normalizes an address that can be written in two ways. */
const decoded = (address: string) => decodeURI(new URL(address).href.replaceAll('%5C', '\\'));

const hasHtml = (tree: MarkdownTree) => /"look":"(html|inlineHtml)"/.test(JSON.stringify(tree));

/** Names an element of the specification's HTML. */
function specified(element: Element): string | null {
  const { tagName } = element;
  if (tagName === 'A') {
    const address = followedAddress(element.getAttribute('href') ?? '');
    return address === null ? null : `A ${decoded(address)}`;
  }
  if (tagName === 'IMG') return 'IMG';
  if (tagName === 'OL') return `OL ${element.getAttribute('start') ?? 1}`;
  if (tagName === 'CODE') return `CODE ${element.className.replace('language-', '')}`.trim();
  return tagName;
}

/** Names an element of our page. */
function rendered(element: Element): string | null {
  const { tagName } = element;
  const level = Number(element.getAttribute('aria-level') ?? tagName.slice(1));
  if (/^H\d$/.test(tagName)) return `H${level - 1}`;
  if (tagName === 'A') return `A ${decoded(element.getAttribute('href') ?? '')}`;
  if (tagName === 'OL') return `OL ${element.getAttribute('start') ?? 1}`;
  if (tagName === 'CODE') return `CODE ${element.getAttribute('data-language') ?? ''}`.trim();
  if (tagName === 'BUTTON') return null;
  return tagName;
}

/** Parses HTML in the test's own document: for each further document jsdom keeps nine window listeners, which slow down later events. */
function elementsOf(html: string): HTMLElement {
  const container = document.createElement('div');
  container.innerHTML = html;
  return container;
}

/** Replaces each picture of an example by what we render: a link, or its words. */
function withoutPictures(source: HTMLElement): HTMLElement {
  for (const image of source.querySelectorAll('img')) {
    const address = pictureAddress(image.getAttribute('src') ?? '');
    const alt = image.getAttribute('alt') ?? '';
    const words = document.createElement('span');
    words.append(alt);
    if (address !== null) {
      const host = document.createElement('small');
      host.append(`(picture on ${new URL(address).host})`);
      words.append(alt === '' ? '' : ' ', host);
    }
    const link = document.createElement('a');
    link.setAttribute('href', address ?? '');
    link.append(...words.childNodes);
    if (image.closest('a')) image.replaceWith(...link.childNodes);
    else image.replaceWith(link);
  }
  return source;
}

const examples = tests.map((example) => ({ ...example, markdown: whole(example.markdown), html: whole(example.html) }));
const allowed = examples.filter(({ markdown, number }) => !DIFFERENT.has(number) && !hasHtml(parseMarkdown(markdown)));

describe('CommonMark', () => {
  it('every example is here but 72 with raw HTML and seven that we read otherwise', () => {
    expect([examples.length, allowed.length]).toEqual([652, 573]);
  });

  it.each(allowed)('example $number ($section)', ({ markdown, html }) => {
    const { container } = render(<MarkdownText nodes={parseMarkdown(markdown).article} />);
    const expected = withoutPictures(elementsOf(html));
    expect<Outline[]>(outlineOf(container, rendered)).toEqual(outlineOf(expected, specified));
  });
});

/** The elements and attributes that a text may make, and those it may not. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { markdownMessages } from '#components/messages/markdown';
import { watchDownloads } from '#components/testing/fake-browser';
import { PAYLOADS } from '#components/testing/payloads';
import type { ViewedFile } from '../model/view-files';
import { PasteFiles } from '../text/pictures';
import { MarkdownText } from './article';
import { MARKDOWN_MAX_DEPTH, MARKDOWN_MAX_NODES } from './markdown-limits';
import { parseMarkdown } from './markdown-parse';

const show = (markdown: string) => render(<MarkdownText nodes={parseMarkdown(markdown).article} />).container;

/** The elements of a text, and the attributes of each; only a file of the paste could add `img`. */
const ALLOWED: Record<string, readonly string[]> = {
  a: ['href', 'title', 'target', 'rel'],
  blockquote: ['dir'],
  br: [],
  button: ['type', 'class', 'id', 'data-target', 'aria-label'],
  code: ['data-language'],
  del: [],
  em: [],
  h2: ['id', 'tabindex'],
  h3: ['id', 'tabindex'],
  h4: ['id', 'tabindex'],
  h5: ['id', 'tabindex'],
  h6: ['id', 'tabindex', 'aria-level'],
  hr: [],
  input: ['type', 'disabled', 'readonly', 'checked', 'aria-label'],
  li: ['id', 'class', 'tabindex', 'dir'],
  ol: ['dir', 'start'],
  p: ['class'],
  pre: ['class', 'tabindex'],
  section: ['class', 'tabindex', 'aria-label'],
  small: [],
  span: ['class'],
  strong: [],
  sup: [],
  table: ['dir'],
  tbody: [],
  td: ['data-align'],
  th: ['data-align'],
  thead: [],
  tr: [],
  ul: ['dir'],
};

/** Lists the elements and attributes that must not be there. */
function strangers(container: Element): string[] {
  return [...container.querySelectorAll('*')].flatMap((element) => {
    const allowed = ALLOWED[element.localName];
    if (!allowed) return [element.outerHTML];
    return [...element.attributes]
      .filter(
        ({ name, value }) =>
          !allowed.includes(name) ||
          (name === 'href' && !/^(https?:\/\/|mailto:)/.test(value)) ||
          (/^(id|data-target)$/.test(name) && !/^(heading|note)-[\d\w-]+$/.test(value)),
      )
      .map(({ name, value }) => `${element.localName} ${name}=${value}`);
  });
}

/** Markup, and Markdown around it, that other renderers have let through. */
const DISGUISES: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `[a](${payload})`,
  (payload) => `[a](<${payload}>)`,
  (payload) => `![a](${payload})`,
  (payload) => `[a](https://b.example "${payload}")`,
  (payload) => `![${payload}](https://b.example/c.png)`,
  (payload) => `[${payload}](https://b.example/)`,
  (payload) => `[a]\n\n[a]: ${payload}`,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  (payload) => `|${payload}|\n|-|\n|${payload}|`,
  (payload) => `a[^b]\n\n[^b]: ${payload}`,
  (payload) => `# ${payload}`,
  (payload) => `- [x] ${payload}`,
  (payload) => `> ${payload}`,
  (payload) => `<${payload}>`,
  (payload) => `https://${payload}`,
];

/** Addresses that must not be followed, by a link or a picture. */
const UNFOLLOWED = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  '\\x6aavascript:alert(1)',
  '&#x09;javascript:alert(1)',
  'javascript&colon;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,x',
  'file:///etc/passwd',
  'blob:https://b.example/1',
  '//evil.example',
  '/manage/x',
  '?raw',
  'https://bank.example@evil.example',
  'https://bank.example:pass@evil.example',
  'https://:pass@evil.example',
  'https:\\\\bank.example@evil.example',
  `https://b.example/${'a'.repeat(2_000)}`,
];

/** Markdown that must make no other element or attribute than Markdown's own; what it makes may be a link. */
const MARKDOWN_MARKUP = [
  '[a](java\nscript:alert(1))',
  '[a]( javascript:alert(1))',
  '[a](#L10)',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
  '[![a](javascript:alert(1))](javascript:alert(1))',
  '![a](https://b.example/"onerror="alert(1))',
  '![a"onerror="alert(1)](x)',
  '[a](https://b.example/"onmouseover="alert(1))',
  '[^a]: <script>alert(1)</script>\n\n[^a]',
  '```"><script>alert(1)</script>\n```',
  '~~~js" onload="alert(1)\n~~~',
  '# <img src=x onerror=alert(1)> {#x onload=alert(1)}',
  '# __proto__\n\n# constructor\n\n[a](#__proto__) [b](#constructor)',
  '[__proto__]\n\n[__proto__]: javascript:alert(1)',
  '[^constructor]',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\<script>alert(1)</script>',
  '<a href="https://b.example" onclick=alert(1)>a</a>',
];

it.each(UNFOLLOWED)('the address %s makes neither a link nor a picture', (address) => {
  for (const markdown of [
    `[a](${address})`,
    `![a](${address})`,
    `<${address}>`,
    `[a]\n\n[a]: ${address}`,
    `[![a](${address})](${address})`,
  ]) {
    const container = show(markdown);
    expect(container.querySelector('a, img'), markdown).toBeNull();
    cleanup();
  }
});

it('there are more than two hundred of them', () => {
  expect(PAYLOADS.length).toBeGreaterThan(200);
});

// Renders all texts at once: rerendering one after another takes twice as long.
it.each(DISGUISES.map((disguise) => [disguise('…'), disguise] as const))(
  'hostile markup as %j makes no element and no attribute but those of Markdown',
  (_, disguise) => {
    const payloads = [...new Set([...PAYLOADS, ...MARKDOWN_MARKUP, ...UNFOLLOWED.map((address) => `[a](${address})`)])];
    const { container } = render(
      payloads.map((payload) => (
        <div key={payload}>
          <MarkdownText nodes={parseMarkdown(disguise(payload)).article} />
        </div>
      )),
    );
    expect(container.children.length).toBe(payloads.length);
    for (const [index, text] of [...container.children].entries()) expect(strangers(text), payloads[index]).toEqual([]);
  },
);

it('raw HTML is shown as it was typed', () => {
  const container = show('<p align="center">\n  <b>x</b>\n</p>\n\na <kbd>b</kbd>');
  expect(container.querySelector('b, kbd, [align]')).toBeNull();
  expect(container).toHaveTextContent('<p align="center"> <b>x</b> </p>a <kbd>b</kbd>');
});

it('a link opens a new tab that knows nothing of this one', () => {
  show('[a](https://b.example/c)');
  const link = screen.getByRole('link', { name: 'a' });
  expect(link).toHaveAttribute('href', 'https://b.example/c');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
});

it('a picture elsewhere is a link that names its host, and is not fetched', () => {
  const container = show('![A cat](https://b.example:8080/cat.png)');
  const link = screen.getByRole('link', { name: `A cat (${markdownMessages.picture('b.example:8080')})` });
  expect(link).toHaveAttribute('href', 'https://b.example:8080/cat.png');
  expect(container.querySelector('img')).toBeNull();
});

it('a picture inside of a link is words of that link', () => {
  show('[![Build](https://badges.example/b.svg)](https://ci.example/)');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByRole('link', { name: `Build (${markdownMessages.picture('badges.example')})` })).toHaveAttribute(
    'href',
    'https://ci.example/',
  );
});

it('a picture of this paste is shown, and the name of another is its description', async () => {
  watchDownloads();
  URL.revokeObjectURL ??= () => undefined;
  const cat: ViewedFile = { name: 'my cat.png', number: 1, kind: 'picture', syntax: 'plaintext', text: null, content: new Blob([]) };
  const tree = parseMarkdown('![A cat](./my%20cat.png) ![A dog](dog.png) ![A bird](https://b.example/my%20cat.png)');
  render(
    <PasteFiles value={[cat]}>
      <MarkdownText nodes={tree.article} />
    </PasteFiles>,
  );
  expect(await screen.findByRole('img', { name: 'A cat' })).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getByText(/A dog/)).toBeVisible();
});

it('headings begin below the title of the page', () => {
  show('# a\n\n###### b');
  expect(screen.getByRole('heading', { level: 2, name: 'a' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 7, name: 'b' })).toBeVisible();
});

it('a link to a heading is a button, because the address holds the key', () => {
  show('[to B](#b-c-1) [nowhere](#x)\n\n# B, c!\n\n# B c\n\n[umlaut](#%C3%BC)\n\n# Ü');
  expect(screen.getByRole('button', { name: 'to B' })).toHaveAttribute('data-target', 'heading-2');
  expect(screen.getByRole('button', { name: 'umlaut' })).toHaveAttribute('data-target', 'heading-3');
  expect(screen.queryByRole('link')).toBeNull();
});

it('a task says whether it is done, and can’t be changed', () => {
  show('- [x] a\n- [ ] b');
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item).getByRole('checkbox'));
  expect(first).toBeDisabled();
  expect(first).toBeChecked();
  expect(first).toHaveAccessibleName(markdownMessages.task.done);
  expect(second).not.toBeChecked();
});

it('as many nodes as are allowed are rendered, and one more is too many', () => {
  // The document and the paragraph, then a text and a break for each line.
  const lines = (count: number) => Array.from({ length: count }, () => 'a').join('\\\n');
  const most = (MARKDOWN_MAX_NODES - 2) / 2;
  expect(parseMarkdown(lines(most)).article).toHaveLength(1);
  expect(() => parseMarkdown(`${lines(most)}\\\nb\n\nc`)).toThrow('expected a smaller text');
});

it('as many levels as are allowed are rendered, and one more is too many', () => {
  // The innermost holds a paragraph with a text.
  expect(parseMarkdown(`${'>'.repeat(MARKDOWN_MAX_DEPTH - 2)}a`).article).toHaveLength(1);
  expect(() => parseMarkdown(`${'>'.repeat(MARKDOWN_MAX_DEPTH - 1)}a`)).toThrow('expected a smaller text');
});

it.each([
  ['a table', () => `|${'a|'.repeat(120)}\n|${'-|'.repeat(120)}\n${'b\n'.repeat(170)}`],
  ['an address', () => `${'[a] '.repeat(2_000)}\n\n[a]: https://b.example/${'c'.repeat(1_900)}`],
])('%s that becomes thousands in the page is refused', (_, text) => {
  expect(() => parseMarkdown(text())).toThrow('expected a smaller text');
});

it('one long name behind many pictures is a short one in the page', () => {
  const tree = parseMarkdown(`${'![][a] '.repeat(1_000)}\n\n[a]: ${'c'.repeat(20_000)}`);
  expect(JSON.stringify(tree).length).toBeLessThan(300_000);
});

it('one long address behind many links does not multiply', () => {
  const tree = parseMarkdown(`${'[a] '.repeat(1_000)}\n\n[a]: https://b.example/${'c'.repeat(10_000)}`);
  expect(JSON.stringify(tree).length).toBeLessThan(20_000);
});

/** Generates Markdown texts from a seed, with constructs of which a renderer could make far more than was written. */
import { randomFrom } from '#lib/testing/envelope-corpus';

type Random = () => number;

const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));
const pick = <Item>(random: Random, items: readonly Item[]) => items[upTo(random, items.length - 1)] as Item;
const filled = (unit: string, bytes: number) => unit.repeat(Math.max(1, Math.floor(bytes / unit.length)));

/** @returns many references of one kind, and a definition that fills the remaining bytes */
function referring(random: Random, bytes: number, reference: string, definition: (length: number) => string): string {
  const ofReferences = Math.floor(bytes * random());
  return `${filled(`${reference}${pick(random, ['', ' ', '\n', '\n\n'])}`, ofReferences)}\n\n${definition(bytes - ofReferences)}\n`;
}

function table(random: Random, bytes: number): string {
  const columns = 1 + Math.floor((bytes / 6) * random());
  const head = `|${filled('a|', columns * 2)}\n|${filled(pick(random, ['-|', ':-|', ':-:|']), columns)}`;
  return `${head}|\n${filled(pick(random, ['b\n', '|\n', '|a|b|\n', '|[a]|\n', '|![](https://b.example/c)|\n']), bytes - head.length)}`;
}

const INLINES = [
  '*a*',
  '**a**',
  '~~a~~',
  '***a*b**',
  '*a **b _c_** *',
  '`a`',
  '<b>',
  'a\\\n',
  '&amp;',
  '&NotEqualTilde;',
  '&#0;',
  '![a](https://b.example/c.png)',
  '![](a.png)',
  '[![a](https://b.example/c.png)](https://d.example)',
  '[a](https://b.example)',
  '[*a*](#a)',
  '[a](https://b.example "c")',
  '<https://b.example>',
  'www.b.example ',
  'c@b.example ',
  '[^1]',
  '![[[a]]]',
  '[a][b]',
  '\u0000',
  'אב',
] as const;

const LINES = [
  '# a\n',
  '###### *a* `b`\n',
  '#\n',
  '***\n',
  '- a\n',
  '- [ ] a\n',
  '- [x]\n',
  '1. a\n',
  '7) a\n\n',
  '> a\n',
  '>\n\n',
  '<p>\n\n',
  '```\n```\n',
  '    a\n\n',
  'a\n\n',
  'a\n===\n',
  '|a|\n|-|\n|b|c|\n\n',
  '- > - a\n',
  '\n\n',
] as const;

function nested(random: Random, bytes: number): string {
  const marker = pick(random, ['> ', '- ', '1. ', '> - ', '- [ ] ']);
  const line = `${marker.repeat(1 + upTo(random, 45))}${pick(random, INLINES)}\n`;
  return filled(`${line}${pick(random, ['', '\n', 'lazy\n', line])}`, bytes);
}

function code(random: Random, bytes: number): string {
  const lines = filled(pick(random, ['\n', 'a\n', 'let a;\n', ' '.repeat(2_000)]), bytes);
  return `\`\`\`${pick(random, ['', 'js', 'markdown', '"><script>'])}\n${lines}\`\`\`\n`;
}

const CONSTRUCTS: readonly ((random: Random, bytes: number) => string)[] = [
  table,
  nested,
  code,
  (random, bytes) => filled(pick(random, INLINES) + pick(random, ['', ' ', '\n\n']), bytes),
  (random, bytes) => filled(pick(random, LINES), bytes),
  (random, bytes) => filled(Array.from({ length: 1 + upTo(random, 9) }, () => pick(random, INLINES)).join(' '), bytes),
  (random, bytes) => filled(Array.from({ length: 1 + upTo(random, 9) }, () => pick(random, LINES)).join(''), bytes),
  (random, bytes) =>
    referring(random, bytes, pick(random, ['[r]', '![r]', '![][r]', '# [r]']), (length) => `[r]: https://b.example/${'c'.repeat(length)}`),
  (random, bytes) =>
    referring(random, bytes, pick(random, ['[r]', '![][r]']), (length) => `[r]: ${pick(random, ['#', './', '/'])}${'c'.repeat(length)}`),
  (random, bytes) => referring(random, bytes, '[^n]', (length) => `[^n]: ${filled(pick(random, INLINES), length)}`),
  (_, bytes) => Array.from({ length: Math.ceil(bytes / 16) }, (_each, index) => `[^${index}]\n\n[^${index}]: a\n\n`).join(''),
  (random, bytes) => `# ${filled(pick(random, ['a', '*a*', 'a ', '&amp;']), bytes)}\n\n# b\n\n# c\n\n`,
  (random, bytes) => filled(pick(random, ['*', '_', '~', '[', '](', '<', '&', '`', '|', '>', ' ', '\t', '\\']), bytes),
];

/** @param bytes approximate size of the text, which has a few constructs */
export function hostileMarkdown(seed: number, bytes: number): string {
  const random = randomFrom(seed);
  const parts = 1 + upTo(random, 3);
  return Array.from({ length: parts }, () => pick(random, CONSTRUCTS)(random, bytes / parts)).join('\n\n');
}

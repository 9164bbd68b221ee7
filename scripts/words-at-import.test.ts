/** Tests the linter rule for sentences that a module takes when it is imported, on lines that break it and lines that don't. */
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { lintPlanted } from './testing/lint-planted';

const REPORTED = [
  'const title = viewMessages.title',
  'const title = viewMessages.loading.title',
  'const { title, text } = viewMessages',
  'const metadata = { title: messages.title }',
  'const NAMES = { a: messages.a, b: words.b }',
  'const NAMES = new Map([[1, messages[kind]]])',
  'a(titled(messages.title))',
  'a(z.string(messages.tooLong))',
  'class A { label = messages.label }',
];
const ALLOWED = [
  'const messages = viewMessages.loading',
  'const formMessages = viewMessages.form',
  'const words = apiDocsMessages.types',
  'const generateMetadata = () => ({ title: messages.title })',
  'a(titled(() => messages.title))',
  'const metadata = { get title() { return messages.title; } }',
  'function a() { const { title, text } = viewMessages; return messages[title] + text; }',
  'class A { label() { return messages.label; } }',
  'function a(text = messages.text) { return text; }',
];

it('a sentence that is taken at import is reported, and a group of sentences is not', () => {
  const names = ['app', 'components', 'lib'];
  const text = [...REPORTED, ...ALLOWED].map((line) => `${line};\n`).join('');
  const reported = [...lintPlanted(names, 'planted.ts', text)].flatMap(([file, lines]) => lines.map((line) => `${dirname(file)} ${line}`));
  const expected = names.flatMap((name) => REPORTED.map((_, index) => `${name} ${index + 1}`));
  expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

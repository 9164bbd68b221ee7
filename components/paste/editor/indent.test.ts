import { expect, test } from 'vitest';
import { indent, indentOf, outdent } from './indent';

/** A text with its selection in brackets. */
function run(change: typeof indent, marked: string): string {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const value = marked.replace(/[[\]]/g, '');
  const { from, to, text, selection } = change(value, start, end);
  const after = value.slice(0, from) + text + value.slice(to);
  return `${after.slice(0, selection[0])}[${after.slice(...selection)}]${after.slice(selection[1])}`;
}

test.each([
  ['a[]b', 'a  []b'],
  ['a[xy]b', 'a  []b'],
  ['a\n[b\nc]\nd', 'a\n[  b\n  c]\nd'],
  ['a\nb[b\n\ncc\n]d', 'a\n[  bb\n\n  cc]\nd'],
])('Tab indents: %j', (before, after) => {
  expect(run(indent, before)).toBe(after);
});

test.each([
  ['make', '\t'],
  ['tsv', '\t'],
  ['go', '\t'],
  ['python', '  '],
])('an indent of %s is %j', (language, one) => {
  expect(indent('a', 0, 0, indentOf(language)).text).toBe(one);
  expect(run((value, start, end) => indent(value, start, end, indentOf(language)), 'a\n[b\nc]')).toBe(`a\n[${one}b\n${one}c]`);
});

test.each([
  ['  a[]b', 'a[]b'],
  ['\ta[]', 'a[]'],
  [' []a', '[]a'],
  ['a[]', 'a[]'],
  ['x\n  [a\n\tb\nc]', 'x\n[a\nb\nc]'],
])('Shift and Tab take it back: %j', (before, after) => {
  expect(run(outdent, before)).toBe(after);
});

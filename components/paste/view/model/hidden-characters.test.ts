import { expect, it } from 'vitest';
import { hiddenLabel, splitHidden } from './hidden-characters';

const labels = (line: string) => splitHidden(line).flatMap((part, index) => (index % 2 === 1 ? [hiddenLabel(part)] : []));

it.each([
  ['a zero-width space', 'pay\u200bpal', ['U+200B']],
  ['a joiner between Latin letters', 'a\u200db\u200cc', ['U+200D', 'U+200C']],
  ['an override of the direction', 'x\u202ey\u2066', ['U+202E', 'U+2066']],
  ['controls of a terminal', '\u001b[2J\0\u007f', ['^[', '^@', '^?']],
  ['a carriage return that hides what is before it', 'rm -rf /\rls', ['^M']],
  ['a byte order mark', '\ufeffa', ['U+FEFF']],
  ['text hidden in tags', 'a\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
])('%s is marked', (_, line, expected) => {
  expect(labels(line)).toEqual(expected);
  expect(splitHidden(line).join('')).toBe(line);
});

it.each([
  ['tab and text', 'a\tb é 漢字'],
  ['the end of a line in Windows', 'a\r'],
  ['an emoji of several', '👩\u200d💻 ❤️'],
  ['a joiner that Persian needs', 'می\u200cخواهم'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
])('%s is not marked', (_, line) => {
  expect(splitHidden(line)).toEqual([line]);
});

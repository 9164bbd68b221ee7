import { expect, it } from 'vitest';
import { HIDDEN_CHARACTERS, hiddenLabel, kindOfText } from './hidden-characters';

const labels = (line: string, language: string) =>
  line.split(HIDDEN_CHARACTERS[kindOfText(language)]).flatMap((part, index) => (index % 2 === 1 ? [hiddenLabel(part)] : []));

/** A text hidden in variation selectors, one for each byte. */
const smuggled = String.fromCodePoint(...[...'al'].map((letter) => 0xe0100 + letter.charCodeAt(0) - 16));

it.each([
  ['a zero-width space', 'pay\u200bpal', ['U+200B']],
  ['a joiner between Latin letters', 'a\u200db\u200cc', ['U+200D', 'U+200C']],
  ['a second joiner', 'م\u200c\u200cخ', ['U+200C']],
  ['an override of the direction', 'x\u202ey\u2066', ['U+202E', 'U+2066']],
  ['controls of a terminal', '\u001b[2J\0\u007f', ['^[', '^@', '^?']],
  ['a carriage return that hides what is before it', 'rm -rf /\rls', ['^M']],
  ['a byte order mark', '\ufeffa', ['U+FEFF']],
  ['text hidden in tags', 'a\u{e0041}\u{e0042}', ['U+E0041', 'U+E0042']],
  ['text hidden in variation selectors', `x${smuggled}y`, ['U+E0151', 'U+E015C']],
  ['a variation selector after a letter', 'x\ufe0fy\ufe00', ['U+FE0F', 'U+FE00']],
  ['a second variation selector', '❤\ufe0f\ufe0f', ['U+FE0F']],
  ['a joiner of graphemes', 'a\u034fb', ['U+034F']],
  ['a soft hyphen and a filler', 'a\u00adb\uffa0', ['U+00AD', 'U+FFA0']],
  ['an ignorable character of no use yet', 'a\ufff0\u{e0fff}', ['U+FFF0', 'U+E0FFF']],
])('%s is marked', (_, line, expected) => {
  expect(labels(line, 'plaintext')).toEqual(expected);
  expect(line.split(HIDDEN_CHARACTERS.prose).join('')).toBe(line);
});

it.each([
  ['tab and text', 'a\tb é 漢字'],
  ['the end of a line in Windows', 'a\r'],
  ['an emoji of several', '👩\u200d💻 ❤️ ❤️\u200d🔥'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a variant of an ideograph', '葛\u{e0100}飾 ≨\ufe00'],
  ['a variant of a Mongolian letter', 'ᠭ\u180b'],
  ['a joiner that Persian needs', 'می\u200cخواهم'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
])('%s is not marked', (_, line) => {
  expect(line.split(HIDDEN_CHARACTERS.code)).toEqual([line]);
});

it.each([
  ['bash', 'git\u00a0push', ['U+00A0']],
  ['python', 'if\u202fx:\u3000y\u2009', ['U+202F', 'U+3000', 'U+2009']],
  ['plaintext', 'Pourquoi\u202f?\u00a0– 漢\u3000字', []],
  ['markdown', 'a\u00a0b', []],
])('a blank that is no space is marked in code: %s', (language, line, expected) => {
  expect(labels(line, language)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { NUMBERS_PER_TOKEN } from '../text/colour-kinds';
import { LOOKS, readAnsi } from './read-ansi';

/** Returns the text and its pieces as `line:from-to look`. */
function read(text: string) {
  const painted = readAnsi(text);
  const pieces = [...painted.blocks].flatMap(([block, tokens]) =>
    Array.from({ length: tokens.length / NUMBERS_PER_TOKEN }, (_, index) => {
      const [line, from, to, look] = tokens.subarray(index * NUMBERS_PER_TOKEN, (index + 1) * NUMBERS_PER_TOKEN) as unknown as number[];
      return `${block * 100 + (line as number)}:${from}-${to} ${LOOKS[look as number]}`;
    }),
  );
  return { text: painted.text, pieces };
}

it('colours are read and their sequences are gone from the text', () => {
  expect(read('a \u001b[31mred\u001b[0m \u001b[1;92mgood\u001b[m \u001b[4mx\u001b[24my')).toEqual({
    text: 'a red good xy',
    pieces: ['0:2-5 ansi-1', '0:6-10 ansi-10', '0:6-10 ansi-bold', '0:11-12 ansi-underlined'],
  });
});

it('a colour goes on over lines until it ends, and lines are counted over blocks', () => {
  expect(read(`${'\n'.repeat(99)}\u001b[33ma\nb\n\nc\u001b[39md`).pieces).toEqual(['99:0-1 ansi-3', '100:0-1 ansi-3', '102:0-1 ansi-3']);
});

it.each([
  ['38;5;9', 'ansi-9'],
  ['38;5;196', 'ansi-9'],
  ['38;5;232', 'ansi-0'],
  ['38;5;255', 'ansi-15'],
  ['38;2;255;0;0', 'ansi-9'],
  ['38;2;0;0;150', 'ansi-4'],
  ['48;5;2', 'ansi-behind-2'],
  ['104', 'ansi-behind-12'],
  ['48;2;250;250;250', 'ansi-behind-15'],
  ['38:5:9', 'ansi-9'],
  ['38:2:255:0:0', 'ansi-9'],
  ['38:2::255:100:0', 'ansi-9'],
  ['48:2::0:0:150', 'ansi-behind-4'],
  ['58;2;1;4;7;31', 'ansi-1'],
  ['4:3', 'ansi-underlined'],
])('of many colours %s is shown as the nearest of sixteen', (parameters, look) => {
  expect(read(`\u001b[${parameters}mx`).pieces).toEqual([`0:0-1 ${look}`]);
});

it.each(['\u001b[>4;1mx', '\u001b[>1mx', '\u001b[?4mx', '\u001b[4:0mx', '\u001b[58:5:1mx'])('%j changes no look', (text) => {
  expect(read(text)).toEqual({ text: 'x', pieces: [] });
});

it('swapped colours are swapped', () => {
  expect(read('\u001b[7mx\u001b[27;31;42;7my').pieces).toEqual([
    '0:0-1 ansi-15',
    '0:0-1 ansi-behind-0',
    '0:1-2 ansi-2',
    '0:1-2 ansi-behind-1',
  ]);
});

it('whatever else a terminal would do is left out, and no text is lost with it', () => {
  expect(read('a\u001b[2K\u001b[1;5Hb\u001b]0;title\u0007c\u001b]8;;https://x\u001b\\d\u001b(Be\u001b[?25lf').text).toBe('abcdef');
  expect(read('a\u001b]0;no end\nb\u001b[31').text).toBe('a\nb31');
  expect(read('\u001b[999;;;38mx\u001b[38;9my').text).toBe('xy');
});

it('a text of sequences alone ends soon', () => {
  const text = '\u001b[31m\u001b['.repeat(500_000);
  expect(readAnsi(text).text.length).toBeLessThan(text.length);
});

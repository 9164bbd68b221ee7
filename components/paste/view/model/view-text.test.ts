import { describe, expect, it } from 'vitest';
import { appendSlice, hasHiddenDirection, splitLines, textOf, wholeText } from './view-text';

const TEXTS = ['', '\n', 'a', 'a\n', 'a\nb', 'a\n\nb\n', 'ä€😀\r\nx\n\n'];

describe('a text in slices', () => {
  it.each(TEXTS)('has the lines and bytes of the whole, wherever it is cut: %j', (text) => {
    const whole = textOf(text);
    expect(whole.bytes).toBe(Buffer.byteLength(text));
    expect(whole.lines).toBe(splitLines(text).length);
    expect(whole.longestLine).toBe(Math.max(...text.split('\n').map(({ length }) => length)));
    for (let at = 0; at <= text.length; at++) {
      const cut = appendSlice(textOf(text.slice(0, at)), text.slice(at));
      expect(cut).toMatchObject({ lines: whole.lines, bytes: whole.bytes, longestLine: whole.longestLine });
      expect(wholeText(cut)).toBe(text);
    }
  });
});

describe('hasHiddenDirection', () => {
  it.each(['\u202A', '\u202E', '\u2066', '\u2069'])(
    'hasHiddenDirection finds a control that hides what a text says (case %#)',
    (control) => {
      expect(hasHiddenDirection(appendSlice(textOf('plain\n'), `a${control}b`))).toBe(true);
    },
  );

  it.each(['', 'plain', 'שלום עולם', '\u200E', '\u2065'])('hasHiddenDirection finds none in what shows its direction (case %#)', (text) => {
    expect(hasHiddenDirection(textOf(text))).toBe(false);
  });
});

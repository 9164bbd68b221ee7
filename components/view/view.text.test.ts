import { describe, expect, it } from 'vitest';
import { appendSlice, splitLines, textOf, wholeText } from './view.text';

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

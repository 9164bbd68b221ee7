import { describe, expect, it } from 'vitest';
import { formatJson } from './format-json';

const formatted = (text: string) => (formatJson(text) as { text: string }).text;

describe('JSON', () => {
  it('gets a line for each value, and loses nothing of what it says', () => {
    const text = '\ufeff{"a":[1,2.50,12345678901234567890],"a":{},"b":[ ],"c":"x,{}\\"\\\\","d":null}';
    expect(formatted(text)).toBe(
      '{\n  "a": [\n    1,\n    2.50,\n    12345678901234567890\n  ],\n  "a": {},\n  "b": [],\n  "c": "x,{}\\"\\\\",\n  "d": null\n}\n',
    );
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":1} {"b":2}', '// c\n1'])('%j is none', (text) => {
    expect(formatJson(text)).toBe('not-valid');
  });

  it.each(['1', '"a"', '[]', '[[[]]]', '{"a":""}'])('%j means the same afterwards', (text) => {
    expect(JSON.parse(formatted(text))).toEqual(JSON.parse(text));
  });

  it('of one line of 5 MB is formatted', () => {
    const text = JSON.stringify(
      Array.from({ length: 60_000 }, (_, id) => ({ id, name: `a name of some letters ${id}`, tags: ['x', 'y'], ok: true })),
    );
    // Compares as text, because `toEqual` is slow with so many values.
    expect(JSON.stringify(JSON.parse(formatted(text))) === text).toBe(true);
  });
});

it('JSON nested so deep that its indents are hundreds of megabytes is refused', () => {
  expect(formatJson(`${'[1,'.repeat(6_000)}1${']'.repeat(6_000)}`)).toBe('too-large');
});

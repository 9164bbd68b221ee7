import { describe, expect, it } from 'vitest';
import { FormattedTooLargeError, formatJson, formatXml } from './format-text';

describe('JSON', () => {
  it('gets a line for each value, and loses nothing of what it says', () => {
    const text = '\ufeff{"a":[1,2.50,12345678901234567890],"a":{},"b":[ ],"c":"x,{}\\"\\\\","d":null}';
    expect(formatJson(text)).toBe(
      '{\n  "a": [\n    1,\n    2.50,\n    12345678901234567890\n  ],\n  "a": {},\n  "b": [],\n  "c": "x,{}\\"\\\\",\n  "d": null\n}\n',
    );
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":1} {"b":2}', '// c\n1'])('%j is none', (text) => {
    expect(formatJson(text)).toBeNull();
  });

  it.each(['1', '"a"', '[]', '[[[]]]', '{"a":""}'])('%j means the same afterwards', (text) => {
    expect(JSON.parse(formatJson(text) ?? '')).toEqual(JSON.parse(text));
  });

  it('of one line of 5 MB is formatted', () => {
    const text = JSON.stringify(
      Array.from({ length: 60_000 }, (_, id) => ({ id, name: `a name of some letters ${id}`, tags: ['x', 'y'], ok: true })),
    );
    // Compares as text, because `toEqual` is slow with so many values.
    expect(JSON.stringify(JSON.parse(formatJson(text) ?? '')) === text).toBe(true);
  });
});

it.each([
  ['JSON', () => formatJson(`${'[1,'.repeat(6_000)}1${']'.repeat(6_000)}`)],
  ['XML', () => formatXml(`${'<a><b/>'.repeat(6_000)}${'</a>'.repeat(6_000)}`)],
])('%s nested so deep that its indents are hundreds of megabytes is refused', (_, format) => {
  expect(format).toThrow(FormattedTooLargeError);
});

describe('XML', () => {
  it('gets a line for each element', () => {
    expect(formatXml('<?xml version="1.0"?><!-- c --><a b="1>2"><c/><d> text </d><e></e><f><g>1</g></f></a>')).toBe(
      '<?xml version="1.0"?>\n<!-- c -->\n<a b="1>2">\n  <c/>\n  <d> text </d>\n  <e></e>\n  <f>\n    <g>1</g>\n  </f>\n</a>\n',
    );
  });

  it('is left alone where text and elements are mixed, and where it is not XML at all', () => {
    expect(formatXml('<p>one <b>two</b> three<i><u>x</u></i></p>')).toBe('<p>one <b>two</b> three<i><u>x</u></i></p>\n');
    expect(formatXml('<a><![CDATA[<x>]]></a>')).toBe('<a><![CDATA[<x>]]></a>\n');
    expect(formatXml('<!DOCTYPE a [<!ENTITY b "c">]><a><b/></a>')).toBe('<!DOCTYPE a [<!ENTITY b "c">]>\n<a>\n  <b/>\n</a>\n');
  });

  it.each([
    ['blanks alone in an element', '<s><sep> </sep><n>\n</n></s>', '<s>\n  <sep> </sep>\n  <n>\n</n>\n</s>\n'],
    [
      'what says that its spaces matter',
      '<r>\n<t xml:space="preserve"> <b/> </t></r>',
      '<r>\n  <t xml:space="preserve"> <b/> </t>\n</r>\n',
    ],
    ['the same in a run of Word', "<w:r><w:t xml:space='preserve'> </w:t></w:r>", "<w:r>\n  <w:t xml:space='preserve'> </w:t>\n</w:r>\n"],
    ['comments among elements', '<a> <!-- b --> </a>', '<a>\n  <!-- b -->\n</a>\n'],
  ])('keeps %s', (_, text, formatted) => {
    expect(formatXml(text)).toBe(formatted);
  });

  it.each(['', 'text', '<a>', '<a></b>', '</a>', '<a', '<a><b></a></b>', '<!-- '])('%j is none', (text) => {
    expect(formatXml(text)).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { foldsOf, indentOf, outerFolds } from './fold-lines';

const JSON_LINES = ['{', '  "a": [', '    1,', '    2', '  ],', '  "b": {', '    "c": 3', '  }', '}'];
const PYTHON = ['def a():', '    if x:', '        y', '', '    z', '', 'def b():', '\tpass'];

it.each([
  [
    'JSON',
    JSON_LINES,
    [
      [0, 7],
      [1, 3],
      [5, 6],
    ],
  ],
  [
    'code',
    PYTHON,
    [
      [0, 4],
      [1, 2],
      [6, 7],
    ],
  ],
  ['lines without indents', ['a', 'b', '', 'c'], []],
  ['a text that begins indented', ['    a', '  b', '    c'], [[1, 2]]],
  ['line breaks of Windows', ['a:\r', '  b\r', '\r', 'c\r'], [[0, 1]]],
  ['nothing', [''], []],
])('blocks are found by their indents: %s', (_, lines, expected) => {
  expect([...foldsOf(lines)]).toEqual(expected);
});

it.each([
  [
    'of JSON, the blocks in the one that holds all',
    JSON_LINES,
    [
      [1, 3],
      [5, 6],
    ],
  ],
  [
    'of code, the outermost',
    PYTHON,
    [
      [0, 4],
      [6, 7],
    ],
  ],
])('folding all folds %s', (_, lines, expected) => {
  expect(outerFolds(foldsOf(lines), lines.length)).toEqual(expected);
});

it('a tab is as wide as four spaces, and an empty line has no indent', () => {
  expect(['\ta', '    a', '  \t', '\r', 'a'].map(indentOf)).toEqual([4, 4, -1, -1, 0]);
});

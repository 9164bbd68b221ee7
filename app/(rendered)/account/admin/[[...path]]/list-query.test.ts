import { expect, it } from 'vitest';
import { textOf } from './list-query';

it.each<[string | string[] | undefined, string]>([
  [' anna ', 'anna'],
  [undefined, ''],
  [['a', 'b'], ''],
  ['x'.repeat(65), ''],
  // PostgreSQL has no such character: a query with it would fail.
  ['an\0na', ''],
])('a field %j of an address is taken as %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

import { expect, it } from 'vitest';
import { withAsciiDigits } from './digits.rules';

it.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۹', '9'],
  ['१०', '10'],
  ['３０', '30'],
  ['𝟗𝟘', '90'],
  ['12 a', '12 a'],
])('digits of every script are read: %s', (typed, read) => {
  expect(withAsciiDigits(typed)).toBe(read);
});

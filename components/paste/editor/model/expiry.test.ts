import { expect, it } from 'vitest';
import { secondsOf } from './expiry';

it.each([
  ['3', 10_800],
  ['٣', 10_800],
  ['۲۴', 86_400],
  ['２', 7_200],
  ['3.5', 'wrong'],
  ['drei', 'wrong'],
  ['٢٥', 'wrong'],
])('a time of %s hours, up to a day, is %s seconds', (amount, seconds) => {
  expect(secondsOf({ amount, unit: 'hours' }, 86_400)).toBe(seconds);
});

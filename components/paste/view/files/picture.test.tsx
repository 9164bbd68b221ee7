import { expect, it } from 'vitest';
import { larger, smaller } from './picture';

it.each([
  [37, 50, 25],
  [98, 150, 75],
  [100, 150, 75],
  [800, 800, 400],
  [10, 25, 10],
])('from %d %% a step leads to %d or %d %%', (shown, more, less) => {
  expect([larger(shown), smaller(shown)]).toEqual([more, less]);
});

import { expect, it } from 'vitest';
import { FIT, larger, smaller, type Zoom } from './picture';

it.each<[zoom: Zoom, fitted: number, larger: number, smaller: number]>([
  [FIT, 37, 50, 25],
  [FIT, 98, 150, 75],
  [100, 37, 150, 75],
  [800, 37, 800, 400],
  [10, 37, 25, 10],
])('from %s, which is %d %% where it fits, a step leads to %d or %d %%', (zoom, fitted, more, less) => {
  expect([larger(zoom, fitted), smaller(zoom, fitted)]).toEqual([more, less]);
});

import { expect, it } from 'vitest';
import { columnsInView, heightOf, lastAtMost, ROW_PIXELS, rowsInView, topOfRow } from './table-window';

const box = (top: number, left = 0) => ({ top, left, width: 800, height: 600 });

it.each([[10], [1_000], [2_000_000]])('of %d rows, those in view are rendered where they are seen, from first to last', (rows) => {
  const end = Math.max(0, heightOf(rows) - 600);
  for (const top of [0, end / 3, end]) {
    const { from, to, begin } = rowsInView(rows, box(top));
    expect(to - from).toBeLessThan(45);
    expect(begin).toBeLessThanOrEqual(top);
    expect(begin + (to - from) * ROW_PIXELS).toBeGreaterThanOrEqual(Math.min(top + 600, rows * ROW_PIXELS));
  }
  expect(rowsInView(rows, box(0)).from).toBe(0);
  expect(rowsInView(rows, box(end)).to).toBe(rows);
});

it.each([[0], [123], [1_999_999]])('row %d of two million is in view when scrolled to', (row) => {
  const { from, to } = rowsInView(2_000_000, box(topOfRow(row, 2_000_000, 600)));
  expect(row).toBeGreaterThanOrEqual(from);
  expect(row).toBeLessThan(to);
});

it('of many columns, those in view are rendered', () => {
  const edges = Float64Array.from({ length: 1_001 }, (_, column) => column * 100);
  const { from, to } = columnsInView(edges, box(0, 50_000));
  expect(from).toBeLessThanOrEqual(500);
  expect(to).toBeGreaterThan(508);
  expect(to - from).toBeLessThan(25);
});

it.each([
  [[0, 10, 20], 9, 0],
  [[0, 10, 20], 10, 1],
  [[0, 10, 20], 99, 2],
  [[5], 1, 0],
])('of %j, the last at most %d has the index %d', (numbers, value, index) => {
  expect(lastAtMost(numbers, value)).toBe(index);
});

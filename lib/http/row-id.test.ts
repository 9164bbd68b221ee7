import { describe, expect, it } from 'vitest';
import { parseRowId } from './row-id';

describe('parseRowId', () => {
  it.each([
    ['1', 1],
    ['42', 42],
    ['2147483647', 2_147_483_647],
  ])('parseRowId reads %s', (text, id) => {
    expect(parseRowId(text)).toBe(id);
  });

  it.each(['0', '2147483648', '9999999999', '10000000000', '-1', '+1', '01', '1.0', '1e3', '0x1', ' 1', '1 ', '1\n', '', 'x', '١'])(
    'parseRowId takes %j for no id',
    (text) => {
      expect(parseRowId(text)).toBeNull();
    },
  );
});

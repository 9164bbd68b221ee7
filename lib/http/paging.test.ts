import { describe, expect, it } from 'vitest';
import { pagingSchema } from './paging';

const parse = (query: Record<string, string>) => pagingSchema(20, 100).safeParse(query);

describe('pagingSchema', () => {
  it.each([
    [{}, { limit: 20, offset: 0 }],
    [
      { limit: '1', offset: '0' },
      { limit: 1, offset: 0 },
    ],
    [
      { limit: '100', offset: '7' },
      { limit: 100, offset: 7 },
    ],
    [{ limit: '007' }, { limit: 7, offset: 0 }],
    [{ offset: '999999999999999' }, { limit: 20, offset: 999_999_999_999_999 }],
  ])('pagingSchema reads %j', (query, expected) => {
    expect(parse(query).data).toEqual(expected);
  });

  it.each([
    [{ limit: '0' }, 'limit', 'expected at least 1'],
    [{ limit: '101' }, 'limit', 'expected at most 100'],
    [{ limit: '-1' }, 'limit', 'expected a whole number of up to 15 digits'],
    [{ limit: '1.5' }, 'limit', 'expected a whole number of up to 15 digits'],
    [{ limit: '' }, 'limit', 'expected a whole number of up to 15 digits'],
    [{ limit: '1e1' }, 'limit', 'expected a whole number of up to 15 digits'],
    [{ offset: '-1' }, 'offset', 'expected a whole number of up to 15 digits'],
    [{ offset: '1000000000000000' }, 'offset', 'expected a whole number of up to 15 digits'],
  ])('pagingSchema refuses %j', (query, field, message) => {
    expect(parse(query).error?.issues.map((issue) => [issue.path, issue.message])).toEqual([[[field], message]]);
  });
});

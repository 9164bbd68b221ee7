import { expect, it } from 'vitest';
import * as z from 'zod';
import { present, presentAs } from './present';

it('only the named fields of a row leave the house, with times in ISO 8601', () => {
  const row = { id: 1, secret: 'x', at: 0, since: 1, createdAt: 2, keptUntil: 3, expiresAt: null, views: 4 };
  expect(present(row, 'id', 'at', 'since', 'createdAt', 'keptUntil', 'expiresAt', 'views')).toEqual({
    id: 1,
    at: '1970-01-01T00:00:00.000Z',
    since: '1970-01-01T00:00:00.001Z',
    createdAt: '1970-01-01T00:00:00.002Z',
    keptUntil: '1970-01-01T00:00:00.003Z',
    expiresAt: null,
    views: 4,
  });
});

it('a schema picks its fields from a row, which may lack optional ones', () => {
  const schema = z.strictObject({ id: z.int(), createdAt: z.iso.datetime(), lastReadAt: z.iso.datetime().nullable().optional() });
  const row = { id: 1, secret: 'x', createdAt: 2 };
  expect(presentAs(schema, row)).toEqual({ id: 1, createdAt: '1970-01-01T00:00:00.002Z' });
  expect(presentAs(schema, { ...row, lastReadAt: null })).toMatchObject({ lastReadAt: null });
});

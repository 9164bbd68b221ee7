import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ValidationError } from './errors';
import { parseWith } from './validation';

const schema = z.object({ name: z.string().max(3, 'too long'), size: z.int().default(7), tags: z.array(z.string()).optional() });

function detailsOf(input: unknown) {
  try {
    parseWith(schema, input);
  } catch (error) {
    if (error instanceof ValidationError) return error.options.details;
    throw error;
  }
  return expect.fail('expected a ValidationError');
}

describe('parseWith', () => {
  it('parseWith gives what the schema makes of the input, without unknown fields', () => {
    expect(parseWith(schema, { name: 'a', other: 1 })).toEqual({ name: 'a', size: 7 });
  });

  it('parseWith takes null at the top level for omitted, and only there', () => {
    expect(parseWith(schema, { name: 'a', size: null, tags: null })).toEqual({ name: 'a', size: 7 });
    expect(detailsOf({ name: 'a', tags: [null] })).toMatchObject([{ path: ['tags', '0'] }]);
  });

  it.each([[{}], [{ name: null }], [{ name: undefined }]])('parseWith calls a missing field Required: %j', (input) => {
    expect(detailsOf(input)).toEqual([{ path: ['name'], message: 'Required' }]);
  });

  it('parseWith names every problem at once, each with its place as texts', () => {
    expect(detailsOf({ name: 'long', size: 1.5, tags: ['a', 5] })).toMatchObject([
      { path: ['name'], message: 'too long' },
      { path: ['size'] },
      { path: ['tags', '1'] },
    ]);
  });

  it.each([[null], [[]], ['text'], [5]])('parseWith has a problem with the whole of what is no object: %j', (input) => {
    expect(detailsOf(input)).toMatchObject([{ path: [] }]);
  });
});

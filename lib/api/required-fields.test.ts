/** A body without fields gets the name of each field that it needs. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { parseWith } from '../http/validation';
import { routes } from './routes';

const bodies = routes.flatMap(({ method, path, body }) => (body instanceof z.ZodType ? [{ name: `${method} ${path}`, body }] : []));

it.each(bodies)('$name names each missing field', ({ body }) => {
  const { required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  let named: unknown[] = [];
  try {
    parseWith(body, {});
  } catch (error) {
    named = (error as { options: { details: { path: PropertyKey[]; message: string }[] } }).options.details.flatMap(({ path, message }) =>
      message === 'Required' ? [path[0]] : [],
    );
  }
  expect(named).toEqual(expect.arrayContaining(required));
});

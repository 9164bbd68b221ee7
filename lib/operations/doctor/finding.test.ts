import { expect, it } from 'vitest';
import { describeError } from './doctor-servers';

it.each([
  [new Error('refused'), 'refused'],
  // Connections to several addresses fail so.
  [Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  [new Error(''), 'failed'],
  [new Error('fetch failed', { cause: Object.assign(new Error(''), { code: 'ENOTFOUND' }) }), 'fetch failed: ENOTFOUND'],
])('an error is its message, else its code, with its cause: %s', (error, text) => {
  expect(describeError(error)).toBe(text);
});

import { expect, it } from 'vitest';
import { isComposing } from './is-composing';

it.each([
  ['Enter', { isComposing: false, keyCode: 13 }, false],
  ['Enter that ends a composition', { isComposing: true, keyCode: 229 }, true],
  ['Enter that ends a composition in Safari', { isComposing: false, keyCode: 229 }, true],
])('an input method’s keys are known: %s', (_, event, expected) => {
  expect(isComposing(event)).toBe(expected);
});

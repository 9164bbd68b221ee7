import { expect, it } from 'vitest';
import { suggestedLabel } from './suggested-label';

it.each([
  ['#label=The%20password%20of%20db%2E1', 'The password of db.1'],
  ['#label=a+b%26c%3Dd', 'a+b&c=d'],
  ['#label=%00two%0Alines', 'two lines'],
  ['#label=%', '%'],
  [`#label=${'x'.repeat(5_000)}`, 'x'.repeat(1_000)],
  ['#label=', ''],
  ['#other=x', null],
  ['', null],
])('the fragment %.40s suggests a label', (hash, label) => {
  expect(suggestedLabel(hash)).toBe(label);
});

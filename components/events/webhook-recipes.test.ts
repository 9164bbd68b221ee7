import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RECIPES } from './verify-help';

it.each(RECIPES)('the recipe for $language is the one of the document, whose tests run it', ({ name, code }) => {
  const document = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
  const section = document.split(`<!-- recipe:${name} -->`)[1] ?? '';
  expect(`${code}\n`).toBe(/^\s*```\w+\n([\s\S]*?)```/.exec(section)?.[1]);
});

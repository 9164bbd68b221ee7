/** The address of the repository is the same wherever a release names it, and is nowhere while there is none. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINK_SOURCE } from '#lib/site/source.rules';
import { PLACES } from './link-source.mjs';

const SOURCE = 'https://git.example/acme/sealpaste';

it.each(Object.entries(PLACES))('%s has the address of the build, gets another, and loses it', (path, write) => {
  const text = readFileSync(path, 'utf8');
  expect(write(text, LINK_SOURCE)).toBe(text);
  const linked = write(text, SOURCE);
  expect(linked).toContain(SOURCE);
  expect(write(linked, SOURCE)).toBe(linked);
  expect(write(linked, '')).not.toContain(SOURCE);
  expect(write(linked, LINK_SOURCE)).toBe(text);
});

it('both packages lead to the repository, its page and its issues', () => {
  const { repository, homepage, bugs } = JSON.parse(PLACES['cli/package.json']?.(readFileSync('cli/package.json', 'utf8'), SOURCE) ?? '');
  expect([repository, homepage, bugs]).toEqual([{ type: 'git', url: `git+${SOURCE}.git`, directory: 'cli' }, SOURCE, `${SOURCE}/issues`]);
});

/** The data that pages which are files obey, and the table of docs/verify.md. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OBEYED_MEMBERS } from './page-data.rules';

const namesIn = (known: object): string[] =>
  Object.entries(known).flatMap(([name, parts]) =>
    typeof parts === 'object' ? namesIn(parts).map((member) => `${name}.${member}`) : [name],
  );

it('the document says what each member of the data can do at worst', () => {
  const [, section = ''] = readFileSync('docs/verify.md', 'utf8').split('## What a page takes from its host');
  const rows = section.split('\n## ')[0]?.match(/^\| `.*(?= \|.*\|$)/gm) ?? [];
  const named = rows.flatMap((row) => [...row.matchAll(/`([\w.]+)`/g)].map(([, name]) => name));
  expect(named.sort()).toEqual(namesIn(OBEYED_MEMBERS).sort());
});

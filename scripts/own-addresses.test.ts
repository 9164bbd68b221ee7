/** Tests the linter rule for addresses of the service on lines that break it and lines that don't. */
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { lintPlanted } from './testing/lint-planted';

const REPORTED = [
  'a(<a href="/view" />)',
  "a(<a href={'/view'} />)",
  'a(<form action={`/view/x`} />)',
  "a({ href: '/account' })",
  'a({ status: 303, headers: { Location: `/view/x` } })',
  "fetch('/api/v1/pastes')",
  "fetch(`/raw/x`, { cache: 'no-store' })",
];
const ALLOWED = [
  'a(<a href="#content" />)',
  'a(<a href="https://example.org/" />)',
  'a(<a href={addressOf(`/view/x`)} />)',
  'a(<Code command={`/link x`} />)',
  "a({ path: '/api/v1/pastes' })",
  "redirect('/account')",
  "fetch(addressOf('/api/v1/pastes'))",
];

it('an address of ours that is written out is reported, and nothing else is', () => {
  const text = [...REPORTED, ...ALLOWED].map((line) => `${line};\n`).join('');
  const planted = lintPlanted(['app', 'components', 'lib', 'cli'], 'planted.tsx', text);
  const reported = [...planted].flatMap(([file, lines]) => lines.map((line) => `${dirname(file)} ${line}`));
  const expected = ['app', 'components', 'lib'].flatMap((name) => REPORTED.map((_, index) => `${name} ${index + 1}`));
  expect([...new Set(reported)].sort()).toEqual(expected.sort());
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { ABOUT_DATABASES, ONLY_IN_PROVE } from '../e2e/support/scope.mjs';

const files = ['lib', 'prisma', 'worker', 'e2e/http'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
);
const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const onBoth = tests.filter(({ file }) => ABOUT_DATABASES.some((pattern) => matchesGlob(file, pattern)));

it('every repository has tests that run on both engines at each change', () => {
  const tested = new Set(onBoth.filter(({ text }) => text.includes('engines')).map(({ file }) => dirname(file)));
  const folders = new Set(files.filter((file) => file.endsWith('.repository.ts')).map((file) => dirname(file)));
  expect([...folders].filter((folder) => !tested.has(folder))).toEqual([]);
});

it('what asks for PostgreSQL itself gets it at each change', () => {
  const asking = tests.filter(({ file, text }) => file.startsWith('lib/') && text.includes("engines.includes('postgresql')"));
  expect(asking.filter((test) => !onBoth.includes(test)).map(({ file }) => file)).toEqual([]);
});

it('every pattern and file that divides the tests names some', () => {
  expect(ABOUT_DATABASES.filter((pattern) => !onBoth.some(({ file }) => matchesGlob(file, pattern)))).toEqual([]);
  expect(Object.keys(ONLY_IN_PROVE).filter((file) => !files.includes(file))).toEqual([]);
});

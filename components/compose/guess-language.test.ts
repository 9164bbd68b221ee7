import { expect, test } from 'vitest';
import { LANGUAGES } from '../languages';
import { guessLanguage } from './guess-language';
import { LANGUAGE_FILES } from './language-files';

test.each([
  ['main.rs', 'rust'],
  ['Dockerfile', 'docker'],
  ['nginx.conf', 'nginx'],
  ['notes.TXT', 'plaintext'],
  ['archive.tar.yml', 'yaml'],
])('the name %s says %s, whatever stands in it', (name, language) => {
  expect(guessLanguage('def f():\n  pass', name)).toBe(language);
});

test.each([
  ['#!/bin/sh\n', 'bash'],
  ['#!/usr/bin/env python3\n', 'python'],
  ['#!/usr/bin/env -S node --test\n', 'javascript'],
  ['#!/usr/bin/perl -w\n', 'perl'],
])('%j names its interpreter', (head, language) => {
  expect(guessLanguage(head)).toBe(language);
});

test.each([
  ['typescript', "import { a } from './a';\n\nexport interface B {\n  c: string;\n}\n"],
  ['javascript', "const a = require('a');\nfunction b() {\n  console.log(a);\n}\n"],
  ['python', 'import os\n\ndef main():\n    print(os.name)\n'],
  ['go', 'package main\n\nfunc main() {\n\tx := 1\n}\n'],
  ['rust', 'use std::io;\n\nfn main() {\n    let mut a = 1;\n}\n'],
  ['json', '{\n  "name": "a",\n  "version": 1\n}'],
  ['json', '[{"a": 1}, {"a": 2}]'],
  ['yaml', 'services:\n  web:\n    image: a\n'],
  ['toml', '[package]\nname = "a"\n'],
  ['ini', '[section]\nkey=value\n'],
  ['sql', 'SELECT a, b FROM c WHERE d = 1;'],
  ['html', '<!doctype html>\n<html><body></body></html>'],
  ['css', '.a {\n  color: red;\n}\n'],
  ['diff', 'diff --git a/a b/a\n@@ -1,2 +1,3 @@\n'],
  ['markdown', '# Title\n\nSome **bold** text with [a link](https://a.b).\n'],
  ['docker', 'FROM node:24\nWORKDIR /app\nCOPY . .\n'],
  ['bash', 'set -e\nexport A=1\nif [ -f a ]; then\n  echo "$A"\nfi\n'],
  ['java', 'public class A {\n  public static void main(String[] args) {}\n}\n'],
  ['log', '2026-11-20T10:00:00.000Z INFO started\n'],
])('%s is known by its beginning', (language, head) => {
  expect(guessLanguage(head)).toBe(language);
});

test('prose is plain text', () => {
  expect(guessLanguage('Dear all,\n\nlet us meet on Monday; from there we go on. Import what you need.\n')).toBe('plaintext');
});

test('a hostile beginning is looked at in milliseconds', () => {
  for (const piece of [' ', 'a', '(', '<div ', '[a](', '# A', 'select ', 'const a']) {
    const startedAt = performance.now();
    guessLanguage(piece.repeat(200_000));
    expect(performance.now() - startedAt).toBeLessThan(250);
  }
});

test.each(LANGUAGES.filter(({ id }) => id !== 'nginx'))(
  'the name of a downloaded file, *.$extension, says $name again',
  ({ id, extension }) => {
    expect(guessLanguage('', `a.${extension}`)).toBe(id);
  },
);

test('a file name, extension or interpreter belongs to one language, which is in the list', () => {
  for (const pick of ['extensions', 'names', 'shebangs'] as const) {
    const all = LANGUAGE_FILES.flatMap((files) => files[pick] ?? []);
    expect(new Set(all).size).toBe(all.length);
  }
  const ids = LANGUAGES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { language } of LANGUAGE_FILES) expect(ids).toContain(language);
});

import { expect, test } from 'vitest';
import { RENDERERS } from '#components/paste/view/ready/load-parts';
import { LANGUAGES, languageOf } from '#lib/languages/language.rules';
import { LANGUAGE_FILES } from '#lib/languages/language-files.rules';
import { guessLanguage } from './guess-language';

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
  ['yaml', 'name: demo\nversion: 1.0\n'],
  ['plaintext', 'Host: db1.example\nUser: anna\nPassword: correct horse\n'],
  ['plaintext', 'host: db1.example\nuser: anna\npassword: x9\n'],
  ['yaml', 'services:\n  web:\n    image: a\n'],
  ['toml', '[package]\nname = "a"\n'],
  ['ini', '[section]\nkey=value\n'],
  ['sql', 'SELECT a, b FROM c WHERE d = 1;'],
  ['html', '<!doctype html>\n<html><body></body></html>'],
  ['css', '.a {\n  color: red;\n}\n'],
  ['diff', 'diff --git a/a b/a\n@@ -1,2 +1,3 @@\n'],
  ['markdown-source', '# Title\n\nSome **bold** text with [a link](https://a.b).\n'],
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

test('a hostile beginning is looked at at once, however long it is', () => {
  for (const piece of [' ', 'a', '(', '<div ', '[a](', '# A', 'select ', 'const a']) {
    const text = piece.repeat(200_000);
    const before = process.cpuUsage();
    guessLanguage(text);
    // CPU time of this process, which other programs don't change. A pattern that backtracks would take minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  }
});

test.each(LANGUAGES.filter(({ id }) => id !== 'nginx' && !id.endsWith('-source')))(
  'the name of a downloaded file, *.$extension, says $name again',
  ({ id, extension }) => {
    expect(guessLanguage('', `a.${extension}`)).toBe(id);
  },
);

test('a file name, extension or interpreter belongs to exactly one listed language', () => {
  for (const pick of ['extensions', 'names', 'shebangs'] as const) {
    const all = LANGUAGE_FILES.flatMap((files) => files[pick] ?? []);
    expect(new Set(all).size).toBe(all.length);
  }
  const ids = LANGUAGES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { language } of LANGUAGE_FILES) expect(ids).toContain(language);
});

test.each([
  ['jsx', 'export function App() {\n  return <Button className="big">Go</Button>;\n}\n'],
  ['jsx', 'import React from \'react\';\n\nconst App = () => (\n  <div>\n    <Hello name="x" />\n  </div>\n);\n'],
  ['tsx', 'interface Props {\n  name: string;\n}\nexport const App = ({ name }: Props) => <p className="x">{name}</p>;\n'],
  ['csv-source', 'name,age,city\nAnna,31,Oslo\nBert,40,Bern\n'],
  ['csv-source', 'id,price\n1,"2,50"\n2,3\n3,4\n'],
  [
    'log',
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    import nope\nModuleNotFoundError: No module named \'nope\'\n',
  ],
  ['log', 'Error: boom\n    at run (/app/a.js:1:2)\n    at main (/app/b.js:3:4)\n'],
  ['log', 'Exception in thread "main" java.lang.NullPointerException\n\tat com.example.A.b(A.java:12)\n'],
  ['ini', '# local\nDATABASE_URL=postgres://localhost/x\nPORT=3000\n'],
  ['ini', 'API_TOKEN=abc\n'],
  ['css', 'a { color: red; }\nb { margin: 0 }\n'],
  ['css', '.card:hover { color: red; }\n'],
])('%s is guessed from the text alone (case %#)', (language, text) => {
  expect(guessLanguage(text)).toBe(language);
});

test.each([
  ['markdown-source', '# Title\n\nText\n\n## Second\n\n- one\n- two\n'],
  ['markdown-source', '# Überblick\n\n```sh\nmake\n```\n'],
  ['plaintext', '# A heading alone\n\nA line.\n'],
  ['ini', '# Database\n\nDB_HOST=localhost\nDB_PASS=a*b*c\n'],
  ['plaintext', '# Options\n\nhost *a*\nuser *b*\n'],
  ['plaintext', '# Counts the words\n\nx <- c(1, 2)\n'],
  ['toml', '# Build\n\n[package]\nname = "a"\n'],
  ['xml', '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <Nullable>enable</Nullable>\n  </PropertyGroup>\n</Project>\n'],
  ['xml', '<LinearLayout\n    android:orientation="vertical">\n  <TextView android:text="a" />\n</LinearLayout>\n'],
  ['xml', '<Error><Code>AccessDenied</Code></Error>'],
  ['xml', '<!-- a -->\n<web-app><servlet/></web-app>'],
  ['html', '<p class="a">Text</p>\n'],
  ['jsx', '<Button onClick={() => go()}>Go</Button>\n'],
  ['plaintext', 'Use <Code> here\n'],
  ['plaintext', 'Host: db.example.org\nUser: anna\nPassword: hunter2\n'],
  ['plaintext', 'host: db\nuser: anna\npassword: correct horse battery\n'],
  ['yaml', 'name: app\nversion: 1.0\n'],
  ['yaml', 'Name: Anna\nTags:\n  - one: 1\n'],
])('%s is guessed where signs look alike (case %#)', (language, text) => {
  expect(guessLanguage(text)).toBe(language);
});

test('a text alone never says a language that opens rendered', () => {
  const rendered = Object.keys(RENDERERS);
  const texts = ['# A\n\n[a](https://b.c) **d**\n\n```\n', 'a,b,c\n1,2,3\n4,5,6\n', 'a\tb\n1\t2\n3\t4\n'];
  for (const text of texts) expect(rendered).not.toContain(guessLanguage(text));
  for (const id of rendered) expect(guessLanguage('', `a.${languageOf(id)?.extension}`)).toBe(id);
});

test.each([
  'Hello, my friend,\nthis, as you see, is prose,\nand not, by any means, a table.\n',
  'one, two\nthree, four\n',
  'Dear Anna,\nsee you,\nBert\n',
])('prose with commas is plain text (case %#)', (text) => {
  expect(guessLanguage(text)).toBe('plaintext');
});

test.each([
  ['struct A { b: u8 }\nfn main() {}\n', 'rust'],
  ['interface A { b: string }\n', 'typescript'],
  ['const a = <T>(b: T): T => b;\nexport const c: number = 1;\n', 'typescript'],
])('what looks a little like CSS or JSX is not taken for it (case %#)', (text, language) => {
  expect([language, 'plaintext']).toContain(guessLanguage(text));
});

test.each([
  ['style.css', 'css'],
  ['My notes.md', 'markdown'],
  ['.env', 'ini'],
  ['production.env', 'ini'],
  ['notes.txt', 'plaintext'],
  ['Dockerfile', 'docker'],
])('a title with an ending decides before the text: %s', (title, language) => {
  expect(guessLanguage('{"a": 1}', title, 'other.json')).toBe(language);
});

test.each(['Meet at 5 p.m', 'Release 2.0', 'A title', ''])(
  'a title that is no file name leaves it to the file and the text: %s',
  (title) => {
    expect(guessLanguage('{"a": 1}', title)).toBe('json');
    expect(guessLanguage('{"a": 1}', title, 'a.yaml')).toBe('yaml');
  },
);

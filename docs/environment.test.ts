/** Each documented block of variables means the same in `.env`, in systemd's EnvironmentFile, in Compose and in a shell. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';

type Values = Record<string, string>;

const DOCS = fileURLToPath(new URL('.', import.meta.url));
const ASSIGNMENT = /^[A-Z][A-Z0-9_]*=/;

/** Blocks that consist of variables and comments alone. */
const blocks = ['../README.md', ...readdirSync(DOCS).filter((name) => name.endsWith('.md'))].flatMap((name) => {
  const text = readFileSync(join(DOCS, name), 'utf8');
  return [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => {
    const lines = block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return lines.length > 0 && lines.every((line) => ASSIGNMENT.test(line)) ? [{ name, block }] : [];
  });
});

/** A line by the rules of systemd.exec(5): only quotes and backslashes are special, and no comment follows a value. */
function systemd(text: string): Values {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^[#;]/.test(line));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*?)\s*$/.exec(line) ?? [];
      const parts = [...value.matchAll(/"((?:\\.|[^"])*)"|'([^']*)'|((?:\\.|[^"'\\])+)/g)];
      return [name, parts.map(([, double, single, bare]) => single ?? (double ?? bare ?? '').replaceAll(/\\(.)/g, '$1')).join('')];
    }),
  );
}

/** A line by the rules of Compose: a comment begins after a blank, and `$` is a variable except in single quotes. */
function compose(text: string): Values {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      const [, quote, quoted] = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value) ?? [];
      const plain = quoted ?? value.replace(/(^|\s+)#.*$/, '').trim();
      return [name, quote === "'" ? plain : plain.replaceAll(/\$\{?\w+\}?/g, '')];
    }),
  );
}

function shell(text: string): Values {
  const folder = mkdtempSync(join(tmpdir(), 'sealpaste-environment-'));
  try {
    writeFileSync(join(folder, 'env'), text);
    const program = 'set -a; . "$0"; exec env -0';
    const all = execFileSync('/bin/sh', ['-euc', program, join(folder, 'env')], { env: { NODE_ENV: 'test', PATH: process.env.PATH } });
    const pairs = String(all)
      .split('\0')
      .map((pair) => /^([^=]*)=([\s\S]*)$/.exec(pair) ?? []);
    const names = new Set(Object.keys(parseEnv(text)));
    return Object.fromEntries(pairs.flatMap(([, name = '', value = '']) => (names.has(name) ? [[name, value]] : [])));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('the documents have such blocks', () => {
  expect(blocks.length).toBeGreaterThan(5);
});

describe.each(blocks)('$name', ({ block }) => {
  it.each([
    ['systemd', systemd],
    ['Compose', compose],
    ['a shell', shell],
  ])(`a block means the same to Node and to %s: ${block.split('\n')[0]?.slice(0, 30)}`, (_, parse) => {
    expect(parse(block)).toEqual({ ...parseEnv(block) });
    expect(Object.values(parse(block))).not.toContain('');
  });
});

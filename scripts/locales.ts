/**
 * `npm run locales [-- LANGUAGE …]` tells translators what is to do: sentences that are missing, that no English one has, whose
 * English has changed since, that lost an argument, or that are much longer than their room.
 * `npm run locales -- --record LANGUAGE` remembers which English files the translation follows: locales/LANGUAGE/english.json has the
 * id that git gives each, by which git also knows its sentences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGE_NAMES } from '../lib/locales/languages.rules';
import { argumentsOf, compile, parseSentence, readSentences, type Words } from './generate-messages';
import { rootDir } from './source-hash.mjs';

const flat = (words: Words, path = ''): [path: string, sentence: string][] =>
  typeof words === 'string'
    ? [[path, words]]
    : Object.entries<Words>(words as Record<string, Words>).flatMap(([name, each]) => flat(each, path === '' ? name : `${path}.${name}`));

/** Groups that no translation needs: operators and programmers read them in English (docs/translate.md). */
const ENGLISH_ONLY = /^(?:admin|apiDocs|cliDocs)\./;
/** English texts up to this length are names of buttons, links and fields, which have little room. */
const NAME_CHARACTERS = 24;
/** A translation of a name has the room of this many times the English one, and some more. */
const [ROOM, MORE_ROOM] = [2, 16];

const isTooLong = (source: string, sentence: string) =>
  source.length <= NAME_CHARACTERS && !source.includes('{') && sentence.length > ROOM * source.length + MORE_ROOM;

const namesIn = (sentence: string) => [...argumentsOf(parseSentence(sentence)).keys()].sort().join(', ');

const recordOf = (language: string) => join(rootDir, 'locales', language, 'english.json');

/** Returns what git prints; '' when it fails. */
const git = (...args: string[]) => spawnSync('git', args, { cwd: rootDir, encoding: 'utf8', maxBuffer: Infinity }).stdout;

/** The English files, and the id that git gives each. */
const englishFiles = () =>
  readdirSync(join(rootDir, 'locales/en'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, git('hash-object', `locales/en/${name}`).trim()] as const);

/**
 * Finds the English sentences that a translation follows, of the files that have changed since.
 * @returns `unknown`: files that git never had as they were
 */
function readFollowed(language: string): { followed: Words; unknown: string[] } {
  const file = recordOf(language);
  const record: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const changed = englishFiles().filter(([name, id]) => record[name] !== undefined && record[name] !== id);
  const before = changed.map(([name]) => ({ name, text: git('cat-file', 'blob', record[name] ?? '') }));
  return {
    followed: Object.assign({}, ...before.map(({ text }) => JSON.parse(text || '{}'))),
    unknown: before.filter(({ text }) => text === '').map(({ name }) => name),
  };
}

/**
 * Compares a translation with the English sentences.
 * @param followed the English sentences that the translation follows, where they may have changed
 * @returns a line for each problem
 */
export function compare(english: Words, translated: Words, language: string, followed: Words): string[] {
  const [sources, targets, before] = [new Map(flat(english)), new Map(flat(translated)), new Map(flat(followed))];
  const missing = [...sources.keys()].filter((path) => !targets.has(path) && !ENGLISH_ONLY.test(path));
  const problems = missing.map((path) => `missing: ${path}`);
  for (const [path, sentence] of targets) {
    const source = sources.get(path);
    if (source === undefined) {
      problems.push(`not in English: ${path}`);
      continue;
    }
    try {
      compile(sentence, language, path);
      if (namesIn(sentence) !== namesIn(source))
        problems.push(`other arguments: ${path} has (${namesIn(sentence)}), English (${namesIn(source)})`);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
    if (isTooLong(source, sentence)) problems.push(`long: ${path} has ${sentence.length} characters, English ${source.length}`);
    if (before.has(path) && before.get(path) !== source) problems.push(`English has changed: ${path}`);
  }
  return problems;
}

function record(languages: readonly string[]): void {
  for (const language of languages) {
    const translated = new Set(readdirSync(join(rootDir, 'locales', language)));
    const followed = Object.fromEntries(englishFiles().filter(([name]) => translated.has(name)));
    writeFileSync(recordOf(language), `${JSON.stringify(followed, null, 2)}\n`);
  }
}

export async function main(args: string[]): Promise<void> {
  if (args[0] === '--record') return record(args.slice(1));
  const english = await readSentences('en');
  for (const language of args.length > 0 ? args : Object.keys(LANGUAGE_NAMES).slice(1)) {
    const { followed, unknown } = readFollowed(language);
    const problems = compare(english, await readSentences(language), language, followed);
    for (const name of unknown) problems.push(`English has changed: somewhere in ${name}`);
    for (const problem of problems) console.log(`${language}: ${problem}`);
    console.log(`${language}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}`);
  }
}

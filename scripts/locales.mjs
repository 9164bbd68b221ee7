// @ts-check
/**
 * `npm run locales [-- LANGUAGE …]` tells translators what is to do: sentences that are missing, that no English one has, whose
 * English has changed since, that lost an argument, or that are much longer than their room; and English ones that no source uses.
 * `npm run locales -- --record LANGUAGE` remembers which English files the translation follows: locales/LANGUAGE/english.json has the
 * id that git gives each, by which git also knows its sentences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentsOf, compile, languagesOf, parseSentence, readSentences } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {import('./generate-messages.mjs').Words} Words */

/** @param {Words} words @param {string} [path] @returns {[path: string, sentence: string][]} */
function flat(words, path = '') {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words).flatMap(([name, each]) => flat(each, path === '' ? name : `${path}.${name}`));
}

/** Groups that no translation needs: operators and programmers read them in English (docs/translate.md). */
const ENGLISH_ONLY = /^(?:admin|apiDocs|cliDocs)\./;
/** English texts up to this length are names of buttons, links and fields, which have little room. */
const NAME_CHARACTERS = 24;
/** A translation of a name has the room of this many times the English one, and some more. */
const [ROOM, MORE_ROOM] = [2, 16];

/** @param {string} source in English @param {string} sentence */
const isTooLong = (source, sentence) =>
  source.length <= NAME_CHARACTERS && !source.includes('{') && sentence.length > ROOM * source.length + MORE_ROOM;

/** @param {string} sentence */
const namesIn = (sentence) => [...argumentsOf(parseSentence(sentence)).keys()].sort().join(', ');

/** @param {string} language */
const recordOf = (language) => join(rootDir, 'locales', language, 'english.json');

/** @param {string[]} args @returns {string} what git prints; '' when it fails */
const git = (...args) => spawnSync('git', args, { cwd: rootDir, encoding: 'utf8', maxBuffer: Infinity }).stdout;

/** @returns {[name: string, id: string][]} the English files, and the id that git gives each */
const englishFiles = () =>
  readdirSync(join(rootDir, 'locales/en'))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => [name, git('hash-object', `locales/en/${name}`).trim()]);

/**
 * Finds the English sentences that a translation follows, of the files that have changed since.
 * @param {string} language
 * @returns {{ followed: Words, unknown: string[] }} `unknown`: files that git never had as they were
 */
function readFollowed(language) {
  const file = recordOf(language);
  /** @type {Record<string, string>} */
  const record = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const changed = englishFiles().filter(([name, id]) => record[name] !== undefined && record[name] !== id);
  const before = changed.map(([name]) => ({ name, text: git('cat-file', 'blob', record[name] ?? '') }));
  return {
    followed: Object.assign({}, ...before.map(({ text }) => JSON.parse(text || '{}'))),
    unknown: before.filter(({ text }) => text === '').map(({ name }) => name),
  };
}

/**
 * Compares a translation with the English sentences.
 * @param {Words} english @param {Words} translated @param {string} language
 * @param {Words} followed the English sentences that the translation follows, where they may have changed
 * @returns {string[]} a line for each problem
 */
export function compare(english, translated, language, followed) {
  const [sources, targets, before] = [new Map(flat(english)), new Map(flat(translated)), new Map(flat(followed))];
  const missing = [...sources.keys()].filter((path) => !targets.has(path) && !ENGLISH_ONLY.test(path));
  const problems = missing.map((path) => `missing: ${path}`);
  for (const [path, sentence] of targets) {
    const source = sources.get(path);
    if (source === undefined) problems.push(`not in English: ${path}`);
    else {
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
  }
  return problems;
}

/** English sentences whose name stands in no source, as a member or as a text. @param {Words} english */
function unused(english) {
  const files = ['app', 'components', 'extension', 'lib', 'server'].map((folder) => `:(glob)${folder}/**/*.ts*`);
  const words = new Set(
    git('grep', '-hoE', '\\w+', '--', ...files, ':!*.test.*', ':!*/testing/*')
      .toLowerCase()
      .split('\n'),
  );
  // Some names are put together, such as `user-` and `deleted`.
  const isUsed = (/** @type {string} */ name) => /^\d+$/.test(name) || name.split(/[-.:]/).every((part) => words.has(part.toLowerCase()));
  return flat(english).filter(([path]) => !isUsed(path.slice(path.lastIndexOf('.') + 1)));
}

const args = process.argv.slice(2);
if (import.meta.filename === process.argv[1]) {
  const english = await readSentences('en');
  if (args[0] === '--record') {
    for (const language of args.slice(1)) {
      const translated = new Set(readdirSync(join(rootDir, 'locales', language)));
      const record = englishFiles().filter(([name]) => translated.has(name));
      await writeFile(recordOf(language), `${JSON.stringify(Object.fromEntries(record), null, 2)}\n`);
    }
  } else {
    for (const [path] of unused(english)) console.log(`en: unused: ${path}`);
    for (const language of args.length > 0 ? args : await languagesOf()) {
      const { followed, unknown } = readFollowed(language);
      const problems = compare(english, await readSentences(language), language, followed);
      for (const name of unknown) problems.push(`English has changed: somewhere in ${name}`);
      for (const problem of problems) console.log(`${language}: ${problem}`);
      console.log(`${language}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}`);
    }
  }
}

// @ts-check
/**
 * `npm run locales [-- LANGUAGE …]` tells translators what is to do: sentences that are missing, that no English one has, that are
 * broken or lost an argument; and English ones that no source uses.
 */
import { execFileSync } from 'node:child_process';
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
/** @param {string} sentence */
const namesIn = (sentence) => [...argumentsOf(parseSentence(sentence)).keys()].sort().join(', ');

/**
 * Compares a translation with the English sentences.
 * @param {Words} english @param {Words} translated @param {string} language
 * @returns {string[]} a line for each problem
 */
export function compare(english, translated, language) {
  const [sources, targets] = [new Map(flat(english)), new Map(flat(translated))];
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
    }
  }
  return problems;
}

/** English sentences whose name stands in no source, as a member or as a text. @param {Words} english */
function unused(english) {
  const files = ['app', 'components', 'extension', 'lib', 'server'].map((folder) => `${folder}/**/*.ts*`);
  const args = ['grep', '-hoE', '\\w+', '--', ...files.map((pattern) => `:(glob)${pattern}`), ':!*.test.*', ':!*/testing/*'];
  const words = new Set(execFileSync('git', args, { cwd: rootDir, encoding: 'utf8', maxBuffer: Infinity }).toLowerCase().split('\n'));
  // Some names are put together, such as `user-` and `deleted`.
  const isUsed = (/** @type {string} */ name) => /^\d+$/.test(name) || name.split(/[-.:]/).every((part) => words.has(part.toLowerCase()));
  return flat(english).filter(([path]) => !isUsed(path.slice(path.lastIndexOf('.') + 1)));
}

if (import.meta.filename === process.argv[1]) {
  const english = await readSentences('en');
  for (const [path] of unused(english)) console.log(`en: unused: ${path}`);
  for (const language of process.argv.length > 2 ? process.argv.slice(2) : await languagesOf()) {
    const problems = compare(english, await readSentences(language), language);
    for (const problem of problems) console.log(`${language}: ${problem}`);
    console.log(`${language}: ${problems.length === 0 ? 'complete' : `${problems.length} to do`}`);
  }
}

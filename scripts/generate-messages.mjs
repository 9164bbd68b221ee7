// @ts-check
/**
 * Writes components/messages/, the typed words of the pages, from the sentences in locales/en (ICU MessageFormat).
 * A group of an area, such as `search` in view.json, becomes a module of its own, `searchMessages` in search.ts: a page loads only
 * the groups that it imports.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {string | { [name: string]: Words } | Words[]} Words sentences as a translator writes them */

const TARGET = join(rootDir, 'components/messages');
const IDENTIFIER = /^[A-Za-z_]\w*$/;
/** Types in TypeScript of what a sentence takes; an argument that several elements name has the first of them. */
const ARGUMENT_TYPES = { [TYPE.plural]: 'number', [TYPE.number]: 'number', [TYPE.argument]: 'string | number', [TYPE.select]: 'string' };

export async function generateMessages() {
  // Files are written in dist/ first.
  for (const folder of [TARGET, join(rootDir, 'dist')]) await mkdir(folder, { recursive: true });
  const written = new Set();
  for (const [group, words] of Object.entries(await readSentences('en'))) {
    const file = `${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    const text = `/** Generated from locales by scripts/generate-messages.mjs. */\nexport const ${group}Messages = ${compile(words, 'en', group)};\n`;
    await replaceFile(join(TARGET, file), Buffer.from(text));
    written.add(file);
  }
  for (const file of await readdir(TARGET)) if (!written.has(file)) await rm(join(TARGET, file));
  // A translation with a broken sentence fails here, and not before a reader.
  for (const language of await languagesOf())
    for (const [group, words] of Object.entries(await readSentences(language))) compile(words, language, group);
}

/** @returns {Promise<string[]>} the languages that pages are translated into, besides English */
export async function languagesOf() {
  const entries = await readdir(join(rootDir, 'locales'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== 'en').map(({ name }) => name);
}

/** @param {string} language @returns {Promise<Record<string, Words>>} the groups of all areas */
export async function readSentences(language) {
  const folder = join(rootDir, 'locales', language);
  /** @type {Record<string, Words>} */
  const groups = {};
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'english.json').sort()) {
    for (const [group, words] of Object.entries(JSON.parse(await readFile(join(folder, file), 'utf8')))) {
      if (group in groups) throw new Error(`locales/${language}/${file}: ${group} stands in another file, too`);
      groups[group] = words;
    }
  }
  return groups;
}

/**
 * @param {Words} words @param {string} language @param {string} path of the words, for errors
 * @returns {string} an expression in TypeScript: a string, or a function of what the sentence takes
 */
export function compile(words, language, path) {
  if (Array.isArray(words)) return `[${words.map((each, at) => compile(each, language, `${path}.${at}`)).join(', ')}]`;
  if (typeof words === 'object') {
    const members = Object.entries(words).map(([name, each]) => `${nameOf(name)}: ${compile(each, language, `${path}.${name}`)}`);
    return `{\n${members.join(',\n')},\n}`;
  }
  try {
    return compileSentence(words, language);
  } catch (error) {
    throw new Error(`locales/${language}: ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} name */
const nameOf = (name) => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

/** @param {string} sentence @param {string} language */
function compileSentence(sentence, language) {
  const elements = parseSentence(sentence);
  const types = argumentsOf(elements);
  if (types.size === 0) return JSON.stringify(elements.map((element) => (element.type === TYPE.literal ? element.value : '')).join(''));
  const names = [...types.keys()];
  const parameters =
    names.length === 1
      ? [...types].map(([name, type]) => `${name}: ${type}`).join()
      : `{ ${names.join(', ')} }: { ${[...types].map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
  return `(${parameters}) => ${template(elements, language)}`;
}

/** @param {string} sentence @throws SyntaxError for what is not ICU MessageFormat */
export const parseSentence = (sentence) => parse(sentence, { ignoreTag: true });

/** @param {Element[]} elements @param {Map<string, string>} [types] @returns {Map<string, string>} type by name, in the order of the sentence */
export function argumentsOf(elements, types = new Map()) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const type = ARGUMENT_TYPES[/** @type {keyof typeof ARGUMENT_TYPES} */ (element.type)];
    if (type === undefined) throw new SyntaxError(`{${element.value}} is of a kind that no sentence here needs`);
    if (!types.has(element.value)) types.set(element.value, type);
    if ('options' in element) for (const { value } of Object.values(element.options)) argumentsOf(value, types);
  }
  return types;
}

/** @param {Element[]} elements @param {string} language @param {string} [counted] the text that `#` stands for @returns {string} an expression */
function template(elements, language, counted = '') {
  const [first] = elements;
  if (elements.length === 1 && first && 'options' in first) return choice(first, language, counted);
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.replace(/[`\\]|\$\{/g, '\\$&');
    if (element.type === TYPE.pound) return counted;
    if ('options' in element) return `\${${choice(element, language, counted)}}`;
    if (element.type === TYPE.number) return numberOf(element.value, language);
    return element.type === TYPE.argument ? `\${${element.value}}` : '';
  });
  return `\`${parts.join('')}\``;
}

/** @param {import('@formatjs/icu-messageformat-parser').PluralElement | import('@formatjs/icu-messageformat-parser').SelectElement} element @param {string} language @param {string} counted */
function choice({ type, value: name, options }, language, counted) {
  const branches = Object.entries(options).map(([which, { value }]) => {
    if (type === TYPE.select) return { test: `${name} === ${JSON.stringify(which)}`, text: template(value, language, counted), which };
    const test = pluralTest(name, which, language);
    // A branch for one number says the number itself.
    const [, only] = / === (\d+)$/.exec(test) ?? [];
    const number = only === undefined ? numberOf(name, language) : Number(only).toLocaleString(language);
    return { test, text: template(value, language, number), which };
  });
  const tests = branches.filter(({ which }) => which !== 'other').map(({ test, text }) => `${test} ? ${text} : `);
  return tests.join('') + branches.find(({ which }) => which === 'other')?.text;
}

/** @param {string} name @param {string} language */
const numberOf = (name, language) => `\${${name}.toLocaleString('${language}')}`;

/**
 * Tests whether a number is of a category of CLDR. Where that is the number one alone, as in English, no rules of `Intl` are needed.
 * @param {string} name @param {string} which @param {string} language
 */
function pluralTest(name, which, language) {
  if (which.startsWith('=')) return `${name} === ${Number(which.slice(1))}`;
  const rules = new Intl.PluralRules(language);
  const isOneAlone =
    which === 'one' && [0, 1, 2, 11, 21, 101, 1_000_000].every((count) => (rules.select(count) === 'one') === (count === 1));
  return isOneAlone ? `${name} === 1` : `new Intl.PluralRules('${language}').select(${name}) === '${which}'`;
}

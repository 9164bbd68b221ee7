// @ts-check
/**
 * Compiles the sentences in locales (ICU MessageFormat) into components/messages, the typed words of the pages. A group of an area,
 * such as `search` in view.json, becomes a module of its own, `searchMessages` in search.ts: a page loads only the groups that it
 * imports. components/messages/languages has all groups of each language, for the server (lib/locales/messages.ts), and
 * components/messages/letters one group in all languages: people write to others in a language that isn't their page's.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { load, MESSAGES_FOLDER, replaceFile } from './bundle.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {string | { [name: string]: Words } | Words[]} Words sentences as a translator writes them */

/** @type {{ directionOf: (language: string) => 'ltr' | 'rtl' }} */
const { directionOf } = await load('lib/locales/languages.rules.ts');

/** The module that has a group of sentences. @param {string} group */
const fileOf = (group) => `${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The group that a page has in all languages. */
const LETTER = 'letter';

const HEAD = '/** Generated from locales by scripts/generate-messages.mjs. */';
/** Types in TypeScript of what a sentence takes; an argument that several elements name has the first of them. */
const ARGUMENT_TYPES = { [TYPE.plural]: 'number', [TYPE.number]: 'number', [TYPE.argument]: 'string | number', [TYPE.select]: 'string' };

/**
 * Writes the modules. Each has its English sentences, for development, tests and types. In the pages that Next builds it takes what the
 * process or the document provides instead, as `words` (nothing while Next builds); the other builds put other code in its place (scripts/bundle.mjs).
 */
export async function generateMessages() {
  const compiled = await compileLanguages();
  const { en = {}, ...others } = compiled;
  /** @type {Record<string, string>} */
  const files = {};
  for (const [group, words] of Object.entries(en)) {
    if (group !== LETTER)
      files[fileOf(group)] =
        `export const ${group}Messages = process.env.BUILT_BY_NEXT ? ((globalThis as { words?: Record<string, object> }).words?.${group} ?? {}) as never : ${words};\n`;
  }
  for (const [language, groups] of Object.entries(compiled)) {
    const members = Object.entries(groups).map(([group, words]) => `${group}: ${words},\n`);
    files[`languages/${language}.ts`] =
      `// @ts-nocheck The modules beside have the types.\nexport const groups = {\n${members.join('')}} as object;\n`;
  }
  const letters = Object.entries(others).map(([language, groups]) => `'${language}': ${groups[LETTER]},\n`);
  files['letters/index.ts'] =
    `const en = ${en[LETTER]};\nexport const LETTERS: Readonly<Record<string, typeof en>> & { en: typeof en } = {\nen,\n${letters.join('')}};\n`;
  for (const [file, text] of Object.entries(files)) await replaceFile(join(MESSAGES_FOLDER, file), `${HEAD}\n${text}`);
  for (const file of await readdir(MESSAGES_FOLDER, { recursive: true }))
    if (file.endsWith('.ts') && !(file in files)) await rm(join(MESSAGES_FOLDER, file));
}

/** @typedef {Record<string, Record<string, string>>} Compiled the expression of each group of each language */

/**
 * Compiles all languages; sentences that a translation lacks are English ones.
 * @returns {Promise<Compiled>}
 * @throws Error for a sentence that is broken in any language
 */
export async function compileLanguages() {
  const english = await readSentences('en');
  /** @type {Compiled} */
  const compiled = {};
  for (const language of ['en', ...(await languagesOf())]) {
    const translated = await readSentences(language);
    compiled[language] = Object.fromEntries(
      Object.entries(english).map(([group, words]) => [group, compile(words, language, group, translated[group])]),
    );
  }
  return compiled;
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
 * @param {Words} words in English @param {string} language @param {string} path of the words, for errors
 * @param {Words} [translated] the words in that language
 * @returns {string} an expression in TypeScript: a string, or a function of what the sentence takes
 */
export function compile(words, language, path, translated = words) {
  const each = (/** @type {string} */ name) => {
    const [word, translation] = [words, translated].map((all) => /** @type {Record<string, Words>} */ (all)[name]);
    return compile(/** @type {Words} */ (word), translation === undefined ? 'en' : language, `${path}.${name}`, translation);
  };
  if (Array.isArray(words)) return `[${words.map((_, at) => each(`${at}`)).join(', ')}]`;
  if (typeof words === 'object')
    return `{${Object.keys(words)
      .map((name) => `${JSON.stringify(name)}: ${each(name)},\n`)
      .join('')}}`;
  try {
    return compileSentence(words, language, /** @type {string} */ (translated));
  } catch (error) {
    throw new Error(`locales/${language}: ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {string} english which says what the sentence takes @param {string} language @param {string} sentence in that language */
function compileSentence(english, language, sentence) {
  const elements = parseSentence(sentence);
  const types = argumentsOf(parseSentence(english));
  for (const name of argumentsOf(elements).keys()) if (!types.has(name)) throw new SyntaxError(`{${name}} stands in no English sentence`);
  if (types.size === 0) return template(elements, language);
  const typed = [...types].map(([name, type]) => `${name}: ${type}`);
  const parameters = typed.length === 1 ? typed : `{ ${[...types.keys()].join(', ')} }: { ${typed.join('; ')} }`;
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
    return element.type === TYPE.argument ? isolated(`\${${element.value}}`, language) : '';
  });
  return `\`${parts.join('')}\``;
}

/** @param {import('@formatjs/icu-messageformat-parser').PluralElement | import('@formatjs/icu-messageformat-parser').SelectElement} element @param {string} language @param {string} counted */
function choice({ type, value: name, options: { other, ...others } }, language, counted) {
  const isPlural = type === TYPE.plural;
  const number = isPlural ? numberOf(name, language) : counted;
  const tests = Object.entries(others).map(([which, { value }]) => {
    const test = isPlural ? pluralTest(name, which, language) : `${name} === ${JSON.stringify(which)}`;
    // A branch for one number says the number itself.
    const [, only] = / === (\d+)$/.exec(test) ?? [];
    return `${test} ? ${template(value, language, only === undefined ? number : Number(only).toLocaleString(language))} : `;
  });
  return `${tests.join('')}${template(other?.value ?? [], language, number)}`;
}

/** Keeps a value in a sentence from the right to the left as it is (Unicode Bidirectional Algorithm, FSI and PDI). @param {string} value @param {string} language */
const isolated = (value, language) => (directionOf(language) === 'rtl' ? `\\u2068${value}\\u2069` : value);

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

/**
 * Compiles the sentences in locales (ICU MessageFormat) into components/messages, the typed words of the pages. A group of an area,
 * such as `search` in view.json, becomes a module of its own, `searchMessages` in search.ts: a page loads only the groups that it
 * imports. components/messages/languages has all groups of each language, for the server (lib/locales/messages.ts), and
 * components/messages/letters one group in all languages: people write to others in a language that isn't their page's.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MessageFormatElement, type PluralElement, parse, type SelectElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { directionOf, LANGUAGE_NAMES } from '../lib/locales/languages.rules';
import { MESSAGES_FOLDER, replaceFile } from './bundle.mjs';
import { rootDir } from './source-hash.mjs';

/** Sentences as a translator writes them. */
export type Words = string | { readonly [name: string]: Words } | readonly Words[];
/** The expression of each group of each language. */
export type Compiled = Record<string, Record<string, string>>;

/** The module that has a group of sentences. */
const fileOf = (group: string) => `${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The group that a page has in all languages. */
const LETTER = 'letter';

const HEAD = '/** Generated from locales by scripts/generate-messages.ts. */';
/** Types in TypeScript of what a sentence takes; an argument that several elements name has the first of them. */
const ARGUMENT_TYPES: { readonly [type in TYPE]?: string } = {
  [TYPE.plural]: 'number',
  [TYPE.number]: 'number',
  [TYPE.argument]: 'string | number',
  [TYPE.select]: 'string',
};

/**
 * Writes the modules. Each has its English sentences, for development, tests and types. In the pages that Next builds it takes what the
 * process or the document provides instead, as `words` (nothing while Next builds); the other builds put other code in its place (scripts/bundle.mjs).
 */
export async function generateMessages(): Promise<void> {
  const compiled = await compileLanguages();
  const { en = {}, ...others } = compiled;
  const files: Record<string, string> = {};
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

/**
 * Compiles all languages; sentences that a translation lacks are English ones.
 * @throws Error for a sentence that is broken in any language
 */
export async function compileLanguages(): Promise<Compiled> {
  const english = await readSentences('en');
  const compiled: Compiled = {};
  for (const language of Object.keys(LANGUAGE_NAMES)) {
    const translated = await readSentences(language);
    compiled[language] = Object.fromEntries(
      Object.entries(english).map(([group, words]) => [group, compile(words, language, group, translated[group])]),
    );
  }
  return compiled;
}

/** Reads the groups of all areas. */
export async function readSentences(language: string): Promise<Record<string, Words>> {
  const folder = join(rootDir, 'locales', language);
  const groups: Record<string, Words> = {};
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json') && name !== 'english.json').sort()) {
    for (const [group, words] of Object.entries<Words>(JSON.parse(await readFile(join(folder, file), 'utf8')))) {
      if (group in groups) throw new Error(`locales/${language}/${file}: ${group} stands in another file, too`);
      groups[group] = words;
    }
  }
  return groups;
}

/**
 * @param words in English
 * @param path of the words, for errors
 * @param translated the words in that language
 * @returns an expression in TypeScript: a string, or a function of what the sentence takes
 */
export function compile(words: Words, language: string, path: string, translated = words): string {
  if (typeof words !== 'string') {
    const each = Object.entries<Words>(words as Record<string, Words>).map(([name, word]) => {
      const translation = (translated as Record<string, Words>)[name];
      return [name, compile(word, translation === undefined ? 'en' : language, `${path}.${name}`, translation)] as const;
    });
    if (Array.isArray(words)) return `[${each.map(([, word]) => word).join(', ')}]`;
    return `{${each.map(([name, word]) => `${JSON.stringify(name)}: ${word},\n`).join('')}}`;
  }
  try {
    return compileSentence(words, language, translated as string);
  } catch (error) {
    throw new Error(`locales/${language}: ${path}: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param english which says what the sentence takes */
function compileSentence(english: string, language: string, sentence: string): string {
  const elements = parseSentence(sentence);
  const types = argumentsOf(parseSentence(english));
  for (const name of argumentsOf(elements).keys()) if (!types.has(name)) throw new SyntaxError(`{${name}} stands in no English sentence`);
  if (types.size === 0) return template(elements, language);
  const typed = [...types].map(([name, type]) => `${name}: ${type}`);
  const parameters = typed.length === 1 ? typed : `{ ${[...types.keys()].join(', ')} }: { ${typed.join('; ')} }`;
  return `(${parameters}) => ${template(elements, language)}`;
}

/** @throws SyntaxError for what is not ICU MessageFormat */
export const parseSentence = (sentence: string): MessageFormatElement[] => parse(sentence, { ignoreTag: true });

/** Finds the type of each argument, by their names in the order of the sentence. */
export function argumentsOf(elements: readonly MessageFormatElement[], types = new Map<string, string>()): Map<string, string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const type = ARGUMENT_TYPES[element.type];
    if (type === undefined) throw new SyntaxError(`{${element.value}} is of a kind that no sentence here needs`);
    if (!types.has(element.value)) types.set(element.value, type);
    if ('options' in element) for (const { value } of Object.values(element.options)) argumentsOf(value, types);
  }
  return types;
}

/** @param counted the text that `#` stands for @returns an expression */
function template(elements: readonly MessageFormatElement[], language: string, counted = ''): string {
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

function choice({ type, value: name, options }: PluralElement | SelectElement, language: string, counted: string): string {
  const { other, ...others } = options;
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

/** Keeps a value in a sentence from the right to the left as it is (Unicode Bidirectional Algorithm, FSI and PDI). */
const isolated = (value: string, language: string) => (directionOf(language) === 'rtl' ? `\\u2068${value}\\u2069` : value);

const numberOf = (name: string, language: string) => `\${${name}.toLocaleString('${language}')}`;

/** Tests whether a number is of a category of CLDR. Where that is the number one alone, as in English, no rules of `Intl` are needed. */
function pluralTest(name: string, which: string, language: string): string {
  if (which.startsWith('=')) return `${name} === ${Number(which.slice(1))}`;
  const rules = new Intl.PluralRules(language);
  const isOneAlone =
    which === 'one' && [0, 1, 2, 11, 21, 101, 1_000_000].every((count) => (rules.select(count) === 'one') === (count === 1));
  return isOneAlone ? `${name} === 1` : `new Intl.PluralRules('${language}').select(${name}) === '${which}'`;
}

// @ts-check
/**
 * Gives the chunks that Next has built their sentences: a group of sentences is the call `__messages('view', HASH)` in them
 * (scripts/generate-messages.mjs). English replaces it in its place; each other language gets a copy of the chunk below
 * `.next/languages/LANGUAGE/static/chunks/`, so that a page loads one language and an English page no byte for the others.
 * The addresses of a language's files begin with `/_next/LANGUAGE/static/`; the server has all other files there, too.
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { basePathOf } from './base-path.mjs';
import { compileLanguages } from './generate-messages.mjs';
import { rootDir } from './source-hash.mjs';

const CHUNKS = 'static/chunks';
const LANGUAGES = join(rootDir, '.next/languages');
/** The code by which Turbopack starts a worker: the address of the files, which the loader has, is the base of the worker's chunks. */
const WORKER_BASE = /("SharedWorker"===\w+\.name,\w+=)\w+\.b,/g;
const MARK = /__messages\((["'`])(\w+)\1,\s*(["'`])\w+\3\)/g;

/** The address of Next's files in a language. @param {string} language */
export const filesAddress = (language) => `${basePathOf(process.env.BASE_URL)}/_next/${language === 'en' ? '' : `${language}/`}`;

/** The folder with a language's own files of the build. @param {string} language */
export const filesFolder = (language) => (language === 'en' ? join(rootDir, '.next') : join(LANGUAGES, language));

/** @param {string} path of a file of the build, below `.next` @param {string} language @returns where the file is for that language */
export function fileOf(path, language) {
  const own = join(filesFolder(language), path);
  return existsSync(own) ? own : join(rootDir, '.next', path);
}

/** @returns {Promise<string[]>} the languages */
export async function writeLanguageChunks() {
  await rm(LANGUAGES, { recursive: true, force: true });
  const folder = join(rootDir, '.next', CHUNKS);
  const base = JSON.stringify(filesAddress('en'));
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const name of readdirSync(folder).filter((each) => /\.js$/.test(each))) {
    const text = await readFile(join(folder, name), 'utf8');
    // Turbopack's loader has the address of the files. Workers have no words: one address for all languages is in the manifest.
    if (text.includes('__messages(') || text.includes(base) || text.search(WORKER_BASE) >= 0)
      texts.set(name, text.replace(WORKER_BASE, `$1${base},`));
  }
  const compiled = await compileLanguages();
  for (const [language, groups] of Object.entries(compiled)) {
    const words = await minify(groups);
    const target = join(filesFolder(language), CHUNKS);
    await mkdir(target, { recursive: true });
    for (const [name, text] of texts) {
      const own = text
        .replaceAll(MARK, (_, __, /** @type {string} */ group) => words.get(group) ?? '__messages(')
        .replaceAll(`:${base}`, `:${JSON.stringify(filesAddress(language))}`);
      if (own.includes('__messages(')) throw new Error(`expected marks of known groups in ${name}`);
      await writeFile(join(target, name), own);
    }
  }
  return Object.keys(compiled);
}

/** @param {Record<string, string>} groups expressions in TypeScript @returns {Promise<Map<string, string>>} in JavaScript */
async function minify(groups) {
  const parts = Object.entries(groups).map(async ([group, words]) => {
    const { code } = await esbuild.transform(`x = ${words}`, { loader: 'ts', minify: true, charset: 'utf8', target: 'es2022' });
    return /** @type {const} */ ([group, `(${code.trim().replace(/^x=|;$/g, '')})`]);
  });
  return new Map(await Promise.all(parts));
}

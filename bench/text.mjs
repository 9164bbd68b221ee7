// @ts-check
/** Texts to measure with. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../scripts/source-hash.mjs';

/** Distance between the beginnings of two texts. */
const STEP = 7_919;
/** Control characters whose JSON is six bytes each, `\u0000`: the others have two-byte forms. */
const LONG_ESCAPES = Array.from({ length: 32 }, (_, code) => code).filter((code) => code < 8 || code === 11 || code > 13);

let sources = '';

/**
 * Source code of this project, from a place in it.
 * @param {number} bytes length in UTF-8
 * @param {number} [seed] another seed begins at another place
 */
export function sourceText(bytes, seed = 1) {
  sources ||= readdirSync(join(rootDir, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => readFileSync(join(rootDir, 'lib', name), 'utf8').replace(/[^\n -~]/g, ''))
    .join('');
  const from = (seed * STEP) % sources.length;
  return sources.repeat(Math.ceil((from + bytes) / sources.length)).slice(from, from + bytes);
}

/**
 * Text whose JSON is six times as long, the maximum.
 * @param {number} bytes length in UTF-8; in JSON it is six times that
 */
export const escapedText = (bytes) =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => LONG_ESCAPES[(index * STEP) % LONG_ESCAPES.length] ?? 0)).toString('latin1');

// @ts-check
// The schema for one database engine: schema.prisma names SQLite, and PostgreSQL's version differs in the provider only.

import { readFileSync } from 'node:fs';

/** @typedef {'sqlite' | 'postgresql'} Provider */

/** @type {readonly Provider[]} */
export const providers = ['sqlite', 'postgresql'];

/** @returns {string} */
export function readSchema() {
  return readFileSync(new URL('schema.prisma', import.meta.url), 'utf8');
}

/**
 * @param {string} schema
 * @param {Provider} provider
 * @param {string} [output] folder of the client, relative to the schema file
 * @returns {string}
 */
export function renderSchema(schema, provider, output) {
  const rendered = setInBlock(schema, 'datasource', 'provider', provider);
  return output === undefined ? rendered : setInBlock(rendered, 'generator', 'output', output);
}

/**
 * @param {string} schema
 * @param {string} block
 * @param {string} key
 * @param {string} value
 */
function setInBlock(schema, block, key, value) {
  const pattern = new RegExp(`^(${block} \\w+ \\{[^}]*?^\\s*${key}\\s*=\\s*")[^"]*"`, 'm');
  if (!pattern.test(schema)) throw new Error(`The schema has no ${key} in its ${block} block`);
  return schema.replace(pattern, (_whole, before) => `${before}${value}"`);
}

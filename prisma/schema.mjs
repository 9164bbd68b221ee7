// @ts-check
// Renders the schema for one database engine: the files of schema/ name SQLite; PostgreSQL's version has another provider.

import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {'sqlite' | 'postgresql'} Provider */

/** @type {readonly Provider[]} */
export const providers = ['sqlite', 'postgresql'];

/** @returns {string} all files of schema/ as one text */
export function readSchema() {
  const folder = new URL('schema/', import.meta.url);
  const files = readdirSync(folder).toSorted();
  return files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n');
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

/** Types of columns, the same on both engines, by Prisma's names. Instants are integers. */
const COLUMN_TYPES = { Int: 'integer', BigInt: 'integer', String: 'text', Boolean: 'boolean', Bytes: 'bytes' };

/**
 * Renders tables and columns by their names in the database, as TypeScript: code that goes over all tables by SQL needs
 * them without loading Prisma Client.
 * @param {string} schema
 * @returns {string}
 */
export function renderTables(schema) {
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, model = '', body = '']) => ({ model, body }));
  const names = models.map(({ model }) => model);
  const tables = models.map(({ model, body }) => {
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)\S*(.*)$/gm)].filter(([, , type = '']) => !names.includes(type));
    const columns = fields.map(([, field = '', type = '', rest = '']) => {
      if (!(type in COLUMN_TYPES)) throw new Error(`expected a known type of ${model}.${field}, got ${type}`);
      return {
        name: /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field,
        type: COLUMN_TYPES[/** @type {keyof typeof COLUMN_TYPES} */ (type)],
        isCounter: rest.includes('autoincrement()'),
      };
    });
    const counter = columns.find(({ isCounter }) => isCounter)?.name;
    const table = { columns: Object.fromEntries(columns.map(({ name, type }) => [name, type])), counter };
    return [/@@map\("(\w+)"\)/.exec(body)?.[1] ?? model, table];
  });
  return `export const SCHEMA_TABLES = ${JSON.stringify(Object.fromEntries(tables), null, 2)} as const;\n`;
}

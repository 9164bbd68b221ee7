// @ts-check
/**
 * Writes lib/client/operations.generated.ts from the definitions of the endpoints: method, path, types of the request and the
 * response, and the JSON Schema by which pages and `sealpaste` check the response.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { load, replaceFile } from './bundle.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {import('../lib/api/define-route').RouteDescription} RouteDescription */
/** @typedef {Record<string, any>} Schema a JSON Schema as zod writes it */

/** Keywords of a value that the check of a response knows, and those that it needs not: it drops members that the schema doesn't name. */
const KEPT = ['type', 'pattern', 'format', 'enum', 'minimum', 'maximum'];
const LEFT_OUT = ['$schema', 'additionalProperties', 'default', 'required', 'const'];

const { PUBLIC_ID } = await load('lib/pastes/paste.rules.ts');

/** The names of the schemas of plain values, of which few appear often. @type {Map<string, string>} */
const leaves = new Map();

export async function generateOperations() {
  const [{ errorSchema }, { routes }] = await Promise.all(['lib/api/error.schema.ts', 'lib/api/routes.ts'].map(load));
  const errors = printSchema(toSchema(errorSchema));
  const named = routes.filter((/** @type {RouteDescription} */ { operationId }) => operationId !== undefined);
  const operations = named.map(operationOf).join('\n');
  const constants = [...leaves].map(([leaf, name]) => `const ${name} = ${leaf} as const satisfies JsonSchema;`).join('\n');
  const text = `/** Generated from the endpoints by scripts/generate-operations.mjs: see there. */
import type { PublicId } from '../pastes/paste.rules';
import type { JsonSchema } from './json-schema-check';
import type { ContentOperation, JsonOperation } from './operation';

${constants}
export const errorSchema = ${errors} as const satisfies JsonSchema;
${operations}
`;
  await replaceFile(join(rootDir, 'lib/client/operations.generated.ts'), text);
}

/** @param {z.ZodType} schema @param {'input' | 'output'} [io] @returns {Schema} without names, which would be references, and texts */
function toSchema(schema, io = 'output') {
  // Callers have texts, which the endpoint checks.
  const override = (/** @type {{ jsonSchema: Schema }} */ { jsonSchema }) => void (io === 'input' && delete jsonSchema.pattern);
  return z.toJSONSchema(schema, { io, metadata: z.registry(), override });
}

/** The alternatives of a schema, of which a list of types is a short form. @param {Schema} schema @returns {Schema[] | undefined} */
const alternativesOf = ({ anyOf, type, ...rest }) =>
  anyOf ?? (Array.isArray(type) ? type.map((each) => ({ type: each, ...rest })) : undefined);

/** @param {Schema} schema @returns {string} the part that `check` knows, in JavaScript @throws Error for a keyword that it doesn't know */
function printSchema(schema) {
  const alternatives = alternativesOf(schema);
  if (alternatives) return `{"anyOf":[${alternatives.map(printSchema).join()}]}`;
  const { type, properties, items, required = [], const: only, format, pattern, minimum, maximum } = schema;
  if (items) return `{"type":"array","items":${printSchema(items)}}`;
  if (properties) {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const members = Object.entries(properties).map(([name, each]) => `${JSON.stringify(name)}:${printSchema(each)}`);
    return `{"type":"object",${optional.length > 0 ? `"optional":${JSON.stringify(optional)},` : ''}"properties":{${members.join()}}}`;
  }
  const unknown = Object.keys(schema).find((keyword) => ![...LEFT_OUT, ...KEPT].includes(keyword));
  if (unknown !== undefined) throw new Error(`a response's schema has "${unknown}", which lib/client/json-schema-check.ts doesn't know`);
  const leaf = JSON.stringify({
    type: Number.isSafeInteger(only) ? 'integer' : type,
    enum: only === undefined ? schema.enum : [only],
    format,
    // zod's own pattern of a time has 280 characters.
    pattern: format ? undefined : pattern,
    minimum: minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined,
    maximum: maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined,
  });
  const name = leaves.get(leaf) ?? `leaf${leaves.size}`;
  leaves.set(leaf, name);
  return name;
}

/** @param {RouteDescription} route */
function operationOf({ operationId, method, path, summary, key, params, query, headers, streamedBody, body = streamedBody, responses }) {
  const namesOf = (/** @type {z.ZodObject | undefined} */ object) => Object.keys(object?.shape ?? {});
  const headerNames = [...namesOf(headers), ...(key ? ['X-Api-Key'] : [])].map((name) => `'${name}'`);
  const fields = [
    params &&
      `params: { ${namesOf(params)
        .map((name) => `${name}: string`)
        .join('; ')} }`,
    // Its definition says what the texts of an address mean.
    query && `query?: ${printType(z.toJSONSchema(query, { io: 'input' }))}`,
    headerNames.length > 0 && `headers?: { [Name in ${headerNames.join(' | ')}]?: string | null | undefined }`,
    body && `body: Blob | ${printType(toSchema(body, 'input'))}`,
  ];
  const input = `{ ${fields.filter(Boolean).join('; ')} }`;
  const schemas = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'schema' in response && method !== 'HEAD' ? [toSchema(response.schema)] : [],
  );
  const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
  const kind = schema ? `JsonOperation<${input}, ${printType(schema)}>` : `ContentOperation<${input}>`;
  const value = `{ method: '${method}', path: '${path}', response: ${schema ? printSchema(schema) : 'null'} }`;
  return `\n/** ${summary}. */\nexport const ${operationId}: ${kind} = ${value};`;
}

/** @param {Schema} schema @returns {string} its type in TypeScript */
function printType(schema) {
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.map(printType).join(' | ');
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (schema.pattern === PUBLIC_ID.source) return 'PublicId';
  if (schema.type === 'array') return `(${printType(schema.items)})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  const members = Object.entries(schema.properties ?? {}).map(([name, each]) =>
    schema.required?.includes(name) ? `'${name}': ${printType(each)}` : `'${name}'?: ${printType(each)} | undefined`,
  );
  return `{ ${members.join('; ')} }`;
}

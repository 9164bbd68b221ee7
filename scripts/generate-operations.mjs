// @ts-check
/**
 * Writes lib/client/operations.generated.ts from the definitions of the endpoints: method, path, types of the request and the
 * response, and the JSON Schema by which pages and `sealpaste` check the response.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import * as z from 'zod';
import { replaceFile } from './replace-file.mjs';
import { rootDir } from './source-hash.mjs';

/** @typedef {import('../lib/api/define-route').RouteDescription} RouteDescription */
/** @typedef {Record<string, any>} Schema a JSON Schema as zod writes it */

const TARGET = join(rootDir, 'lib/client/operations.generated.ts');

/** Keywords that the check of a response doesn't need. The check drops members that the schema doesn't name. */
const LEFT_OUT = ['description', 'example', 'default', 'additionalProperties', 'title', '$schema', '$defs', 'id'];
const KEPT = ['type', 'properties', 'required', 'items', 'pattern', 'format', 'enum', 'minimum', 'maximum', 'anyOf'];

export async function generateOperations() {
  const { routes, PUBLIC_ID, errorSchema } = await loadRoutes();
  const named = routes.filter(({ operationId }) => operationId !== undefined);
  const errors = printSchema(simplified(toSchema(errorSchema, 'output')));
  const operations = named.map((route) => operationOf(route, PUBLIC_ID.source));
  const text = [
    '/** Generated from the endpoints by scripts/generate-operations.mjs: see there. */',
    "import type { PublicId } from '../pastes/paste.rules';",
    "import type { JsonSchema } from './json-schema-check';",
    "import type { ContentOperation, JsonOperation } from './operation';",
    '',
    ...[...leaves].map(([leaf, name]) => `const ${name} = ${leaf} as const satisfies JsonSchema;`),
    `export const errorSchema = ${errors} as const satisfies JsonSchema;`,
    ...operations,
    '',
  ].join('\n');
  await replaceFile(TARGET, Buffer.from(text));
}

/** @returns {Promise<{ routes: readonly RouteDescription[], PUBLIC_ID: RegExp, errorSchema: z.ZodType }>} */
async function loadRoutes() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: rootDir,
    stdin: {
      contents: `export { routes } from './lib/api/routes'; export { PUBLIC_ID } from './lib/pastes/paste.rules'; export { errorSchema } from './lib/api/error.schema';`,
      resolveDir: rootDir,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    logLevel: 'warning',
  });
  // The file is beside the packages, which the bundle imports.
  const file = join(rootDir, 'dist/routes.mjs');
  await replaceFile(file, outputFiles[0]?.contents ?? new Uint8Array());
  return import(pathToFileURL(file).href);
}

/** @param {z.ZodType} schema @param {'input' | 'output'} io @returns {Schema} without references */
function toSchema(schema, io) {
  const { $defs = {}, ...top } = /** @type {Schema} */ (z.toJSONSchema(schema, { io }));
  /** @param {any} value @returns {any} */
  const resolve = (value) => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    if (typeof value.$ref === 'string') return resolve($defs[value.$ref.slice('#/$defs/'.length)]);
    if (Array.isArray(value.type)) return { anyOf: value.type.map((/** @type {string} */ type) => ({ ...value, type })) };
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(each)]));
  };
  return resolve(top);
}

/** The part of a schema that `check` knows. @param {Schema} schema @returns {Schema} @throws Error for a keyword that it doesn't know */
function simplified(schema) {
  if (schema.anyOf) return { anyOf: schema.anyOf.map(simplified) };
  const { const: only, ...given } = schema;
  const unknown = Object.keys(given).find((keyword) => ![...LEFT_OUT, ...KEPT].includes(keyword));
  if (unknown !== undefined) throw new Error(`a response's schema has "${unknown}", which lib/client/json-schema-check.ts doesn't know`);
  const { type, properties, required = [], items, pattern, format, minimum, maximum } = given;
  if (type === 'object') {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const members = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, simplified(each)]));
    return { type, properties: members, ...(optional.length > 0 && { optional }) };
  }
  if (type === 'array') return { type, items: simplified(items) };
  const values = only === undefined ? given.enum : [only];
  return {
    type: Number.isSafeInteger(only) ? 'integer' : type,
    ...(values && { enum: values }),
    // zod's own pattern of a time has 280 characters.
    ...(format ? { format } : pattern && { pattern }),
    ...(Number.isSafeInteger(minimum) && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(Number.isSafeInteger(maximum) && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

/** The names of the schemas of plain values, of which few appear often. @type {Map<string, string>} */
const leaves = new Map();

/** @param {Schema} schema as `simplified` returns it @returns {string} in JavaScript */
function printSchema({ properties, items, anyOf, ...rest }) {
  const members = Object.entries(properties ?? {}).map(([name, each]) => `${JSON.stringify(name)}:${printSchema(each)}`);
  const own = JSON.stringify(rest);
  if (properties) return `${own.slice(0, -1)},"properties":{${members.join()}}}`;
  if (items) return `${own.slice(0, -1)},"items":${printSchema(items)}}`;
  if (anyOf) return `{"anyOf":[${anyOf.map(printSchema).join()}]}`;
  const name = leaves.get(own) ?? `leaf${leaves.size}`;
  leaves.set(own, name);
  return name;
}

/** @param {RouteDescription} route @param {string} publicIdPattern */
function operationOf({ operationId, method, path, summary, key, params, query, headers, body, streamedBody, responses }, publicIdPattern) {
  const typeOf = (/** @type {Schema} */ schema) => printType(schema, publicIdPattern);
  // Callers have texts, which the endpoint checks.
  const inputTypeOf = (/** @type {Schema} */ schema) => printType(schema, '');
  const names = [...Object.keys(headers?.shape ?? {}), ...(key ? ['X-Api-Key'] : [])];
  const json = body ?? streamedBody;
  const fields = [
    ...(params
      ? [
          `params: { ${Object.keys(params.shape)
            .map((name) => `${name}: string`)
            .join('; ')} }`,
        ]
      : []),
    ...(query ? [`query?: ${inputTypeOf(toSchema(query, 'input'))}`] : []),
    ...(names.length > 0 ? [`headers?: { [Name in ${names.map((name) => `'${name}'`).join(' | ')}]?: string | null | undefined }`] : []),
    ...(json ? [`body: Blob | ${inputTypeOf(toSchema(json, 'input'))}`] : []),
  ];
  const input = `{ ${fields.join('; ')} }`;
  const schemas = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'schema' in response && method !== 'HEAD' ? [toSchema(response.schema, 'output')] : [],
  );
  const schema = schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? null);
  const kind = schema ? `JsonOperation<${input}, ${typeOf(schema)}>` : `ContentOperation<${input}>`;
  const value = `{ method: '${method}', path: '${path}', response: ${schema ? printSchema(simplified(schema)) : 'null'} }`;
  return `\n/** ${summary}. */\nexport const ${operationId}: ${kind} = ${value};`;
}

/** @param {Schema} schema @param {string} publicIdPattern @returns {string} its type in TypeScript */
function printType(schema, publicIdPattern) {
  const print = (/** @type {Schema} */ each) => printType(each, publicIdPattern);
  if (schema.anyOf) return schema.anyOf.map(print).join(' | ');
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) return values.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(' | ');
  if (schema.pattern === publicIdPattern) return 'PublicId';
  if (schema.type === 'array') return `(${print(schema.items)})[]`;
  if (schema.type === 'integer') return 'number';
  if (schema.type !== 'object') return schema.type ?? 'unknown';
  const required = schema.required ?? [];
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => `'${name}'${required.includes(name) ? '' : '?'}: ${print(each)}${required.includes(name) ? '' : ' | undefined'}`,
  );
  return `{ ${members.join('; ')} }`;
}

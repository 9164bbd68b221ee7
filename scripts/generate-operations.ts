/**
 * Writes lib/client/operations.generated.ts from the definitions of the endpoints: method, path, types of the request and the
 * response, and the JSON Schema by which pages and `sealpaste` check the response.
 */
import { join } from 'node:path';
import * as z from 'zod';
import type { RouteDescription } from '../lib/api/define-route';
import { PUBLIC_ID } from '../lib/pastes/paste.rules';
import { load, replaceFile } from './bundle.mjs';
import { rootDir } from './source-hash.mjs';

type Schema = z.core.JSONSchema.JSONSchema;

/** Keywords of a value that the check of a response knows, and those that it needs not: it drops members that the schema doesn't name. */
const KEPT = ['type', 'pattern', 'format', 'enum', 'minimum', 'maximum'];
const LEFT_OUT = ['$schema', 'additionalProperties', 'default', 'required', 'const'];

/** The names of the schemas of plain values, of which few appear often. */
const leaves = new Map<string, string>();

export async function generateOperations(): Promise<void> {
  // They import sentences, which are generated before.
  const [{ errorSchema }, { routes }] = await Promise.all(['lib/api/error.schema.ts', 'lib/api/routes.ts'].map(load));
  const errors = printSchema(toSchema(errorSchema));
  const operations = routes.filter(({ operationId }: RouteDescription) => operationId !== undefined).map(printOperation);
  const constants = [...leaves].map(([leaf, name]) => `const ${name} = ${leaf} as const satisfies JsonSchema;`).join('\n');
  const text = `/** Generated from the endpoints by scripts/generate-operations.ts: see there. */
import type { PublicId } from '../pastes/paste.rules';
import type { JsonSchema } from './json-schema-check';
import type { ContentOperation, JsonOperation } from './operation';

${constants}
export const errorSchema = ${errors} as const satisfies JsonSchema;
${operations.join('\n')}
`;
  await replaceFile(join(rootDir, 'lib/client/operations.generated.ts'), text);
}

/** Makes a schema without names, which would be references, and without texts. */
function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'output'): Schema {
  return z.toJSONSchema(schema, {
    io,
    metadata: z.registry(),
    // Callers have texts, which the endpoint checks.
    override: ({ jsonSchema }) => void (io === 'input' && delete jsonSchema.pattern),
  });
}

/** The alternatives of a schema, of which a list of types is a short form. */
const alternativesOf = ({ anyOf, type, ...rest }: Schema): Schema[] | undefined =>
  (anyOf as Schema[] | undefined) ?? (Array.isArray(type) ? type.map((each) => ({ type: each, ...rest })) : undefined);

/**
 * Prints the part of a schema that `check` knows, in JavaScript.
 * @throws Error for a keyword that it doesn't know
 */
function printSchema(schema: Schema): string {
  const alternatives = alternativesOf(schema);
  if (alternatives) return `{"anyOf":[${alternatives.map(printSchema).join()}]}`;
  const { type, properties, items, required = [], const: only, format, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  if (items) return `{"type":"array","items":${printSchema(items as Schema)}}`;
  if (properties) {
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const members = Object.entries(properties).map(([name, each]) => `${JSON.stringify(name)}:${printSchema(each as Schema)}`);
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

function printOperation(route: RouteDescription): string {
  const { operationId, method, path, summary, key, params, query, headers, streamedBody, body = streamedBody, responses } = route;
  const namesOf = (object?: z.ZodObject) => Object.keys(object?.shape ?? {});
  const headerNames = [...namesOf(headers), ...(key ? ['X-Api-Key'] : [])].map((name) => `'${name}'`);
  const fields = [
    ...(params
      ? [
          `params: { ${namesOf(params)
            .map((name) => `${name}: string`)
            .join('; ')} }`,
        ]
      : []),
    // Its definition says what the texts of an address mean.
    ...(query ? [`query?: ${printType(z.toJSONSchema(query, { io: 'input' }))}`] : []),
    ...(headerNames.length > 0 ? [`headers?: { [Name in ${headerNames.join(' | ')}]?: string | null | undefined }`] : []),
    ...(body ? [`body: Blob | ${printType(toSchema(body, 'input'))}`] : []),
  ];
  const input = `{ ${fields.join('; ')} }`;
  const [schema, ...more] = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'schema' in response && method !== 'HEAD' ? [toSchema(response.schema)] : [],
  );
  const all = schema && more.length > 0 ? { anyOf: [schema, ...more] } : schema;
  const kind = all ? `JsonOperation<${input}, ${printType(all)}>` : `ContentOperation<${input}>`;
  const value = `{ method: '${method}', path: '${path}', response: ${all ? printSchema(all) : 'null'} }`;
  return `\n/** ${summary}. */\nexport const ${operationId}: ${kind} = ${value};`;
}

/** Prints the type of a schema in TypeScript. */
function printType(schema: Schema): string {
  const alternatives = alternativesOf(schema);
  if (alternatives) return alternatives.map(printType).join(' | ');
  const { const: only, enum: values = only === undefined ? undefined : [only], items, properties = {}, required } = schema;
  const type = (schema.type as string | undefined) ?? 'unknown';
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.pattern === PUBLIC_ID.source) return 'PublicId';
  if (type === 'array') return `(${printType(items as Schema)})[]`;
  if (type === 'integer') return 'number';
  if (type !== 'object') return type;
  const members = Object.entries(properties as Record<string, Schema>).map(([name, each]) =>
    required?.includes(name) ? `'${name}': ${printType(each)}` : `'${name}'?: ${printType(each)} | undefined`,
  );
  return `{ ${members.join('; ')} }`;
}

/**
 * Writes lib/client/operations.generated.ts from the definitions of the endpoints: method, path, types of the request and the
 * response, and the JSON Schema by which pages and `sealpaste` check the response.
 */
import { join } from 'node:path';
import * as z from 'zod';
import type { RouteDescription } from '../lib/api/define-route';
import { errorSchema } from '../lib/api/error.schema';
import { load, replaceFile } from './bundle.mjs';
import { rootDir } from './source-hash.mjs';

type Schema = z.core.JSONSchema.JSONSchema;

/** Keywords of a value that the check of a response knows, and those that it needs not: it drops members that the schema doesn't name. */
const KEPT = ['type', 'pattern', 'format', 'enum', 'minimum', 'maximum'];
const LEFT_OUT = ['$schema', 'additionalProperties', 'default', 'required', 'const'];
/** Keywords that say the type of what a caller sends; the endpoint checks the rest. */
const TYPES = ['type', 'const', 'enum', 'anyOf', 'items', 'properties', 'required'];

/** The names of the schemas of plain values, of which few appear often. */
const leaves = new Map<string, string>();

export async function generateOperations(): Promise<void> {
  // They import sentences, which are generated before.
  const { routes }: { routes: readonly RouteDescription[] } = await load('lib/api/routes.ts');
  const errors = constant('errorSchema', responseSchema(errorSchema));
  const operations = routes.filter(({ operationId }) => operationId !== undefined).map(printOperation);
  const plain = [...leaves].map(([leaf, name]) => `const ${name} = ${leaf} as const satisfies JsonSchema;`);
  const text = `/** Generated from the endpoints by scripts/generate-operations.ts: see there. */
import type { JsonSchema } from './json-schema-check';
import type { ContentOperation, JsonOperation, ValueOf } from './operation';

${[...plain, `export ${errors}`, ...operations].join('\n')}
`;
  await replaceFile(join(rootDir, 'lib/client/operations.generated.ts'), text);
}

/** Says nothing of schemas: neither names, which would be references, nor texts. */
const NO_METADATA = z.registry<never>();

const responseSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { metadata: NO_METADATA });

/** Makes a schema of what a caller sends, for the compiler alone. @param metadata which may say what the texts of an address mean */
function inputSchema(schema: z.ZodType, metadata: typeof NO_METADATA | typeof z.globalRegistry): Schema {
  const override = ({ jsonSchema }: { jsonSchema: Schema }) => {
    for (const keyword of Object.keys(jsonSchema)) if (!TYPES.includes(keyword)) delete jsonSchema[keyword];
  };
  return z.toJSONSchema(schema, { io: 'input', metadata, override });
}

const constant = (name: string, schema: Schema) => `const ${name} = ${printSchema(schema)} as const satisfies JsonSchema;`;

/**
 * Prints the part of a schema that `check` knows, in JavaScript.
 * @throws Error for a keyword that it doesn't know
 */
function printSchema({ anyOf, ...schema }: Schema): string {
  const { type, properties, items, required = [], const: only, format, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  // A list of types is a short form of alternatives.
  const alternatives = anyOf ?? (Array.isArray(type) ? type.map((each) => ({ ...schema, type: each })) : null);
  if (alternatives) return `{"anyOf":[${(alternatives as Schema[]).map(printSchema).join()}]}`;
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
  const membersOf = (names: string[]) => `[Name in ${names.map((name) => `'${name}'`).join(' | ')}]`;
  const headerNames = [...namesOf(headers), ...(key ? ['X-Api-Key'] : [])];
  const answers = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith('2') && 'schema' in response ? [responseSchema(response.schema)] : [],
  );
  const response = answers.length > 1 ? { anyOf: answers } : answers[0];
  const constants = Object.entries({
    Query: query && inputSchema(query, z.globalRegistry),
    Body: body && inputSchema(body, NO_METADATA),
    Response: response,
  }).flatMap(([part, schema]) => (schema ? [constant(`${operationId}${part}`, schema)] : []));
  const fields = [
    ...(params ? [`params: { ${membersOf(namesOf(params))}: string }`] : []),
    ...(query ? [`query?: ValueOf<typeof ${operationId}Query>`] : []),
    ...(headerNames.length > 0 ? [`headers?: { ${membersOf(headerNames)}?: string | null | undefined }`] : []),
    ...(body ? [`body: Blob | ValueOf<typeof ${operationId}Body>`] : []),
  ];
  const input = `{ ${fields.join('; ')} }`;
  const kind = response ? `JsonOperation<${input}, ValueOf<typeof ${operationId}Response>>` : `ContentOperation<${input}>`;
  const value = `{ method: '${method}', path: '${path}', response: ${response ? `${operationId}Response` : 'null'} }`;
  return `\n${constants.join('\n')}\n/** ${summary}. */\nexport const ${operationId}: ${kind} = ${value};`;
}

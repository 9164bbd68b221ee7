import type { ShownField, ShownOperation } from '#components/docs/api-docs-data';
import { apiDocsMessages } from '#components/messages/api-docs';
import type { Operation } from '#lib/api/openapi-operations';
import type { Schema } from '#lib/api/openapi-schemas';
import { apiDocument } from '#lib/api/routes';
import { formatList } from '#lib/locales/format.rules';

const words = apiDocsMessages.types;

/** Reads the operations for the API's documentation from the OpenAPI document alone. */
export function loadOperations(baseUrl: string): ShownOperation[] {
  const document = apiDocument(baseUrl);
  const { schemas } = document.components;
  const resolve = (schema: Schema): Schema => (schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema);

  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      description: operation.description,
      needsKey: operation.security.length > 0 && operation.security.every((way) => Object.keys(way).length > 0),
      needsSession: operation.security.some((way) => 'session' in way),
      parameters: (operation.parameters ?? []).map(({ name, in: place, required = false, description, schema }) =>
        toField(name, place, required, { ...resolve(schema), ...(description === undefined ? {} : { description }) }),
      ),
      body: bodyOf(operation, resolve),
      responses: Object.entries(operation.responses).map(([status, { description = '' }]) => ({ status, description })),
    })),
  );
}

function nameOf($ref: string): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** The shown types, by preference, when a body has several. */
const FORM = 'application/x-www-form-urlencoded';
const SHOWN_TYPES = ['application/json', 'text/plain', FORM];

function bodyOf({ requestBody }: Operation, resolve: (schema: Schema) => Schema): ShownOperation['body'] {
  if (!requestBody) return null;
  const type = SHOWN_TYPES.find((each) => requestBody.content[each]) ?? '';
  const { schema = {} } = requestBody.content[type] ?? {};
  const { properties = {}, required = [], example = {} } = resolve(schema);
  const fields = Object.entries(properties).map(([name, each]) => toField(name, 'body', required.includes(name), resolve(each)));
  return { type, fields, example: written(type, example) };
}

function written(type: string, example: unknown): string {
  if (typeof example === 'string') return example;
  return type === FORM ? String(new URLSearchParams(example as Record<string, string>)) : JSON.stringify(example, null, 2);
}

function toField(name: string, place: ShownField['place'], isRequired: boolean, schema: Schema): ShownField {
  const { description = '', example } = schema;
  return { name, place, isRequired, description, type: inWords(schema), example: example === undefined ? '' : String(example) };
}

/** Describes a schema: `integer, 1 to 100, 20 unless given`. */
function inWords({ type = words.any, items, enum: values, minimum, maximum, maxLength, default: value }: Schema): string {
  const types = [type].flat().filter((name) => name !== 'null');
  const kind = values ? values.filter((each) => each !== null).join(' | ') : items ? words.list(inWords(items)) : formatList(types, 'or');
  const range = minimum === undefined ? [] : [maximum === undefined ? words.from(minimum) : words.range({ least: minimum, most: maximum })];
  const length = maxLength === undefined ? [] : [words.length(maxLength)];
  const preset = value === undefined || value === null || value === '' ? [] : [words.preset(String(value))];
  return formatList([kind, ...range, ...length, ...preset]);
}

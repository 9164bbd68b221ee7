/** Checks responses against the API's description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ErrorCode } from '../errors.rules';
import { apiDocument } from '../routes';

const API = '/api/v1/';
const JSON_MEDIA = 'application/json';
/** Errors of paths and methods that have no operation. */
const ANYWHERE: Readonly<Record<number, ErrorCode>> = { 404: 'not_found', 405: 'method_not_allowed' };
const HAS_NO_BODY = new Set(['HEAD', 'OPTIONS']);

export const document = apiDocument('https://paste.example');

const ajv = new Ajv2020({
  strict: false,
  validateFormats: true,
  formats: { uri: URL.canParse, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, uuid: /^[0-9a-f-]{36}$/ },
});
ajv.addSchema(document, 'api');
const validators = new Map<string, ValidateFunction>();

/** Templates of paths as the description has them: `/api/v1/pastes/{publicId}`. Fixed segments win over parameters. */
const templates = Object.keys(document.paths ?? {})
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`) }));

/**
 * Makes `fetch` fail where a response under /api/v1 contradicts the description: a status that the operation doesn't have, or a
 * body that doesn't fit.
 * @returns a function that ends this
 */
export function holdFetchToDescription(): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const expected = described((init?.method ?? 'GET').toUpperCase(), new URL(String(input)).pathname, response.status);
    if (expected) expected(await response.clone().json());
    return response;
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

/** Fails where a response contradicts the description. @param path of the request, or of its route @param type of the body; null: no body */
export function expectDescribed(method: string, path: string, status: number, body: unknown, type: string | null = null): void {
  described(method.toUpperCase(), path, status, type?.split(';')[0])?.(body);
}

/** Returns a check that throws unless the body fits; null for no body. Throws for a status that isn't described. */
function described(method: string, path: string, status: number, type = JSON_MEDIA): ((body: unknown) => void) | null {
  if (!path.startsWith(API) || method === 'OPTIONS') return null;
  const template = templates.find(({ pattern }) => pattern.test(path))?.path;
  const operations = template === undefined ? {} : operationsOf(template);
  const operation = operations[method.toLowerCase()] ?? (method === 'HEAD' ? operations.get : undefined);
  const response = operation?.responses[String(status)];
  const where = `${method} ${template ?? path} ${status}`;
  const elsewhere = operation === undefined ? ANYWHERE[status] : undefined;
  if (!response && elsewhere === undefined) throw new Error(`${where} is not in the description`);
  if (HAS_NO_BODY.has(method) || isWithoutBody(response)) return null;
  // Another form of the body has no schema.
  if (type !== JSON_MEDIA && response?.content?.[type]) return null;
  const schema = response?.content?.[JSON_MEDIA]?.schema ?? errorWith(elsewhere);
  const validate = validators.get(where) ?? compile(schema);
  validators.set(where, validate);
  return (body) => {
    if (!validate(body)) throw new Error(`${where} is not as described: ${ajv.errorsText(validate.errors)}`);
  };
}

interface DescribedResponse {
  content?: Record<string, { schema?: object }>;
}

interface Described {
  responses: Record<string, DescribedResponse>;
}

const errorWith = (code: ErrorCode | undefined) => ({
  allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { const: code } } }],
});

/** Whether the response, such as a redirect, has no body. */
function isWithoutBody(described: DescribedResponse | undefined): boolean {
  return described !== undefined && described.content === undefined;
}

/** The operations of a path, by lower-case method. */
export function operationsOf(template: string): Record<string, Described> {
  return (document.paths?.[template] ?? {}) as Record<string, Described>;
}

/** Compiles a schema of the document, resolving its references within the document. */
export function compile(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
}

/** Holds every response of the API that a test file sees against the API's own description. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { apiDocument } from '#lib/api/routes';

const API = '/api/v1/';
const ANYWHERE = [404, 405];
const ERROR_REF = '#/components/schemas/Error';
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
 * From now on `fetch` fails where a response under /api/v1 isn't what the description says: a status it doesn't have
 * for the operation, or a body that doesn't fit.
 * @returns what ends it
 */
export function holdAnswersToDescription(): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const method = (init?.method ?? 'GET').toUpperCase();
    await check(method, new URL(String(input)).pathname, response);
    return response;
  };
  return () => {
    globalThis.fetch = fetch;
  };
}

async function check(method: string, path: string, response: Response): Promise<void> {
  if (!path.startsWith(API) || method === 'OPTIONS') return;
  const { status } = response;
  const template = templates.find(({ pattern }) => pattern.test(path))?.path;
  const operation = template === undefined ? undefined : operationsOf(template)[method.toLowerCase()];
  const described = operation?.responses[String(status)];
  const where = `${method} ${template ?? path} ${status}`;
  if (!described && !(operation === undefined && ANYWHERE.includes(status))) throw new Error(`${where} is not in the description`);
  if (HAS_NO_BODY.has(method) || isWithoutBody(described)) return;
  const ref = described?.content?.['application/json']?.schema ?? { $ref: ERROR_REF };
  const validate = validators.get(where) ?? compile(ref);
  validators.set(where, validate);
  const body: unknown = await response.clone().json();
  if (!validate(body)) throw new Error(`${where} is not as described: ${ajv.errorsText(validate.errors)}`);
}

interface DescribedResponse {
  $ref?: string;
  content?: Record<string, { schema?: object }>;
}

interface Described {
  responses: Record<string, DescribedResponse>;
}

/** As a redirect. What is described elsewhere, by reference, is an error. */
function isWithoutBody(described: DescribedResponse | undefined): boolean {
  return described !== undefined && described.$ref === undefined && described.content === undefined;
}

/** The operations of a path, by lower-case method. */
export function operationsOf(template: string): Record<string, Described> {
  return (document.paths?.[template] ?? {}) as Record<string, Described>;
}

/** What validates by a schema of the document, whose references lead into it. */
export function compile(schema: object): ValidateFunction {
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')));
}

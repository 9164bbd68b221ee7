/** Wrong responses of a server, for tests of code that reads responses. */
import type { JsonSchema } from '../json-schema-check';

export interface Lie {
  /** The wrong place and its value, for a test's message. */
  name: string;
  /** The wrong field of the response; empty: the whole. */
  field: string;
  /** Makes the wrong body. */
  body: () => string;
}

/** Control characters that must not reach a terminal; lies contain all of them. */
export const ESCAPES = '\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b31m\u007f\u202e\r';

const MEBIBYTE = 1024 * 1024;

/** A value that fits the schema. */
export function honest(schema: JsonSchema): unknown {
  if ('anyOf' in schema) return honest(schema.anyOf[0] as JsonSchema);
  if ('enum' in schema) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties).map(([name, each]) => [name, honest(each)]));
    case 'array':
      return [honest(schema.items)];
    case 'string':
      return honestText(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.minimum ?? 1;
  }
}

function honestText({ pattern, format }: { pattern?: string; format?: string }): string {
  if (format === 'date-time') return '2999-01-01T00:00:00.000Z';
  if (format === 'uri') return 'https://paste.example/view/yTFk30gcJuVvqs9M2GbEeXnA';
  if (pattern === undefined) return 'text';
  const found = ['yTFk30gcJuVvqs9M2GbEeXnA', 'A'.repeat(43), 'a'.repeat(32)].find((text) => new RegExp(pattern).test(text));
  if (found === undefined) throw new Error(`no text is known that fits ${pattern}`);
  return found;
}

/** Every lie about each field, and about the whole. @param truth a response that fits the endpoint's schema */
export function liesAbout(truth: unknown): Lie[] {
  return [...liesAboutWhole(truth), ...fieldsOf(truth).flatMap(({ field, value }) => liesInField(truth, field, value))];
}

function liesAboutWhole(truth: unknown): Lie[] {
  const json = JSON.stringify(truth);
  const bodies: Record<string, string | (() => string)> = {
    'a page': `<!doctype html><title>${ESCAPES}</title>`,
    nothing: '',
    null: 'null',
    'a list': '[]',
    'a text': JSON.stringify(ESCAPES),
    'half of it': json.slice(0, json.length / 2),
    '10 MB after it': () => json + ' '.repeat(10 * MEBIBYTE),
    'lists in lists': '['.repeat(100_000),
  };
  return Object.entries(bodies).map(([name, body]) => ({
    name: `the whole is ${name}`,
    field: '',
    body: typeof body === 'string' ? () => body : body,
  }));
}

function liesInField(truth: unknown, field: string, value: unknown): Lie[] {
  const lies: Record<string, unknown> = {
    'a path upwards': '../../../../.ssh/authorized_keys',
    'an absolute path': '/etc/passwd',
    'a path of Windows': '..\\..\\evil',
    escapes: ESCAPES,
    'the value and escapes': `${String(value)}${ESCAPES}`,
    'a script': 'javascript:alert(1)',
    'a number': 7,
    'a number as a text': '7',
    'a negative number': -1,
    'a large number': 1e308,
    null: null,
    true: true,
    'a list': [],
    'an object': { toString: 'no function' },
    missing: undefined,
  };
  const body = (lie: unknown) => () => JSON.stringify(changed(truth, field, lie));
  return [
    ...Object.entries(lies).map(([name, lie]) => ({ name: `${field} is ${name}`, field, body: body(lie) })),
    { name: `${field} is 1 MB`, field, body: () => body('A'.repeat(MEBIBYTE))() },
  ];
}

/** Finds every member at every depth. */
function fieldsOf(value: unknown, above = ''): { field: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const field = above === '' ? name : `${above}.${name}`;
    return [{ field, value: each }, ...fieldsOf(each, field)];
  });
}

/** @param lie the new value; undefined removes the member */
function changed(value: unknown, field: string, lie: unknown): unknown {
  const [name = '', ...rest] = field.split('.');
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = rest.length === 0 ? lie : changed(copy[name], rest.join('.'), lie);
  return copy;
}

/**
 * Checks JSON from a server against the JSON Schema of its endpoint. It knows only the keywords that the generator of
 * `operations.generated.ts` writes. It weighs 1 KB, zod/mini 24 KB, and pages and `sealpaste` load it at their start.
 */

interface ObjectSchema {
  type: 'object';
  properties: Readonly<Record<string, JsonSchema>>;
  /** Members that may be absent. */
  optional?: readonly string[];
}

export type JsonSchema =
  | ObjectSchema
  | { type: 'array'; items: JsonSchema }
  | { type: 'string'; pattern?: string; format?: 'date-time' | 'uri'; enum?: readonly string[] }
  | { type: 'integer' | 'number'; minimum?: number; maximum?: number; enum?: readonly number[] }
  | { type: 'boolean'; enum?: readonly boolean[] }
  | { type: 'null' }
  /** Alternatives: the type of the value selects one, and of several objects the one whose required members are there. */
  | { anyOf: readonly JsonSchema[] };

export class MismatchError extends Error {
  override readonly name = 'MismatchError';
  /** @param field names and indexes to the value, joined by dots; empty: the whole. The message quotes no value */
  constructor(readonly field: string) {
    super(`${field || 'the whole'} is not what was expected`);
  }
}

/**
 * @returns a copy with only the members that the schema names, since a newer server may send more
 * @throws MismatchError
 */
export function check(value: unknown, schema: JsonSchema, field = ''): unknown {
  if ('anyOf' in schema) {
    const [first] = schema.anyOf;
    const fitting = schema.anyOf.find((each) => 'type' in each && hasType(value, each.type) && hasRequired(value, each)) ?? first;
    if (fitting === undefined) throw new MismatchError(field);
    return check(value, fitting, field);
  }
  if (!hasType(value, schema.type)) throw new MismatchError(field);
  if (schema.type === 'array') return (value as unknown[]).map((item, index) => check(item, schema.items, below(field, index)));
  if (schema.type === 'object') return checkMembers(value as object, schema, field);
  if ((schema.type === 'integer' || schema.type === 'number') && !isWithin(value as number, schema)) throw new MismatchError(field);
  if ('enum' in schema && !(schema.enum as readonly unknown[]).includes(value)) throw new MismatchError(field);
  if (schema.type === 'string' && !isOfForm(value as string, schema)) throw new MismatchError(field);
  return value;
}

function checkMembers(value: object, { properties, optional = [] }: ObjectSchema, field: string): object {
  const checked: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const path = below(field, name);
    if (Object.hasOwn(value, name)) checked[name] = check((value as Record<string, unknown>)[name], schema, path);
    else if (!optional.includes(name)) throw new MismatchError(path);
  }
  return checked;
}

const hasRequired = (value: unknown, schema: JsonSchema) =>
  !('properties' in schema) ||
  Object.keys(schema.properties).every((name) => schema.optional?.includes(name) || Object.hasOwn(value as object, name));

const below = (field: string, name: string | number) => (field === '' ? `${name}` : `${field}.${name}`);

function hasType(value: unknown, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
}

const isWithin = (value: number, { minimum = -Infinity, maximum = Infinity }: { minimum?: number; maximum?: number }) =>
  value >= minimum && value <= maximum;

const FORMATS = {
  /** A time in UTC, as Date.prototype.toISOString writes it. */
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text)),
  /** An http or https address: another scheme could be a program. */
  uri: (text: string) => /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/u.test(text),
};

const isOfForm = (text: string, { pattern, format }: { pattern?: string; format?: keyof typeof FORMATS }) =>
  (pattern === undefined || new RegExp(pattern).test(text)) && (format === undefined || FORMATS[format](text));

/** JSON Schemas of the API's document, as zod writes them. Those with an id are written once and referenced. */
import * as z from 'zod';

/** A JSON Schema, with the keywords that the program itself reads. */
export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  description?: string;
  example?: unknown;
}

type Io = 'input' | 'output';
export type PrintSchema = (schema: z.ZodType, io: Io) => Schema;

const refTo = (id: string): Schema => ({ $ref: `#/components/schemas/${id}` });

/** @returns a function that prints a schema, and the schemas with an id that it has met */
export function createSchemaPrinter(): { print: PrintSchema; named: Record<string, Schema> } {
  const named: Record<string, Schema> = {};
  return {
    named,
    print(schema, io) {
      const { $schema: _, $defs = {}, ...whole } = z.toJSONSchema(schema, { io, override });
      for (const [id, each] of Object.entries($defs)) named[id] ??= tidied(each) as Schema;
      const { id, ...top } = tidied(whole) as Schema;
      if (typeof id !== 'string') return top;
      named[id] ??= top;
      return refTo(id);
    },
  };
}

/** Characters without controls, as every engine of regular expressions reads it: many know no properties of Unicode. */
const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** Leaves out what says nothing: bounds of every safe integer, and the pattern beside a format, of an integer's digits or of letters of any script. */
function override({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // For input zod drops the default of what it transforms.
  const { default: described } = z.globalRegistry.get(zodSchema) ?? {};
  if (described !== undefined) jsonSchema.default = described;
  if (jsonSchema.pattern === '^\\P{Cc}*$') jsonSchema.pattern = NO_CONTROLS;
  if (jsonSchema.format || jsonSchema.type === 'integer' || jsonSchema.pattern?.includes('\\p{')) delete jsonSchema.pattern;
}

/** The schema with the document's references, a list for one value, and no alternatives where a list of types will do. */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, const: only, anyOf, ...rest } = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, tidied(each)]));
  if (typeof $ref === 'string') return { ...rest, ...refTo($ref.slice('#/$defs/'.length)) };
  if (only !== undefined) return { ...rest, enum: [only] };
  if (!Array.isArray(anyOf)) return rest;
  const ways = (anyOf as Schema[]).flatMap((way) => way.anyOf ?? [way]);
  const [first = {}, second] = ways;
  const isNullable = ways.length === 2 && second?.type === 'null' && typeof first.type === 'string';
  if (!isNullable) return { ...rest, anyOf: ways };
  return { ...first, ...rest, type: [first.type, 'null'], ...(first.enum && { enum: [...first.enum, null] }) };
}

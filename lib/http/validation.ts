import type { z } from 'zod';
import { type ErrorDetail, ValidationError } from './errors';

const OPTIONS: z.core.ParseContext<z.core.$ZodIssue> = { error: (issue) => (issue.input === undefined ? 'Required' : undefined) };

/**
 * Parses a body or a query with a schema. At the top level `null` counts as omitted, and a missing
 * required field is reported as `Required`, as the interface has it.
 * @throws ValidationError with one detail for each problem
 */
export function parseWith<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(withoutNulls(input), OPTIONS);
  if (result.success) return result.data;
  throw new ValidationError(result.error.issues.map(toDetail));
}

/** Names of a body's fields that the schema doesn't have. @param body what was parsed as JSON */
export function unknownFields(schema: z.ZodObject, body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body).filter((name) => !Object.hasOwn(schema.shape, name));
}

function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  // Most bodies have none, and a copy would cost as much as parsing.
  if (!Object.values(input).includes(null)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function toDetail(issue: z.core.$ZodIssue): ErrorDetail {
  return { path: issue.path.map(String), message: issue.message };
}

import type { JsonSchema } from './json-schema.check';

/** What a request to an endpoint takes. */
export interface OperationInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string | null | undefined>>;
  body?: unknown;
}

interface OperationBase<Input extends OperationInput> {
  method: string;
  /** `:name` is a segment. */
  path: string;
  /** For the compiler alone. */
  readonly types?: Input;
}

/** An endpoint that returns JSON. */
export interface JsonOperation<Input extends OperationInput, Result> extends OperationBase<Input> {
  response: JsonSchema;
  /** For the compiler alone. */
  readonly result?: Result;
}

/** An endpoint that returns a content, or nothing. */
export interface ContentOperation<Input extends OperationInput> extends OperationBase<Input> {
  response: null;
}

/** The body that an endpoint takes, before it is JSON. */
export type BodyOf<Of> =
  Of extends JsonOperation<infer Input, infer _> ? (Input extends { body: infer Body } ? Exclude<Body, Blob> : never) : never;

export type ResultOf<Of> = Of extends JsonOperation<infer _, infer Result> ? Result : never;

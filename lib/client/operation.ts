import type { JsonSchema } from './json-schema-check';

/** The parts of a request to an endpoint. */
export interface OperationInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string | null | undefined>>;
  body?: unknown;
}

interface OperationBase<Input extends OperationInput> {
  method: string;
  /** `:name` stands for a segment. */
  path: string;
  /** Exists for the compiler only. */
  readonly types?: Input;
}

export interface JsonOperation<Input extends OperationInput, Result> extends OperationBase<Input> {
  response: JsonSchema;
  /** Exists for the compiler only. */
  readonly result?: Result;
}

export interface ContentOperation<Input extends OperationInput> extends OperationBase<Input> {
  response: null;
}

export type ResultOf<Of> = Of extends JsonOperation<infer _, infer Result> ? Result : never;

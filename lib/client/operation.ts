import type { PUBLIC_ID_PATTERN, PublicId } from '../pastes/paste.rules';
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

/** The TypeScript type of what a JSON Schema describes. @public for `operations.generated.ts` */
export type ValueOf<Schema> = Schema extends { anyOf: readonly (infer Each)[] }
  ? ValueOf<Each>
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { pattern: typeof PUBLIC_ID_PATTERN }
      ? PublicId
      : Schema extends { items: infer Item }
        ? ValueOf<Item>[]
        : Schema extends { properties: infer Members }
          ? ObjectOf<Members, Schema extends { optional: readonly (infer Name)[] } ? Name : never>
          : Schema extends { type: infer Type extends keyof PlainTypes }
            ? PlainTypes[Type]
            : unknown;

type ObjectOf<Members, Optional> = { -readonly [Name in Exclude<keyof Members, Optional>]: ValueOf<Members[Name]> } & {
  -readonly [Name in Extract<keyof Members, Optional>]?: ValueOf<Members[Name]> | undefined;
};

interface PlainTypes {
  string: string;
  integer: number;
  number: number;
  boolean: boolean;
  null: null;
  object: object;
}

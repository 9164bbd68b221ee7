export interface ShownOperation {
  id: string;
  /** The HTTP method in upper case. */
  method: string;
  /** The path with parameters in braces: `/api/v1/pastes/{publicId}`. */
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  needsSession: boolean;
  parameters: readonly ShownField[];
  /** null for an operation without a body. */
  body: { type: string; fields: readonly ShownField[]; example: string } | null;
  responses: readonly { status: string; description: string }[];
}

export interface ShownField {
  name: string;
  place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The type in words: `integer, 1 to 100`. */
  type: string;
  isRequired: boolean;
  description: string;
  example: string;
}

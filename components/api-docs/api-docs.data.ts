export interface ShownOperation {
  id: string;
  /** Upper case. */
  method: string;
  /** With parameters in braces: `/api/v1/pastes/{publicId}`. */
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: readonly ShownField[];
  /** null for an operation without one. */
  body: { type: string; fields: readonly ShownField[]; example: string } | null;
  responses: readonly { status: string; description: string }[];
}

export interface ShownField {
  name: string;
  place: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** In words: `integer, 1 to 100`. */
  type: string;
  isRequired: boolean;
  description: string;
  example: string;
}

/** The kinds of code tokens. The worker sends a kind as its index in this list. */
export const TOKEN_KINDS = [
  'plain',
  'comment',
  'constant',
  'function',
  'type',
  'tag',
  'attribute',
  'keyword',
  'string',
  'inserted',
  'deleted',
  'error',
  'warning',
  'heading',
  'link',
] as const;

export type TokenKind = (typeof TOKEN_KINDS)[number];

/** The names of highlights and style classes, in the order of the kinds. */
export const CODE_LOOKS = TOKEN_KINDS.map((kind) => `code-${kind}`);

export const BLOCK_LINES = 100;
/** Longer lines stay plain: they are data or minified, and cost the most. */
export const MAX_LINE_CHARACTERS = 2_000;

/** Tokens painted at most; a browser takes about a second for them. The rest stays plain. */
export const MAX_PAINTED = 40_000;

/** Four numbers a token: line within its block, start, end, kind. */
export type Tokens = Uint32Array;
export const NUMBERS_PER_TOKEN = 4;

/** Colours that are known beforehand: the names of highlights or style classes, and the tokens of each block of lines. */
export interface Paint {
  looks: readonly string[];
  blocks: ReadonlyMap<number, Tokens>;
}

export interface ColourRequest {
  language: string;
  block: number;
  text: string;
  /** The previous block's text, if that block was not coloured: it tells the grammar where this block stands. Null otherwise. */
  warmUp: string | null;
}

/** null: the language is unknown. */
export type ColourReply = Tokens | null;

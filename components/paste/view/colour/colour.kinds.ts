/** What a piece of code can be, and how it crosses from the worker: as a number, the place in this list. */
export const KINDS = [
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
  'heading',
  'link',
] as const;

export type Kind = (typeof KINDS)[number];

/** Lines that are coloured together. */
export const BLOCK_LINES = 100;
/** Longer lines stay plain: they are data or minified, and cost the most. */
export const MAX_LINE_CHARACTERS = 2_000;

/** Pieces that are painted at once; a browser takes about a second for them. What comes after them is plain. */
export const MAX_PAINTED = 40_000;

/** Four numbers a token: line within its block, start, end, kind. */
export type Tokens = Uint32Array;
export const TOKEN_NUMBERS = 4;

/** Colours that are known beforehand: names of highlights and style classes, and by block of lines where each stands. */
export interface Paint {
  looks: readonly string[];
  blocks: ReadonlyMap<number, Tokens>;
}

export interface ColourRequest {
  language: string;
  block: number;
  text: string;
  /** The text before, to guess by where the block stands: when the block before it has not been coloured. */
  warmUp: string | null;
}

export type ColourReply = { kind: 'tokens'; block: number; tokens: Tokens } | { kind: 'unknown-language' } | { kind: 'failed' };

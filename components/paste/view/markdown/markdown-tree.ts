/**
 * A Markdown text as the page renders it: these nodes and no others. Plain data that the worker can send. No node holds
 * HTML to be parsed.
 */
export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  /** `html`: the author's markup, shown as it was typed. */
  | { kind: 'code' | 'html'; text: string }
  | { kind: 'break' }
  /** `address`: as `followedAddress` returns it. */
  | { kind: 'link'; address: string; children: Inline[] }
  /** Leads to a heading of this text, by its number. */
  | { kind: 'jump'; heading: number; children: Inline[] }
  | Picture
  /** The `mention`th mention of a footnote; both count from 1. */
  | { kind: 'note'; note: number; mention: number };

export interface Picture {
  kind: 'picture';
  alt: string;
  /** The address of a picture elsewhere, http or https, which is never fetched; null otherwise. */
  address: string | null;
  /** The name that a file of this paste may have: cleaned, at most 200 bytes. Empty for a picture elsewhere. */
  name: string;
}

export interface ListItem {
  /** Null for an item that is no task. */
  isChecked: boolean | null;
  children: Block[];
}

export type Alignment = 'left' | 'right' | 'center' | null;

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** Depth from 1 to 6; numbered from 1 through the text. */
  | { kind: 'heading'; depth: number; number: number; children: Inline[] }
  | { kind: 'quote'; children: Block[] }
  /** `first`: the number that an ordered list begins with, null for a list with bullets. A tight list has no space between items. */
  | { kind: 'list'; first: number | null; isTight: boolean; items: ListItem[] }
  /** `language`: a word of letters, digits and `+#.-_`, as the author wrote it; empty for none. */
  | { kind: 'code'; language: string; text: string }
  | { kind: 'html'; text: string }
  /** The first row is the head. */
  | { kind: 'table'; alignments: Alignment[]; rows: Inline[][][] }
  | { kind: 'rule' };

export interface Note {
  /** How often the text mentions it: at least once. */
  mentions: number;
  children: Block[];
}

export interface Heading {
  depth: number;
  text: string;
}

export interface MarkdownTree {
  blocks: Block[];
  /** The line on which each block begins, from 1. */
  lines: number[];
  /** The footnotes in the order of their first mention. */
  notes: Note[];
  /** The headings in the order of the text; the first has number 1. */
  headings: Heading[];
}

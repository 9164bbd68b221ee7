/** Makes another rendition of a text; runs in a worker. */
import { inSlices, type PasteText } from '../model/view-text';
import type { Tokens } from '../text/colour-kinds';
import { formatJson } from './format-json';
import { readAnsi } from './read-ansi';

export type RenditionKind = 'json' | 'ansi';

/** null: the text has no such rendition. */
export type RenditionReply = { text: PasteText; blocks: Map<number, Tokens> | null } | null | 'too-large';

export function makeRendition({ kind, text }: { kind: RenditionKind; text: string }): RenditionReply {
  const made = kind === 'ansi' ? readAnsi(text) : formatJson(text);
  if (made === null || made === 'too-large') return made;
  return { ...made, text: inSlices(made.text) };
}

/** Makes another rendition of a text; runs in a worker. */
import { inSlices, type PasteText } from '../model/view-text';
import type { Tokens } from '../text/colour-kinds';
import { FormattedTooLargeError, formatJson } from './format-json';
import { readAnsi } from './read-ansi';

export type RenditionKind = 'json' | 'ansi';

/** null: the text has no such rendition. */
export type RenditionReply = { text: PasteText; blocks: Map<number, Tokens> | null } | null | 'too-large';

export function makeRendition({ kind, text }: { kind: RenditionKind; text: string }): RenditionReply {
  try {
    const rendition = kind === 'ansi' ? readAnsi(text) : { text: formatJson(text), blocks: null };
    return rendition.text === null ? null : { text: inSlices(rendition.text), blocks: rendition.blocks };
  } catch (error) {
    if (error instanceof FormattedTooLargeError) return 'too-large';
    throw error;
  }
}

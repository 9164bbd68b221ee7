/** Makes another rendition of a text; runs in a worker. */
import { inSlices, type PasteText, sizeOf } from '../model/view-text';
import type { Paint } from '../text/colour-kinds';
import { formatJson } from './format-json';
import { LOOKS, readAnsi } from './read-ansi';

/** A rendition shown in place of a text: JSON with a line for each value, or a log in its colours. */
export interface Rendition {
  text: PasteText;
  size: 'small' | 'large';
  paint: Paint | null;
  hasSameLines: boolean;
}

export type RenditionKind = 'json' | 'ansi';

/** @returns the rendition, or why there is none */
export function makeRendition({ kind, text }: { kind: RenditionKind; text: string }): Rendition | 'not-valid' | 'too-large' {
  if (kind === 'ansi') {
    const { text: read, blocks } = readAnsi(text);
    return { ...sized(read), paint: { looks: LOOKS, blocks }, hasSameLines: true };
  }
  const formatted = formatJson(text);
  return typeof formatted === 'string' ? formatted : { ...sized(formatted.text), paint: null, hasSameLines: false };
}

function sized(text: string) {
  const sliced = inSlices(text);
  return { text: sliced, size: sizeOf(sliced) };
}

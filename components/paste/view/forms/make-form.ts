/** Makes another form of a text; runs in a worker. */
import type { Tokens } from '../colour/colour-kinds';
import type { PasteText } from '../model/view-data';
import { SLICE_CHARACTERS } from '../model/view-limits';
import { appendSlice, textOf } from '../model/view-text';
import { formatJson } from './format-json';
import { FormattedTooLargeError } from './format-limits';
import { formatXml } from './format-xml';
import { readAnsi } from './read-ansi';

export type FormKind = 'json' | 'xml' | 'ansi';

/** null: the text has no such form. */
export type FormReply = { text: PasteText; blocks: Map<number, Tokens> | null } | null | 'too-large';

function make(kind: FormKind, text: string): FormReply {
  if (kind === 'ansi') {
    const painted = readAnsi(text);
    return { text: inSlices(painted.text), blocks: painted.blocks };
  }
  const formatted = kind === 'json' ? formatJson(text) : formatXml(text);
  return formatted === null ? null : { text: inSlices(formatted), blocks: null };
}

/** Cuts a text into the slices that the page adds one a frame, and measures it here instead of in the page. */
function inSlices(text: string): PasteText {
  let sliced = textOf(text.slice(0, SLICE_CHARACTERS));
  for (let from = SLICE_CHARACTERS; from < text.length; from += SLICE_CHARACTERS) {
    sliced = appendSlice(sliced, text.slice(from, from + SLICE_CHARACTERS));
  }
  return sliced;
}

export function makeForm({ kind, text }: { kind: FormKind; text: string }): FormReply {
  try {
    return make(kind, text);
  } catch (error) {
    if (error instanceof FormattedTooLargeError) return 'too-large';
    throw error;
  }
}

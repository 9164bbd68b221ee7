/** Makes another form of a text; runs in a worker. */

import type { PasteText } from '../model/view-data';
import { inSlices } from '../model/view-text';
import type { Tokens } from '../text/colour-kinds';
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

export function makeForm({ kind, text }: { kind: FormKind; text: string }): FormReply {
  try {
    return make(kind, text);
  } catch (error) {
    if (error instanceof FormattedTooLargeError) return 'too-large';
    throw error;
  }
}

/** Makes another form of a text; runs in a worker. */
import type { PasteText } from '../model/view-data';
import { inSlices } from '../model/view-text';
import type { Tokens } from '../text/colour-kinds';
import { FormattedTooLargeError, formatJson, formatXml } from './format-text';
import { readAnsi } from './read-ansi';

export type FormKind = 'json' | 'xml' | 'ansi';

/** null: the text has no such form. */
export type FormReply = { text: PasteText; blocks: Map<number, Tokens> | null } | null | 'too-large';

export function makeForm({ kind, text }: { kind: FormKind; text: string }): FormReply {
  try {
    const form = kind === 'ansi' ? readAnsi(text) : { text: kind === 'json' ? formatJson(text) : formatXml(text), blocks: null };
    return form.text === null ? null : { text: inSlices(form.text), blocks: form.blocks };
  } catch (error) {
    if (error instanceof FormattedTooLargeError) return 'too-large';
    throw error;
  }
}

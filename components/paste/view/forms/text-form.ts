/** A form shown in place of a text: JSON or XML with a line for each value, or a log in its colours. */

import type { PasteText } from '../model/view-data';
import type { Paint } from '../text/colour-kinds';

export interface TextForm {
  text: PasteText;
  size: 'small' | 'large';
  paint: Paint | null;
  /** Whether the form has the same lines as the text. */
  hasSameLines: boolean;
}

const FORMATTED: readonly string[] = ['json', 'xml'];
const ESCAPE = '\u001b[';

/** Whether there is another form to offer. */
export const hasForms = (text: PasteText, language: string): boolean => FORMATTED.includes(language) || hasColours(text);

export const hasColours = ({ slices }: PasteText): boolean => slices.some((slice) => slice.includes(ESCAPE));

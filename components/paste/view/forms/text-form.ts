/** Another form of a text, shown in its place: JSON or XML with a line for each value, or a log in its colours. */
import type { Paint } from '../colour/colour.kinds';
import type { PasteText } from '../model/view.data';
import { SMALL_MAX_CHARACTERS, SMALL_MAX_LINES } from '../model/view.limits';

export interface TextForm {
  text: PasteText;
  size: 'small' | 'large';
  paint: Paint | null;
  /** Whether its lines are those of the text. */
  hasSameLines: boolean;
}

const FORMATTED: readonly string[] = ['json', 'xml'];
const ESCAPE = '\u001b[';

/** Whether there is another form to offer. */
export const hasForms = ({ slices }: PasteText, language: string): boolean =>
  FORMATTED.includes(language) || slices.some((slice) => slice.includes(ESCAPE));

export const hasColours = ({ slices }: PasteText): boolean => slices.some((slice) => slice.includes(ESCAPE));

export const sizeOf = ({ slices, lines }: PasteText): 'small' | 'large' =>
  slices.length === 1 && (slices[0] ?? '').length <= SMALL_MAX_CHARACTERS && lines <= SMALL_MAX_LINES ? 'small' : 'large';

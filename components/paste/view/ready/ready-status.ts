import { formatBytes } from '#components/messages/format';
import { viewMessages } from '#components/messages/view';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import type { PasteText } from '../model/view-data';
import { LONG_LINE_CHARACTERS } from '../model/view-limits';
import type { ReadyState } from '../model/view-state';
import type { ColourEnd } from '../text/colour-session';

/** Writes the status message of an open text; empty for none. */
export function readyStatus(
  { isComplete, receivedBytes }: ReadyState,
  { longestLine }: PasteText,
  language: string,
  totalBytes: number,
  colourEnd: ColourEnd | null,
): string {
  if (!isComplete) return viewMessages.loading.progress(formatBytes(receivedBytes), formatBytes(totalBytes));
  if (colourEnd === null && language !== PLAIN_TEXT && longestLine > LONG_LINE_CHARACTERS) return viewMessages.colour['too-long'];
  return colourEnd === 'stopped' || colourEnd === 'failed' ? viewMessages.colour[colourEnd] : '';
}

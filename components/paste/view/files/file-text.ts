/** Reads a file's text in slices, one for each frame of the page, as the text of an arriving paste. */
import type { ViewedPaste } from '../model/view-data';
import type { ViewedFile } from '../model/view-files';
import { SMALL_FILE_MAX_BYTES, SMALL_FILE_MAX_LINES } from '../model/view-limits';
import { nextState, type ReadyState } from '../model/view-state';
import { textOf } from '../model/view-text';

const SLICE_BYTES = 256 * 1024;
const SLICE_EVERY_MS = 16;

/** The state of a text before its first slice. */
export function emptyText(title: string, syntax: string): ReadyState {
  return { kind: 'ready', title, syntax, text: textOf(''), size: 'small', isComplete: true, receivedBytes: 0 };
}

/**
 * @param show receives each state until the text is complete
 * @param signal ends the reading
 */
export async function readFileText(
  paste: ViewedPaste,
  title: string,
  { content, syntax }: ViewedFile,
  show: (state: ReadyState) => void,
  signal: AbortSignal,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let state: ReadyState | null = null;
  let from = 0;
  do {
    const bytes = await content.slice(from, from + SLICE_BYTES).arrayBuffer();
    if (signal.aborted) return;
    from += SLICE_BYTES;
    const isLast = from >= content.size;
    const slice = decoder.decode(bytes, { stream: !isLast });
    const next = nextState(state ?? { kind: 'confirm' }, { kind: 'text', slice, isLast, title, syntax }, paste) as ReadyState;
    show((state = { ...next, size: isSmall(next) ? 'small' : 'large', receivedBytes: Math.min(from, content.size) }));
    await new Promise((resolve) => setTimeout(resolve, SLICE_EVERY_MS));
  } while (from < content.size && !signal.aborted);
}

const isSmall = ({ size, text }: ReadyState): boolean =>
  size === 'small' && text.lines <= SMALL_FILE_MAX_LINES && text.bytes <= SMALL_FILE_MAX_BYTES;

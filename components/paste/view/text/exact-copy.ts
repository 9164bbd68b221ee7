import { type RefObject, useEffect } from 'react';
import { listen } from '#components/ui/listen';
import { type PasteText, wholeText } from '../model/view-text';

/**
 * Copies the selected part of a text as it is stored. Browsers would write a no-break space as a space, and drop carriage
 * returns and what is folded.
 * @param place shows the text and nothing else; a line break may follow the text
 * @param isMain whether the text alone is copied when the whole page is selected
 */
export function useExactCopy(place: RefObject<HTMLElement | null>, text: string, isMain = true): void {
  useEffect(() => replaceCopies(() => place.current && selectedText(place.current, text, isMain)), [place, text, isMain]);
}

/**
 * Copies the whole text when the selection spans the page, e.g. by a phone's menu. The document has only the lines in view
 * of a large text or table, which would be copied as if they were all.
 */
export function useCopyAll(place: RefObject<HTMLElement | null>, text: PasteText): void {
  useEffect(
    () => replaceCopies(() => (place.current && getSelection()?.containsNode(place.current) ? wholeText(text) : null)),
    [place, text],
  );
}

/** @param copied what a copy has instead of what the browser would write; null: nothing else @returns what ends it */
export function replaceCopies(copied: () => string | null): () => void {
  return listen<ClipboardEvent>(document, 'copy', (event) => {
    const text = event.defaultPrevented ? null : copied();
    if (!text) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  });
}

/** @returns null when the selection is elsewhere, or begins or ends outside of the place */
function selectedText(place: HTMLElement, text: string, isMain: boolean): string | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  if (isMain && selection.containsNode(place)) return text;
  const range = selection.getRangeAt(0);
  if (!place.contains(range.commonAncestorContainer)) return null;
  const [from, to] = [
    [range.startContainer, range.startOffset],
    [range.endContainer, range.endOffset],
  ].map(([node, offset]) => storedOffset(place, text, node as Node, offset as number)) as [number, number];
  return text.slice(from, to);
}

/** Finds a place of the document in the text by line and column: pages from the server have no carriage returns. */
function storedOffset(place: HTMLElement, text: string, node: Node, offset: number): number {
  const before = new Range();
  before.setStart(place, 0);
  before.setEnd(node, offset);
  const lines = before.toString().split('\n');
  let start = 0;
  for (let line = 1; line < lines.length; line++) {
    const next = text.indexOf('\n', start);
    // The line break after the text is the page's.
    if (next < 0) return text.length;
    start = next + 1;
  }
  return Math.min(start + (lines.at(-1) as string).length, text.length);
}

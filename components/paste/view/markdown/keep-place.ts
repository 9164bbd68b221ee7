/** Keeps the reader's place between a rendered text and its source: the block or line at the top of the window stays there. */

/** Elements that end above this are hidden under the toolbar. */
const TOOLBAR_PIXELS = 56;

const topOf = (element: Element): number => element.getBoundingClientRect().top;
const blocksOf = (place: Element): Element[] => [...(place.querySelector('[data-blocks]')?.children ?? [])];

function firstBelowToolbar(elements: readonly Element[]): { index: number; top: number } {
  const index = elements.findIndex((element) => element.getBoundingClientRect().bottom > TOOLBAR_PIXELS);
  const found = elements[index];
  return found ? { index, top: topOf(found) } : { index: 0, top: TOOLBAR_PIXELS };
}

const moveTo = (element: Element | null | undefined, top: number) => element && window.scrollBy(0, topOf(element) - top);

/**
 * Finds the first visible block of the rendered text.
 * @param lines the line on which each block begins, from 1
 * @returns scrolls the source, once it is shown, to that block's line
 */
export function topBlock(place: Element, lines: readonly number[]): () => void {
  const { index, top } = firstBelowToolbar(blocksOf(place));
  return () => moveTo(place.querySelector(`[id="L${lines[index] ?? 1}"]`), top);
}

/** Finds the first visible line of the source. A large source has no line elements: reading begins at line 1. @returns scrolls to its block */
export function topLine(place: Element, lines: readonly number[]): () => void {
  const { index, top } = firstBelowToolbar([...place.querySelectorAll('code > [id^="L"]')]);
  return () => moveTo(blocksOf(place)[lines.findLastIndex((first) => first <= index + 1)], top);
}

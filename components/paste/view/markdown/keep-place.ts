/** Keeps the reader's place between a rendered text and its source: the block or line at the top of the window stays there. */

/** Elements that end above this are hidden under the toolbar. */
const TOOLBAR_PIXELS = 56;

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function firstBelowToolbar(elements: Iterable<Element>): { index: number; top: number } {
  let index = 0;
  for (const element of elements) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > TOOLBAR_PIXELS) return { index, top };
    index++;
  }
  return { index: 0, top: TOOLBAR_PIXELS };
}

const blocksOf = (place: Element): Element[] => [...(place.querySelector('[data-blocks]')?.children ?? [])];

/** Finds the first visible block of the rendered text, counted from 0, and its position. */
export function blockAtTop(place: Element): { block: number; top: number } {
  const { index, top } = firstBelowToolbar(blocksOf(place));
  return { block: index, top };
}

/** Finds the first visible line of the source, counted from 1. A large source has no line elements: reading begins at line 1. */
export function lineAtTop(place: Element): { line: number; top: number } {
  const { index, top } = firstBelowToolbar(place.querySelectorAll('code > [id^="L"]'));
  return { line: index + 1, top };
}

export function showBlock(place: Element, block: number, top: number): void {
  const element = blocksOf(place)[block];
  if (element) window.scrollBy(0, topOf(element) - top);
}

export function showLine(place: Element, line: number, top: number): void {
  const element = place.querySelector(`[id="L${line}"]`);
  if (element) window.scrollBy(0, topOf(element) - top);
}

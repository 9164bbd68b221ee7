/** Finds controls whose accessible name doesn't begin with their visible words: who speaks these words would not reach them (WCAG 2.5.3). */

const NAMED = ':is(a, button, summary, [role="button"])[aria-label]';

/** @returns the visible words and the name of each such control */
export function misnamedControls(root: ParentNode): string[] {
  return [...root.querySelectorAll(NAMED)].flatMap((control) => {
    const visible = visibleText(control);
    const name = control.getAttribute('aria-label') ?? '';
    // A number, such as a footnote’s, may follow what it counts.
    const isNamed = /\p{L}/u.test(visible) ? words(name).startsWith(words(visible)) : words(name).includes(words(visible));
    return isNamed ? [] : [`“${visible}” is named “${name}”`];
  });
}

function visibleText(control: Element): string {
  const copy = control.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('[aria-hidden], .visually-hidden')) hidden.remove();
  return copy.textContent?.trim() ?? '';
}

/** Speech input knows neither punctuation nor capitals. */
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

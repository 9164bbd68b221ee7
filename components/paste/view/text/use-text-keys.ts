import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#components/ui/use-shortcuts';

/** What a key does in a large text: go to an end, select all, or scroll, which the browser does. */
export type TextKey = 'start' | 'end' | 'all' | 'scroll';

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);
/** These keys press a focused button, so they scroll only when nothing has the focus. */
const PRESSING_KEYS = new Set([' ']);

/**
 * Moves the focus to a large text when a key scrolls or selects all. The text scrolls in its own element, but browsers
 * scroll the focused one, and after a link was opened nothing has the focus. The document has only the lines in view, and
 * the browser's Select all would copy them as if they were the text.
 * @param onKey receives each such key that is meant for the text
 */
export function useTextKeys(place: RefObject<HTMLElement | null>, onKey: (key: TextKey) => void): void {
  const tell = useEffectEvent(onKey);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const key = textKeyOf(event);
      if (!key) return;
      place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
      if (key !== 'scroll') event.preventDefault();
      tell(key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}

/** With Shift, keys extend the selection. On a Mac, arrows with Command are what Home and End are elsewhere. */
function textKeyOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): TextKey | null {
  const isScrolling = SCROLL_KEYS.has(key) || (PRESSING_KEYS.has(key) && target === document.body);
  if (shiftKey) return isScrolling ? 'scroll' : null;
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return 'all';
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  if (key === 'End' || (metaKey && key === 'ArrowDown')) return 'end';
  return isScrolling ? 'scroll' : null;
}

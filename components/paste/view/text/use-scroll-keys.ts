import { type RefObject, useEffect } from 'react';
import { isTyping } from '#components/ui/use-shortcuts';

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);
/** These keys press what has the focus: they scroll where nothing has. */
const PRESSING_KEYS = new Set([' ']);

/**
 * A large text scrolls by itself, while the page stands still. Browsers scroll what has the focus, and after a link was
 * opened nothing has: a key that scrolls then takes the focus to the text, and the browser scrolls it.
 */
export function useScrollKeys(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const isScrolling = SCROLL_KEYS.has(event.key) || (PRESSING_KEYS.has(event.key) && event.target === document.body);
      if (isScrolling) place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}

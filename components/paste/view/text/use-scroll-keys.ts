import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#components/ui/use-shortcuts';

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);
/** These keys press what has the focus: they scroll where nothing has. */
const PRESSING_KEYS = new Set([' ']);

/**
 * A large text scrolls by itself, while the page stands still. Browsers scroll what has the focus, and after a link was
 * opened nothing has: a key that scrolls then takes the focus to the text, and the browser scrolls it.
 * @param onScroll told of each such key; to an end of the text it scrolls itself
 */
export function useScrollKeys(place: RefObject<HTMLElement | null>, onScroll: (edge: 'start' | 'end' | null) => void): void {
  const tell = useEffectEvent(onScroll);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const isScrolling = SCROLL_KEYS.has(event.key) || (PRESSING_KEYS.has(event.key) && event.target === document.body);
      if (!isScrolling) return;
      place.current?.querySelector<HTMLElement>('.cm-content')?.focus({ preventScroll: true });
      const edge = edgeOf(event);
      if (edge) event.preventDefault();
      tell(edge);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}

/** Shift selects up to there. On a Mac, arrows with Command are what Home and End are elsewhere. */
function edgeOf({ key, shiftKey, metaKey }: KeyboardEvent): 'start' | 'end' | null {
  if (shiftKey) return null;
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  return key === 'End' || (metaKey && key === 'ArrowDown') ? 'end' : null;
}

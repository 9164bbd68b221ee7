import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isTyping } from '#components/ui/use-shortcuts';

/** What a key asks of a large text: to go to one of its ends, to select all of it, or to scroll, which the browser does. */
export type TextKey = 'start' | 'end' | 'all' | 'scroll';

const SCROLL_KEYS = new Set(['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp']);
/** They press the button that has the focus. */
const PRESSING_KEYS = new Set([' ']);

/**
 * A large text scrolls by itself, while the page stands still, and only what is in view of it is in the document. Browsers
 * scroll what has the focus, and after a link was opened nothing has; they select what is there, and would copy some lines
 * as if they were the text. A key that scrolls or selects all takes the focus to the text.
 * @param onKey told of each such key that is meant for the text
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

/** Shift selects up to there. On a Mac, arrows with Command are what Home and End are elsewhere. */
function textKeyOf({ key, shiftKey, metaKey, ctrlKey, target }: KeyboardEvent): TextKey | null {
  const isScrolling = SCROLL_KEYS.has(key) || (PRESSING_KEYS.has(key) && target === document.body);
  if (shiftKey) return isScrolling ? 'scroll' : null;
  if (key.toLowerCase() === 'a' && (ctrlKey || metaKey)) return 'all';
  if (key === 'Home' || (metaKey && key === 'ArrowUp')) return 'start';
  if (key === 'End' || (metaKey && key === 'ArrowDown')) return 'end';
  return isScrolling ? 'scroll' : null;
}

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing';
import { listen } from './listen';

/**
 * Submits by Ctrl or Cmd with Enter, in the form and when nothing has the focus, e.g. after a file was dropped.
 * @param submit told whether Shift was pressed, too
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>, submit: (isWithShift: boolean) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Windows reports AltGr as Ctrl and Alt; it may still be pressed after typing a brace.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || isComposing(event)) return;
    // Elsewhere the keys belong to the focused element, e.g. a link that opens in another tab.
    if (event.target !== document.body && !form.current?.contains(event.target as Node)) return;
    event.preventDefault();
    submit(event.shiftKey);
  });

  useEffect(() => listen<KeyboardEvent>(document, 'keydown', (event) => press(event)), []);
}

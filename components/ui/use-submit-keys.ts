import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Submits by Ctrl or Cmd with Enter: in the form, and where nothing has the focus, as after a file was dropped. */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>, submit: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // AltGr is Ctrl and Alt to Windows, and may be pressed still after a brace.
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
    // Elsewhere it is for what has the focus: a link opens in another tab.
    if (event.target !== document.body && !form.current?.contains(event.target as Node)) return;
    event.preventDefault();
    submit();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

'use client';

import { useEffect, useEffectEvent } from 'react';

/** Single keys, outside of fields and dialogs; with Ctrl or Cmd they are called `mod+`. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
    const action = actions[`${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.key}`];
    if (!action) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => act(event);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** A dialog that has just closed may hold the focus until the next frame: it no longer takes keys. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog[open], [contenteditable="true"]') !== null;
}

'use client';

import { useEffect, useRef } from 'react';

/** Single keys, outside of fields and dialogs; with Ctrl or Cmd they are called `mod+`. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const latest = useRef(actions);

  useEffect(() => {
    latest.current = actions;
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing || event.defaultPrevented || isTyping(event.target)) return;
      const action = latest.current[`${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.key}`];
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** A dialog that has just closed may hold the focus until the next frame: it no longer takes keys. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog[open], [contenteditable="true"]') !== null;
}

'use client';

import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './is-composing';
import { listen } from './listen';

/** Handles shortcut keys outside of fields and dialogs. The prefix `mod+` stands for Ctrl or Cmd. */
export function useShortcuts(actions: Record<string, () => void>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || isComposing(event) || event.defaultPrevented || isTyping(event.target)) return;
    const isMod = event.ctrlKey || event.metaKey;
    // Caps Lock makes a letter large; with Shift it is another shortcut.
    const action = actions[isMod ? `mod+${event.shiftKey ? event.key : event.key.toLowerCase()}` : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  useEffect(() => listen<KeyboardEvent>(document, 'keydown', (event) => act(event)), []);
}

/** Whether an element takes keys itself. A closed dialog doesn't, although it may have the focus until the next frame. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog[open], [contenteditable="true"]') !== null;
}

import { type KeyboardEvent, useRef } from 'react';
import { indent, outdent } from './indent';

/**
 * Tab indents in a text area that has a text; Escape lets the next Tab leave it. In an empty one Tab leaves at once.
 * @param onChange receives the whole text where the browser fires no input event itself
 */
export function useTabIndents(onChange: (text: string) => void) {
  const isFree = useRef(false);

  return function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const field = event.currentTarget;
    if (event.key === 'Escape') {
      isFree.current = true;
      return;
    }
    // Pressing Shift may be the beginning of Shift Tab.
    if (event.key === 'Shift') return;
    const mayLeave = isFree.current;
    isFree.current = false;
    if (event.key !== 'Tab' || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    if (mayLeave || field.readOnly || field.value === '') return;
    event.preventDefault();
    const change = event.shiftKey ? outdent : indent;
    const { from, to, text, selection } = change(field.value, field.selectionStart, field.selectionEnd);
    field.setSelectionRange(from, to);
    // Keeps the browser's undo, and says that there was input.
    if (!document.execCommand?.('insertText', false, text)) {
      field.setRangeText(text);
      onChange(field.value);
    }
    field.setSelectionRange(...selection);
  };
}

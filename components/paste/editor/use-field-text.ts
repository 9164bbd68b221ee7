import { type RefObject, useEffect, useRef } from 'react';

/**
 * A text field that belongs to the browser: what was typed before this program came stays, and half a megabyte isn't
 * written back at every key. It is written only when the state's text changes to another one than the field's.
 */
export function useFieldText(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string): void {
  // Fields begin empty, also those that come back with a text.
  const known = useRef('');
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    if (field.current && field.current.value !== text) field.current.value = text;
  }, [field, text]);
}

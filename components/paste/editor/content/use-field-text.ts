import { type RefObject, useEffect, useRef } from 'react';

/**
 * An uncontrolled text field: a text typed before React came stays, and half a megabyte isn't
 * written back at every key. The field changes only when the state's text differs from its own.
 */
export function useFieldText(field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, text: string): void {
  // React renders every field empty, even when the state has a text.
  const known = useRef('');
  useEffect(() => {
    if (known.current === text) return;
    known.current = text;
    if (field.current && field.current.value !== text) field.current.value = text;
  }, [field, text]);
}

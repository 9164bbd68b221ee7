'use client';

import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { useIsRunning } from './browser-facts';

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'value' | 'ref'> {
  value: string;
  field?: RefObject<HTMLInputElement | null>;
}

/**
 * An input whose text is in no attribute of the document. React writes `value` as an attribute too, and style sheets can match
 * attributes and tell a server what they matched. In a page of the server, the text is there until React runs.
 */
export function SecretInput({ value, field, ...input }: SecretInputProps) {
  const own = useRef<HTMLInputElement>(null);
  const ref = field ?? own;
  const isRunning = useIsRunning();

  useLayoutEffect(() => {
    // After the assignment, the text no longer depends on the attribute, which React then removes.
    if (ref.current) ref.current.value = value;
  }, [value, ref]);

  return <input ref={ref} defaultValue={isRunning ? undefined : value} {...input} />;
}

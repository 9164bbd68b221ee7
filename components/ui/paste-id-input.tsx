'use client';

import type { FormEvent, InputHTMLAttributes } from 'react';
import { commonMessages } from '#components/messages/common';
import { publicIdIn } from '#lib/envelope/link';
import styles from './field.module.css';

/** Matches everything but a link with a key, so that the browser refuses to send one before the page's script runs. */
const WITHOUT_KEY = '(?!.*[0-9A-Za-z]{24}[^#]*#).*';

/** Replaces a typed link by its id, so that no form sends the fragment with the key or the manage token. */
function keepId({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const id = publicIdIn(input.value);
  if (id !== null) input.value = id;
}

/** A field for a paste's id or any of its links. */
export function PasteIdInput({ className = '', ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      className={`${styles.input} ${className}`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      pattern={WITHOUT_KEY}
      title={commonMessages.withoutKey}
      dir="ltr"
      {...input}
      onInput={keepId}
    />
  );
}

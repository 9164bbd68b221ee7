'use client';

import type { FormEvent, InputHTMLAttributes } from 'react';
import { commonMessages } from '#components/messages/common';
import { publicIdIn } from '#lib/pastes/paste.rules';
import styles from './field.module.css';

/** Matches all but a link with a key: until the script of the page runs, the browser sends no form with one. */
const WITHOUT_KEY = '(?!.*[0-9A-Za-z]{24}[^#]*#).*';

/** Takes the id out of a link, so that no form sends what follows its `#`: the key, or the manage token. */
function keepId({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
  const id = publicIdIn(input.value);
  if (id !== null) input.value = id;
}

/** A field that takes an id, and any link of a paste. */
export function PasteIdInput({ className = '', ...input }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <input
      className={`${styles.input} ${className}`}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      pattern={WITHOUT_KEY}
      title={commonMessages.withoutKey}
      {...input}
      onInput={keepId}
    />
  );
}

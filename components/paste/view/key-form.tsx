'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { keyFormMessages as messages } from '#components/messages/key-form';
import { Button, LinkButton } from '#components/ui/button';
import { formatFragment } from '#lib/envelope/fragment';
import { openFragment } from './model/view-address';
import { type PastedKey, parsePastedKey } from './pasted-key';
import styles from './screens.module.css';

/** Takes the key that is missing from the link. The page then continues as if the link had held it. */
export function KeyForm({ publicId }: { publicId: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState<PastedKey | { kind: 'same' } | null>(null);
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = parsePastedKey(field.current?.value ?? '', publicId);
    const isSame = found.kind === 'key' && formatFragment(found.fragment) === location.hash;
    setPasted(isSame ? { kind: 'same' } : found);
    if (found.kind === 'key' && !isSame) openFragment(found.fragment);
    else field.current?.select();
  };

  const isInvalid = pasted !== null && pasted.kind !== 'key';
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label className={styles.label} htmlFor={id}>
        {messages.label}
      </label>
      <div className={`row ${styles.fieldRow}`}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="text"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <Button variant="primary" type="submit">
          {messages.button}
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {messages.hint}
      </p>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {isInvalid ? messages.problems[pasted.kind] : ''}
      </p>
      {pasted?.kind === 'other-paste' ? <LinkButton href={pasted.path}>{messages.openOther}</LinkButton> : null}
    </form>
  );
}

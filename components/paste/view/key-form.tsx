'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { keyFormTexts as texts } from '#components/messages/key-form';
import { Button, LinkButton } from '#components/ui/button';
import { type PastedKey, parsePastedKey } from './pasted-key';
import styles from './screens.module.css';
import { openFragment } from './view.address';
import { formatFragment } from './view.fragment';

/** Takes the key that a link lacks. The page then goes on as if the link had held it. */
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
        {texts.label}
      </label>
      <div className={styles.fieldRow}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-hint ${id}-error`}
        />
        <Button look="primary" type="submit">
          {texts.button}
        </Button>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {texts.hint}
      </p>
      <p id={`${id}-error`} className={styles.error} role="alert">
        {isInvalid ? texts.problems[pasted.kind] : ''}
      </p>
      {pasted?.kind === 'other-paste' ? <LinkButton href={pasted.path}>{texts.openOther}</LinkButton> : null}
    </form>
  );
}

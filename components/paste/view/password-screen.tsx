'use client';

import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { passwordMessages } from '#components/messages/password';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { Reveal } from '#components/ui/reveal';
import styles from './screens.module.css';

/** Asks for the password. A wrong one stays in the field for correction. */
export function PasswordScreen({
  attempt,
  at,
  onPassword,
}: {
  attempt: 'none' | 'checking' | 'wrong';
  /** Place of the paste: it stays on the server, it burns but is unopened, or only this tab can still read it. */
  at: 'stored' | 'unopened' | 'claimed';
  onPassword: (password: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    if (attempt === 'wrong') field.current?.select();
    field.current?.focus();
  }, [attempt]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field.current?.value) onPassword(field.current.value);
  };

  return (
    <Notice title={passwordMessages.title}>
      <p>{passwordMessages[at === 'unopened' ? 'textProven' : 'text']}</p>
      {at === 'stored' ? null : <p>{passwordMessages[at]}</p>}
      <form className={styles.form} onSubmit={submit}>
        <label className={styles.label} htmlFor={id}>
          {passwordMessages.label}
        </label>
        <div className={`row ${styles.fieldRow}`}>
          <Reveal isShown={isShown} onToggle={() => setShown(!isShown)}>
            <input
              ref={field}
              id={id}
              className={styles.field}
              type={isShown ? 'text' : 'password'}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="off"
              autoCorrect="off"
              spellCheck={false}
              required
              aria-invalid={attempt === 'wrong'}
              aria-describedby={`${id}-error`}
            />
          </Reveal>
          <p id={`${id}-error`} className={styles.error} role="alert">
            {attempt === 'wrong' ? passwordMessages.wrong : ''}
          </p>
          <Button variant="primary" type="submit" disabled={attempt === 'checking'}>
            <LockKeyhole aria-hidden size={16} />
            {attempt === 'checking' ? passwordMessages.checking : passwordMessages[at === 'unopened' ? 'buttonUnopened' : 'button']}
          </Button>
        </div>
      </form>
    </Notice>
  );
}

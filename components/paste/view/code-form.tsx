'use client';

import { LockKeyholeOpen } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { viewMailedMessages as messages } from '#components/messages/view-mailed';
import { Button } from '#components/ui/button';
import { sendCode } from './reader/code.client';
import styles from './screens.module.css';

/** Asks for the code that was mailed. A wrong one stays in the field for correction. */
export function CodeForm({ publicId, claim }: { publicId: string; claim: string }) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const code = (field.current?.value ?? '').replace(/\s/g, '');
    setProblem('');
    if (!/^\d{6}$/.test(code)) return refuse(messages.digits);
    setChecking(true);
    const left = await sendCode(publicId, claim, code);
    // The request that waits learns what is decided.
    if (left === null) return;
    setChecking(false);
    refuse(left === 'unreachable' ? messages.unreachable : messages.wrong(left));
  }

  function refuse(sentence: string): void {
    setProblem(sentence);
    field.current?.select();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <label className={styles.label} htmlFor={id}>
        {messages.label}
      </label>
      <div className={`row ${styles.fieldRow}`}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          dir="ltr"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          required
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-error`}
        />
        <p id={`${id}-error`} className={styles.error} role="alert">
          {problem}
        </p>
        <Button variant="primary" type="submit" disabled={isChecking}>
          <LockKeyholeOpen aria-hidden size={16} />
          {isChecking ? messages.checking : messages.open}
        </Button>
      </div>
    </form>
  );
}

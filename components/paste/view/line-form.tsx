import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/button';
import { Reveal } from '#components/ui/reveal';
import styles from './screens.module.css';

interface LineFormProps extends Omit<ComponentProps<'input'>, 'onSubmit'> {
  label: string;
  hint?: string;
  /** Why what was typed is refused; empty: it isn't. */
  problem: string;
  isBusy?: boolean;
  button: string;
  icon?: LucideIcon;
  onSubmit: (text: string) => void;
}

/** A form of one line. The text stays in the field, selected for correction; an eye shows what is typed into a password's. */
export function LineForm({ label, hint, problem, isBusy = false, button, icon, onSubmit, children, type, ...rest }: LineFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(type !== 'password');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The button may have the focus, and is disabled while the form is busy.
    field.current?.focus();
    field.current?.select();
    onSubmit(field.current?.value ?? '');
  };
  const input = (
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
      aria-invalid={problem !== ''}
      aria-describedby={hint === undefined ? `${id}-error` : `${id}-hint ${id}-error`}
      {...rest}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={`row ${styles.fieldRow}`}>
        {type === 'password' ? (
          <Reveal name={label} isShown={isShown} onToggle={() => setShown(!isShown)}>
            {input}
          </Reveal>
        ) : (
          input
        )}
        <p id={`${id}-error`} className={styles.error} role="alert">
          {problem}
        </p>
        <Button variant="primary" type="submit" disabled={isBusy} icon={icon}>
          {button}
        </Button>
      </div>
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
    </form>
  );
}

import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type RefObject, useId, useState } from 'react';
import { Button } from '#components/ui/button';
import { Reveal } from '#components/ui/reveal';
import styles from './screens.module.css';

interface LineFormProps extends Omit<ComponentProps<'input'>, 'onSubmit'> {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  hint?: string;
  /** Why what was typed is refused; empty: it isn't. */
  problem: string;
  isBusy?: boolean;
  button: string;
  icon?: LucideIcon;
  onSubmit: () => void;
}

/** A form of one line. A refused text stays in the field for correction; an eye shows what is typed into a password's. */
export function LineForm({ field, label, hint, problem, isBusy = false, button, icon, onSubmit, children, type, ...rest }: LineFormProps) {
  const id = useId();
  const [isShown, setShown] = useState(type !== 'password');
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
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
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

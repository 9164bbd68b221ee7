import type { ComponentProps, InputHTMLAttributes, ReactNode } from 'react';
import styles from './field.module.css';
import { SecretInput } from './secret-input';

interface FieldProps {
  /** The control's id; the element `${id}-hint` has the hint or the problem. */
  id: string;
  label: string;
  /** A note beside the label, e.g. "optional". */
  note?: string | undefined;
  hint?: ReactNode;
  /** Replaces the hint. */
  problem?: string | null;
  isInline?: boolean;
  children: ReactNode;
}

export function Field({ id, label, note, hint, problem = null, isInline = false, children }: FieldProps) {
  return (
    <div className={`${styles.group} ${isInline ? styles.inline : ''}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {note === undefined ? null : <span className={styles.optional}> {note}</span>}
      </label>
      {children}
      {hint === undefined && problem === null ? null : (
        <p id={`${id}-hint`} className={problem === null ? styles.hint : styles.problem}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'value'> & { value?: string };

/** Keys and addresses read from left to right, and words as their language does. The direction of other fields is the page's. */
const DIRECTIONS: Readonly<Record<string, 'ltr' | 'auto'>> = { password: 'ltr', url: 'ltr', text: 'auto' };

/** A field for text that isn't prose: without completion, capitalization and spelling check. */
export function TextField({ id, label, note, hint, problem = null, className = '', type = 'text', value, ...rest }: TextFieldProps) {
  const input: ComponentProps<'input'> = {
    id,
    type,
    dir: DIRECTIONS[type],
    className: `${styles.input} ${className}`,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    'aria-invalid': problem === null ? undefined : true,
    'aria-describedby': hint === undefined && problem === null ? undefined : `${id}-hint`,
    ...rest,
  };
  return (
    <Field id={id} label={label} note={note} hint={hint} problem={problem}>
      {value === undefined ? <input {...input} /> : <SecretInput {...input} value={value} />}
    </Field>
  );
}

export function Check({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label className={className}>
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}

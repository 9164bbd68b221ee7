import ChevronDown from 'lucide-react/icons/chevron-down';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  variant?: 'plain' | 'quiet';
  /** The choices; without them, the children are the options. */
  options?: readonly (readonly [value: string | number | undefined, label: string])[];
}

/** A native select that looks like the other fields. */
export function Select({ variant = 'plain', options = [], children, ...rest }: SelectProps) {
  return (
    <span className={styles.frame}>
      <select className={`${styles.select} ${variant === 'quiet' ? styles.quiet : ''}`} {...rest}>
        {children ??
          options.map(([value, label]) => (
            <option key={label} value={value}>
              {label}
            </option>
          ))}
      </select>
      <ChevronDown aria-hidden size={16} />
    </span>
  );
}

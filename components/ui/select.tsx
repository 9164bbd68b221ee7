import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  variant?: 'plain' | 'quiet';
  /** What can be chosen. Without them its children say it. */
  options?: readonly (readonly [value: string | number | undefined, label: string])[];
}

/** The browser's own list behind a field that looks like the others. */
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

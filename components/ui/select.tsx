import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

type Variant = 'plain' | 'quiet';

/** The browser's own list behind a field that looks like the others. */
export function Select({ variant = 'plain', ...rest }: SelectHTMLAttributes<HTMLSelectElement> & { variant?: Variant }) {
  return (
    <span className={styles.frame}>
      <select className={`${styles.select} ${variant === 'quiet' ? styles.quiet : ''}`} {...rest} />
      <ChevronDown aria-hidden size={16} />
    </span>
  );
}

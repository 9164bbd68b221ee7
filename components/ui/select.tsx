import { ChevronDown } from 'lucide-react';
import type { SelectHTMLAttributes } from 'react';
import styles from './select.module.css';

type Look = 'plain' | 'quiet';

/** The browser's own list behind a field that looks like the others. */
export function Select({ look = 'plain', ...rest }: SelectHTMLAttributes<HTMLSelectElement> & { look?: Look }) {
  return (
    <span className={styles.frame}>
      <select className={`${styles.select} ${look === 'quiet' ? styles.quiet : ''}`} {...rest} />
      <ChevronDown aria-hidden size={16} />
    </span>
  );
}

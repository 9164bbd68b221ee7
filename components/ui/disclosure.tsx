import type { ComponentProps, ReactNode } from 'react';
import { classOf, type Variant } from './button';
import styles from './disclosure.module.css';

interface DisclosureProps extends Omit<ComponentProps<'details'>, 'name'> {
  label: ReactNode;
  /** The button's accessible name, where the page has several such buttons. */
  name?: string | undefined;
  variant?: Variant;
}

/** A button that shows more below itself, without a script, too. In a row of buttons what it shows takes the lines below. */
export function Disclosure({ label, name, variant = 'plain', className = '', children, ...details }: DisclosureProps) {
  return (
    <details className={`${styles.disclosure} ${className}`} {...details}>
      <summary className={classOf(variant)} aria-label={name}>
        {label}
      </summary>
      {children}
    </details>
  );
}

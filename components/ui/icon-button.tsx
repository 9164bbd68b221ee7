import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './icon-button.module.css';

export function IconButton({
  label,
  icon,
  children,
  className = '',
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & { label: string; icon: ReactNode; children?: ReactNode }) {
  return (
    <button type="button" className={`${styles.button} ${className}`} aria-label={label} title={label} {...rest}>
      {icon}
      {children ? <span className={styles.text}>{children}</span> : null}
    </button>
  );
}

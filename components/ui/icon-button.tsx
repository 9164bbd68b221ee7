import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  icon: LucideIcon;
}

/** A button with an icon. Words as children are left out where there is no room for them. */
export function IconButton({ label, icon: Icon, children, className = '', ...rest }: IconButtonProps) {
  return (
    <button type="button" className={`${styles.button} ${className}`} aria-label={label} title={label} {...rest}>
      <Icon aria-hidden size={16} />
      {typeof children === 'string' ? <span className={styles.text}>{children}</span> : children}
    </button>
  );
}

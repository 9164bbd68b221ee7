'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classOf, type Variant } from './button';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** Stands in place of the label; absent: the button shows the label. */
  icon?: ReactNode;
  variant?: Variant;
  className?: string | undefined;
  children: ReactNode;
}

/** A button with a panel, which closes on Escape and when something else is pressed. It opens without a script, too. */
export function Menu({ label, icon, variant = 'plain', className = '', children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const closeUnlessInside = ({ target }: Event) => {
      if (menu.current && !(target instanceof Node && menu.current.contains(target))) menu.current.open = false;
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeUnlessInside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeUnlessInside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [isOpen]);

  return (
    <details ref={menu} className={`${styles.menu} ${className}`} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {icon ? (
        <summary className={styles.sign} aria-label={label} title={label}>
          {icon}
        </summary>
      ) : (
        <summary className={classOf(variant)}>{label}</summary>
      )}
      <div className={styles.panel}>{children}</div>
    </details>
  );
}

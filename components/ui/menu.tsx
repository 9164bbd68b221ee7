'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classOf, type Variant } from './button';
import { listen } from './listen';
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
    return listen<PointerEvent | KeyboardEvent>(document, 'pointerdown keydown', (event) => {
      const isEscape = 'key' in event && event.key === 'Escape';
      const isOutside = event.type === 'pointerdown' && !(event.target instanceof Node && menu.current?.contains(event.target));
      if (!menu.current || !(isEscape || isOutside)) return;
      menu.current.open = false;
      if (isEscape) menu.current.querySelector('summary')?.focus();
    });
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

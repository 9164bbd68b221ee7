import type { ReactNode } from 'react';
import styles from './advice.module.css';

/** Shows a warning beside an icon: what may go wrong, and what to do. */
export function Advice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={`box warning ${styles.advice}`}>
      {icon}
      <p>
        <strong>{title}</strong>
        <span>{children}</span>
      </p>
    </div>
  );
}

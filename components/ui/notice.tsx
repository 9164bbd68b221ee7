import type { ReactNode } from 'react';
import styles from './notice.module.css';

export function Notice({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <main id="content" className={`column ${styles.notice}`}>
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
      {actions ? <div className={`row ${styles.actions}`}>{actions}</div> : null}
    </main>
  );
}

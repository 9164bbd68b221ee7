'use client';

import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { useIsRunning } from './browser-facts';
import styles from './running.module.css';

/** What needs its program to do anything: until that is here, its buttons look as dead as they are, and after a while that is said. */
export function Running({ children }: { children: ReactNode }) {
  const isRunning = useIsRunning();
  return (
    <div className={styles.whole} data-running={isRunning}>
      {isRunning ? null : (
        <p className={styles.late}>
          {commonMessages.notLoaded} <a href="/">{commonMessages.reload}</a>
        </p>
      )}
      {children}
    </div>
  );
}

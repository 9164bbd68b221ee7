'use client';

import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { addressOf } from '#lib/site/address.rules';
import { useIsRunning } from './browser-facts';
import styles from './running.module.css';

/** Content that needs JavaScript: its buttons look disabled until the program has loaded, and after a while a message says so. */
export function Running({ children }: { children: ReactNode }) {
  const isRunning = useIsRunning();
  return (
    <div className={styles.whole} data-running={isRunning}>
      {isRunning ? null : (
        // Without any script another notice says what can be done.
        <p className={`needs-script ${styles.late}`}>
          {commonMessages.notLoaded} <a href={addressOf('/')}>{commonMessages.reload}</a>
        </p>
      )}
      {children}
    </div>
  );
}

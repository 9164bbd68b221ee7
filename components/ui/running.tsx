'use client';

import type { ReactNode } from 'react';
import { commonMessages } from '#components/messages/common';
import { addressOf } from '#lib/site/address.rules';
import { useIsRunning } from './browser-facts';
import styles from './running.module.css';

interface RunningProps {
  /** Shown above the content in browsers without JavaScript; absent: the page says it elsewhere. */
  noScript?: string;
  children: ReactNode;
}

/** Wraps content that needs JavaScript: its buttons look disabled until React has hydrated, and after a while a message says so. */
export function Running({ noScript, children }: RunningProps) {
  const isRunning = useIsRunning();
  return (
    <div className={styles.whole} data-running={isRunning}>
      {noScript === undefined ? null : (
        <noscript>
          <p className={`box warning ${styles.noScript}`}>{noScript}</p>
        </noscript>
      )}
      {isRunning ? null : (
        // Browsers without JavaScript show another notice.
        <p className={`needs-script ${styles.late}`}>
          {commonMessages.notLoaded} <a href={addressOf('/')}>{commonMessages.reload}</a>
        </p>
      )}
      {children}
    </div>
  );
}

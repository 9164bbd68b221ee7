'use client';

import { Files } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { commonMessages } from '#components/messages/common';
import { hasKept } from '#components/ui/kept-here';
import { addressOf } from '#lib/site/address.rules';
import styles from './shell.module.css';

/** The way to what this browser keeps for its owner, once there is something. */
export function OwnLink() {
  const hasOwn = useSyncExternalStore(subscribe, hasKept, () => false);
  if (!hasOwn) return null;
  return (
    <a className={styles.newLink} href={addressOf('/mine')}>
      <Files aria-hidden size={16} />
      <span className={styles.own}>{commonMessages.own}</span>
    </a>
  );
}

/** Browsers send the event for changes of other tabs; this page's own send it, too. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  return () => window.removeEventListener('storage', onChange);
}

'use client';

import { commonMessages } from '#components/messages/common';
import { Dialog } from './dialog';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  /** The keys by their names for people, each with its meaning. */
  keys: readonly (readonly [key: string, meaning: string])[];
  onClose: () => void;
}

export function ShortcutsDialog({ keys, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog title={commonMessages.shortcuts} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

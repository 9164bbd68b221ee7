'use client';

import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';
import { listen } from './listen';

/** A native dialog, which keeps the focus inside and closes on Escape. It is open while mounted. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A click on the backdrop hits the dialog itself.
    const end = listen(element, 'click', ({ target }) => target === element && element?.close());
    return () => {
      end();
      element?.close();
    };
  }, []);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={commonMessages.close} icon={X} onClick={() => dialog.current?.close()} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

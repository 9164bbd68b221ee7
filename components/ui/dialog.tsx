'use client';

import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { commonMessages } from '#components/messages/common';
import styles from './dialog.module.css';
import { IconButton } from './icon-button';

/** A native dialog, which keeps the focus inside and closes on Escape. It is open while mounted. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: MouseEvent) => event.target === element && element?.close();
    element?.showModal();
    element?.addEventListener('click', closeOnBackdrop);
    return () => {
      element?.removeEventListener('click', closeOnBackdrop);
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

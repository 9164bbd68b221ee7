import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import styles from './dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** The button that changes nothing. */
  cancel: string;
  onClose: () => void;
  /** Tells what went wrong, when a choice kept the dialog open. */
  problem?: ReactNode;
  /** The buttons that confirm; those of type `submit` close the dialog. */
  children: ReactNode;
}

export function ConfirmDialog({ title, text, cancel, onClose, problem, children }: ConfirmDialogProps) {
  const harmless = useRef<HTMLButtonElement>(null);
  // Moves the focus away from the cross, the dialog's first button, to one that deletes nothing.
  useEffect(() => harmless.current?.focus(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={styles.text}>{text}</p>
      {problem}
      <form method="dialog" className={`row ${styles.choices}`}>
        <Button ref={harmless} type="submit">
          {cancel}
        </Button>
        {children}
      </form>
    </Dialog>
  );
}

import type { FormEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './screens.module.css';

interface ReadFormProps {
  publicId: string;
  /** What it reads is to be decrypted. */
  needsScript: boolean;
  onRead: () => void;
  children: ReactNode;
}

/** The button that reads. A plain form, so that it works without JavaScript for a plain paste. */
export function ReadForm({ publicId, needsScript, onRead, children }: ReadFormProps) {
  const read = (event: FormEvent) => {
    event.preventDefault();
    onRead();
  };
  return (
    <form className={styles.form} method="post" action={needsScript ? undefined : addressOf(`/raw/${publicId}`)} onSubmit={read}>
      <Button variant="primary" type="submit" className={needsScript ? 'needs-script' : ''}>
        {children}
      </Button>
    </form>
  );
}

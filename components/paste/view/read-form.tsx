import type { FormEvent, ReactNode } from 'react';
import { Button } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import styles from './screens.module.css';

interface ReadFormProps {
  publicId: string;
  /** Whether reading needs JavaScript, because the content must be decrypted. */
  needsScript: boolean;
  onRead: () => void;
  children: ReactNode;
}

/** Renders the button that reads, as a form, so that it works without JavaScript for an unencrypted paste. */
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

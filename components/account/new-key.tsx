import type { ReactNode } from 'react';
import { accountMessages } from '#components/messages/account';
import { CopyField } from '#components/ui/copy-field';
import styles from './account.module.css';
import { SeenOnce } from './seen-once';

const messages = accountMessages.keys;

/** A field with the text of a new key, and a button that copies it. */
export function NewKey({ value }: { value: string }) {
  return <CopyField isMain label={messages.newLabel} copyLabel={messages.copyKey} value={value} />;
}

/** Shows a key that was just created. It is shown only once. */
export function CreatedKey({ value, children }: { value: string; children?: ReactNode }) {
  return (
    <section className={styles.newKey} aria-labelledby="new-key">
      <h2 id="new-key">{messages.newTitle}</h2>
      <p>{messages.newText}</p>
      <NewKey value={value} />
      <SeenOnce action="hide-key" />
      {children}
    </section>
  );
}

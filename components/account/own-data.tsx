import { accountMessages } from '#components/messages/account';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import styles from './account.module.css';
import { ActionButton, ActionForm } from './action-form';

const messages = accountMessages.data;

export function OwnData({ userName }: { userName: string }) {
  return (
    <>
      <section aria-labelledby="download-data" className={styles.teach}>
        <h2 id="download-data">{messages.downloadTitle}</h2>
        <p>{messages.downloadText}</p>
        <ActionButton action="download-data">{messages.download}</ActionButton>
      </section>
      <section aria-labelledby="delete-account" className={styles.teach}>
        <h2 id="delete-account">{messages.deleteTitle}</h2>
        <p>{messages.deleteText}</p>
        <details className={styles.change}>
          <summary>{messages.open}</summary>
          <ActionForm action="delete-account" className={styles.form}>
            <TextField id="account-name" name="userName" label={messages.nameLabel(userName)} required />
            <Button type="submit" variant="danger">
              {messages.confirm}
            </Button>
          </ActionForm>
        </details>
      </section>
    </>
  );
}

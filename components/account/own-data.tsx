import { accountMessages } from '#components/messages/account';
import type { Notice } from '#components/messages/notices';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import styles from './account.module.css';
import { ActionButton, ActionForm } from './action-form';
import { refusalAt } from './refused-field';

const messages = accountMessages.data;

export function OwnData({ userName, notice }: { userName: string; notice: Notice | null }) {
  const refusal = refusalAt('account-name', notice);
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
        <details className={styles.change} open={refusal.problem !== undefined}>
          <summary>{messages.open}</summary>
          <ActionForm action="delete-account" className={styles.form}>
            <TextField id="account-name" name="userName" label={messages.nameLabel(userName)} required {...refusal} />
            <Button type="submit" variant="danger">
              {messages.confirm}
            </Button>
          </ActionForm>
        </details>
      </section>
    </>
  );
}

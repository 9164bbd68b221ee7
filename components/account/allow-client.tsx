import { accountMessages } from '#components/messages/account';
import { Button, LinkButton } from '#components/ui/button';
import type { ClientRequest } from '#lib/accounts/client-login.schema';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ActionForm } from './action-form';

const messages = accountMessages.client;

/** Asks somebody signed in whether the program that opened this page may have a key. */
export function AllowClient({ request, userName }: { request: ClientRequest; userName: string }) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.title}</h1>
      <p>{messages.text(request.name)}</p>
      <p>{messages.rights}</p>
      <p>
        <strong>{messages.warning}</strong>
      </p>
      <p className={styles.muted}>{accountMessages.signedInAs(userName)}</p>
      <ActionForm action="allow-client" fields={{ ...request }} className={styles.row}>
        <Button type="submit" variant="primary">
          {messages.allow}
        </Button>
        <LinkButton href={addressOf('/account')}>{messages.cancel}</LinkButton>
      </ActionForm>
    </main>
  );
}

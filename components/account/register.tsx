import { accountMessages } from '#components/messages/account';
import type { Notice } from '#components/messages/notices';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { USER_NAME_PATTERN } from '#lib/accounts/accounts.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { AccountNotice, LoneLink } from './account-frame';
import { ActionButton, ActionForm } from './action-form';
import { NewKey } from './new-key';
import { refusalAt } from './refused-field';

const messages = accountMessages.register;

/** @param newKey the key of the account that was just created */
export function Register({ notice, newKey }: { notice: Notice | null; newKey: string | null }) {
  if (newKey !== null) return <AccountReady newKey={newKey} />;
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.title}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <AccountNotice notice={notice} />
      <ActionForm action="register" className={styles.form}>
        <TextField
          id="user-name"
          name="userName"
          label={messages.name}
          hint={messages.nameHint}
          required
          pattern={USER_NAME_PATTERN}
          title={messages.nameHint}
          autoComplete="username"
          {...refusalAt('user-name', notice)}
        />
        <Button type="submit" variant="primary">
          {messages.submit}
        </Button>
      </ActionForm>
      <LoneLink href={addressOf('/account')}>{messages.signIn}</LoneLink>
    </main>
  );
}

function AccountReady({ newKey }: { newKey: string }) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.readyTitle}</h1>
      <p>{messages.ready}</p>
      <NewKey value={newKey} />
      <ActionButton action="sign-in" fields={{ apiKey: newKey }}>
        {messages.continue}
      </ActionButton>
    </main>
  );
}

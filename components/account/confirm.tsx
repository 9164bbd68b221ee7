import { accountMessages } from '#components/messages/account';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import type { AccountNotice as NoticeCode } from '#lib/forms/notices.messages';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ACTIONS } from './account-actions';
import { AccountNotice, LoneLink } from './account-frame';

const messages = accountMessages.confirm;

interface ConfirmProps {
  notice: NoticeCode | null;
  /** A path of this host: the page whose form is then sent again. */
  returnTo: `/${string}`;
  /** The sign-in provider at which the user has a linked account; null: none. */
  providerName: string | null;
}

/** Asks a signed-in user for the key or the provider again, before actions for which a copied cookie must not be enough. */
export function Confirm({ notice, returnTo, providerName }: ConfirmProps) {
  const returnField = <input type="hidden" name="returnTo" value={returnTo} />;
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.title}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <AccountNotice notice={notice} />
      {providerName === null ? null : (
        <>
          <form method="post" action={ACTIONS.confirmAtProvider} className={styles.form}>
            {returnField}
            <Button type="submit" variant="primary">
              {messages.atProvider(providerName)}
            </Button>
          </form>
          <h2>{accountMessages.provider.or}</h2>
        </>
      )}
      <form method="post" action={ACTIONS.confirm} className={styles.form}>
        {returnField}
        <TextField
          id="api-key"
          name="apiKey"
          type="password"
          label={accountMessages.signIn.key}
          hint={messages.keyHint}
          required
          maxLength={200}
          autoComplete="current-password"
        />
        <Button type="submit" variant={providerName === null ? 'primary' : 'plain'}>
          {messages.submit}
        </Button>
      </form>
      <LoneLink href={addressOf(returnTo)}>{messages.back}</LoneLink>
    </main>
  );
}

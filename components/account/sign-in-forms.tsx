/** The sign-in forms: for the account page, for `sealpaste login`, and for pages that only signed-in users may read. */
import { accountMessages } from '#components/messages/account';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ScrollingCode } from '#components/ui/scrolling-code';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ACTIONS } from './account-actions';
import { ReturnField } from './return-field';

const messages = accountMessages.signIn;

export interface SignInWays {
  isRegistrationOpen: boolean;
  /** The sign-in provider's name; null: there is no provider. */
  providerName: string | null;
}

/** Replaces a page that only signed-in users may see. */
export function SignInGate({ ways, returnTo, title, text }: { ways: SignInWays; returnTo: string; title: string; text: string }) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{title}</h1>
      <p className={styles.muted}>{text}</p>
      <SignInForms ways={ways} returnTo={returnTo} />
    </main>
  );
}

export function SignInForms({ ways: { isRegistrationOpen, providerName }, returnTo }: { ways: SignInWays; returnTo: string | null }) {
  const returnField = returnTo === null ? null : <ReturnField path={returnTo} />;
  return (
    <>
      {providerName === null ? null : (
        <>
          <form method="post" action={ACTIONS.signInAtProvider} className={styles.form}>
            {returnField}
            <Button type="submit" variant="primary">
              {accountMessages.provider.button(providerName)}
            </Button>
          </form>
          <h2>{accountMessages.provider.or}</h2>
        </>
      )}
      <form method="post" action={ACTIONS.signIn} className={styles.form}>
        {returnField}
        {/* Declared as a password, so that browsers hide the key, don't complete it and offer it to a password manager. */}
        <TextField
          id="api-key"
          name="apiKey"
          type="password"
          label={messages.key}
          hint={messages.keyHint}
          required
          maxLength={200}
          autoComplete="current-password"
        />
        <Button type="submit" variant={providerName === null ? 'primary' : 'plain'}>
          {messages.submit}
        </Button>
      </form>
      {isRegistrationOpen ? (
        <p>
          {messages.registerText} <a href={addressOf('/account/register')}>{messages.register}</a>
        </p>
      ) : providerName === null ? (
        <div className={styles.teach}>
          <p>{messages.closed}</p>
          <ScrollingCode>npm run -s admin -- key create --user NAME</ScrollingCode>
        </div>
      ) : null}
    </>
  );
}

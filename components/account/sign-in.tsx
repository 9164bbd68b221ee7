import { accountMessages } from '#components/messages/account';
import { mineMessages } from '#components/messages/mine';
import type { Notice } from '#components/messages/notices';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { AccountNotice } from './account-frame';
import { SignInForms, type SignInWays } from './sign-in-forms';

const messages = accountMessages.signIn;

interface SignInProps {
  notice: Notice | null;
  ways: SignInWays;
  /** A path of this host to go to after signing in; null: the account page. */
  returnTo?: string | null;
}

export function SignIn({ notice, ways, returnTo = null }: SignInProps) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{ways.providerName === null ? messages.heading : messages.headingWithProvider}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <AccountNotice notice={notice} />
      <SignInForms ways={ways} notice={notice} returnTo={returnTo} />
      <section className={styles.teach} aria-labelledby="local-pastes">
        <h2 id="local-pastes">{mineMessages.here}</h2>
        <p>
          {mineMessages.hereText} <a href={addressOf('/mine')}>{mineMessages.title}</a>
        </p>
      </section>
    </main>
  );
}

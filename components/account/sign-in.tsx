import { accountMessages } from '#components/messages/account';
import { LocalPastes } from '#components/paste/local/local-pastes';
import { Button } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { ACTIONS } from './account.actions';
import type { NoticeCode } from './account.data';
import styles from './account.module.css';
import { AccountNotice } from './account-frame';
import { Command } from './command';

const messages = accountMessages.signIn;

/** The account page of somebody who isn't signed in. */
export function SignIn({ notice, isRegistrationOpen }: { notice: NoticeCode | null; isRegistrationOpen: boolean }) {
  return (
    <main id="content" className={styles.narrow}>
      <h1>{messages.heading}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <AccountNotice notice={notice} />
      <form method="post" action={ACTIONS.signIn} className={styles.form}>
        {/* A password to browsers: not shown, not remembered as typed text, offered to a password manager. */}
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
        <Button type="submit" variant="primary">
          {messages.submit}
        </Button>
      </form>
      {isRegistrationOpen ? (
        <p>
          {messages.registerText} <a href="/account/register">{messages.register}</a>
        </p>
      ) : (
        <div className={styles.teach}>
          <p>{messages.closed}</p>
          <Command>npm run -s admin -- key create --user NAME</Command>
        </div>
      )}
      <LocalPastes />
    </main>
  );
}

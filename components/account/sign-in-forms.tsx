/** The sign-in forms: for the account page, for `sealpaste login`, and for pages that only signed-in users may read. */
import type { ReactNode } from 'react';
import { accountMessages } from '#components/messages/account';
import type { Notice } from '#components/messages/notices';
import { Button } from '#components/ui/button';
import { ScrollingCode } from '#components/ui/copy-code';
import { TextField } from '#components/ui/field';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ActionForm } from './action-form';
import { refusalAt } from './refused-field';
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
      <SignInForms ways={ways} notice={null} returnTo={returnTo} />
    </main>
  );
}

interface SignInFormsProps {
  ways: SignInWays;
  notice: Notice | null;
  returnTo: string | null;
}

export function SignInForms({ ways: { isRegistrationOpen, providerName }, notice, returnTo }: SignInFormsProps) {
  return (
    <>
      <ProviderOrKey
        provider={providerName === null ? null : { action: 'sign-in-at-provider', label: accountMessages.provider.button(providerName) }}
        action="sign-in"
        messages={messages}
        notice={notice}
      >
        {returnTo === null ? null : <ReturnField path={returnTo} />}
      </ProviderOrKey>
      {isRegistrationOpen ? (
        <p>
          {messages.registerText} <a href={addressOf('/account/register')}>{messages.register}</a>
        </p>
      ) : providerName === null ? (
        <div className={styles.teach}>
          <p>{messages.closed}</p>
          <ScrollingCode>{messages.closedCommand}</ScrollingCode>
        </div>
      ) : null}
    </>
  );
}

interface ProviderOrKeyProps {
  /** null: there is only the key. */
  provider: { action: string; label: string } | null;
  /** The name of the endpoint that takes the key. */
  action: string;
  messages: { keyHint: string; submit: string };
  notice: Notice | null;
  /** A hidden field of both forms. */
  children: ReactNode;
}

/** Two forms by which somebody shows who they are: at the sign-in provider, or with a key. */
export function ProviderOrKey({ provider, action, messages: { keyHint, submit }, notice, children }: ProviderOrKeyProps) {
  return (
    <>
      {provider === null ? null : (
        <>
          <ActionForm action={provider.action} className={styles.form}>
            {children}
            <Button type="submit" variant="primary">
              {provider.label}
            </Button>
          </ActionForm>
          <h2>{accountMessages.provider.or}</h2>
        </>
      )}
      <ActionForm action={action} className={styles.form}>
        {children}
        {/* Declared as a password, so that browsers hide the key, don't complete it and offer it to a password manager. */}
        <TextField
          id="api-key"
          name="apiKey"
          type="password"
          label={messages.key}
          hint={keyHint}
          required
          maxLength={200}
          autoComplete="current-password"
          {...refusalAt('api-key', notice)}
        />
        <Button type="submit" variant={provider === null ? 'primary' : 'plain'}>
          {submit}
        </Button>
      </ActionForm>
    </>
  );
}

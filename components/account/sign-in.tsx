/** The pages and forms by which somebody shows who they are: signs in, confirms, or allows `sealpaste login`. */

import type { ReactNode } from 'react';
import { accountMessages } from '#components/messages/account';
import { LinkButton, SubmitButton } from '#components/ui/button';
import { ScrollingCode } from '#components/ui/copy-code';
import { TextField } from '#components/ui/field';
import type { ClientRequest } from '#lib/accounts/client-login.schema';
import type { Notice } from '#lib/api/notice.rules';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { AccountNotice, LoneLink, refusalOfKey } from './account-frame';
import { ActionForm } from './action-form';
import { ReturnField } from './return';

const messages = accountMessages.signIn;

export interface SignInWays {
  isRegistrationOpen: boolean;
  /** The sign-in provider's name; null: there is no provider. */
  providerName: string | null;
}

interface SignInProps {
  notice?: Notice | null;
  ways: SignInWays;
  /** A path of this host to go to after signing in; null: the account page. */
  returnTo?: string | null;
  /** The words of a page that only signed-in users may see, in whose place this one stands. */
  title?: string;
  text?: string;
}

export function SignIn({ notice = null, ways: { isRegistrationOpen, providerName }, returnTo = null, title, text }: SignInProps) {
  return (
    <main id="content" className={`column ${styles.account}`}>
      <h1>{title ?? (providerName === null ? messages.heading : messages.headingWithProvider)}</h1>
      <p className={styles.muted}>{text ?? messages.text}</p>
      <AccountNotice notice={notice} />
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
    </main>
  );
}

interface ProviderOrKeyProps {
  /** null: there is only the key. */
  provider: { action: string; label: string } | null;
  action: string;
  messages: { keyHint: string; submit: string };
  notice: Notice | null;
  /** A hidden field of both forms. */
  children: ReactNode;
}

/** Two forms by which somebody shows who they are: at the sign-in provider, or with a key. */
function ProviderOrKey({ provider, action, messages: { keyHint, submit }, notice, children }: ProviderOrKeyProps) {
  return (
    <>
      {provider === null ? null : (
        <>
          <ActionForm action={provider.action} className={styles.form}>
            {children}
            <SubmitButton variant="primary">{provider.label}</SubmitButton>
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
          {...refusalOfKey(notice)}
        />
        <SubmitButton variant={provider === null ? 'primary' : 'plain'}>{submit}</SubmitButton>
      </ActionForm>
    </>
  );
}

const clientMessages = accountMessages.client;

/** Asks somebody signed in whether the program that opened this page may have a key. */
export function AllowClient({ request, userName }: { request: ClientRequest; userName: string }) {
  return (
    <main id="content" className={`column ${styles.account}`}>
      <h1>{clientMessages.title}</h1>
      <p>{clientMessages.text(request.name)}</p>
      <p>{clientMessages.rights}</p>
      <p>
        <strong>{clientMessages.warning}</strong>
      </p>
      <p className={styles.muted}>{accountMessages.signedInAs(userName)}</p>
      <ActionForm action="allow-client" fields={{ ...request }} className={styles.row}>
        <SubmitButton variant="primary">{clientMessages.allow}</SubmitButton>
        <LinkButton href={addressOf('/mine')}>{clientMessages.cancel}</LinkButton>
      </ActionForm>
    </main>
  );
}

const confirmMessages = accountMessages.confirm;

interface ConfirmProps {
  notice: Notice | null;
  /** A path of this host: the page whose form is then sent again. */
  returnTo: `/${string}`;
  /** The sign-in provider at which the user has a linked account; null: none. */
  providerName: string | null;
}

/** Asks a signed-in user for the key or the provider again, before actions for which a copied cookie must not be enough. */
export function Confirm({ notice, returnTo, providerName }: ConfirmProps) {
  return (
    <main id="content" className={`column ${styles.account}`}>
      <h1>{confirmMessages.title}</h1>
      <p className={styles.muted}>{confirmMessages.text}</p>
      <AccountNotice notice={notice} />
      <ProviderOrKey
        provider={providerName === null ? null : { action: 'confirm-at-provider', label: confirmMessages.atProvider(providerName) }}
        action="confirm"
        messages={confirmMessages}
        notice={notice}
      >
        <input type="hidden" name="returnTo" value={returnTo} />
      </ProviderOrKey>
      <LoneLink href={addressOf(returnTo)}>{confirmMessages.back}</LoneLink>
    </main>
  );
}

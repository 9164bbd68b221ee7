'use client';

import { useState } from 'react';
import { pageClient } from '#components/client/page.client';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { TextField } from '#components/ui/field';
import { USER_NAME_PATTERN } from '#lib/accounts/accounts.rules';
import { createAccount } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { LoneLink } from './account-frame';
import { ActionButton } from './action-form';
import { ChangeForm } from './change-form';
import { NewKey } from './keys';

const messages = accountMessages.register;

/** Makes an account, and shows its key this once. */
export function Register() {
  const [newKey, setNewKey] = useState<string | null>(null);
  if (newKey !== null) {
    return (
      <main id="content" className={`column ${styles.account}`}>
        <h1>{messages.readyTitle}</h1>
        <p>{messages.ready}</p>
        <NewKey value={newKey} />
        <ActionButton action="sign-in" fields={{ apiKey: newKey }}>
          {messages.continue}
        </ActionButton>
      </main>
    );
  }
  return (
    <main id="content" className={`column ${styles.account}`}>
      <h1>{messages.title}</h1>
      <p className={styles.muted}>{messages.text}</p>
      <noscript>
        <p className="box warning">{accountMessages.noScript}</p>
      </noscript>
      <ChangeForm
        className={styles.form}
        onSend={async ({ userName = '' }) => {
          setNewKey((await pageClient.call(createAccount, { body: { userName } })).apiKey);
        }}
        shownAt={['userName']}
      >
        {(refused) => (
          <>
            <TextField
              id="user-name"
              name="userName"
              label={messages.name}
              hint={messages.nameHint}
              required
              pattern={USER_NAME_PATTERN}
              title={messages.nameHint}
              autoComplete="username"
              problem={refused && noticeMessages.failed[refused.code === 'name_taken' ? 'name-taken' : 'name-invalid']}
            />
            <SubmitButton variant="primary">{messages.submit}</SubmitButton>
          </>
        )}
      </ChangeForm>
      <LoneLink href={addressOf('/account')}>{messages.signIn}</LoneLink>
    </main>
  );
}

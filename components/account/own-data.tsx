'use client';

import { pageClient } from '#components/client/page.client';
import { leaveFor } from '#components/client/use-change';
import { accountMessages } from '#components/messages/account';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { Disclosure } from '#components/ui/disclosure';
import { TextField } from '#components/ui/field';
import { Section } from '#components/ui/section';
import { deleteAccount, exportAccount } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import styles from './account.module.css';
import { ChangeForm } from './change-form';

const messages = accountMessages.data;

export function OwnData({ userName }: { userName: string }) {
  return (
    <>
      <Section id="download-data" title={messages.downloadTitle} className={styles.teach}>
        <p>{messages.downloadText}</p>
        {/* The browser saves the response while it arrives, however long it is. */}
        <form method="post" action={addressOf(exportAccount.path as `/${string}`)}>
          <SubmitButton>{messages.download}</SubmitButton>
        </form>
      </Section>
      <Section id="delete-account" title={messages.deleteTitle} className={styles.teach}>
        <p>{messages.deleteText}</p>
        <Disclosure label={messages.open} variant="danger">
          <ChangeForm
            className={styles.form}
            onSend={() => pageClient.call(deleteAccount, {}).then(() => leaveFor('/account?notice=account-deleted'))}
          >
            <TextField
              id="account-name"
              label={messages.nameLabel(userName)}
              required
              pattern={userName.replaceAll('.', '\\.')}
              title={noticeMessages.failed['account-name-wrong']}
            />
            <SubmitButton variant="danger">{messages.confirm}</SubmitButton>
          </ChangeForm>
        </Disclosure>
      </Section>
    </>
  );
}

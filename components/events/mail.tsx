'use client';

import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { ChangeButton, ChangeForm, Changing, ConfirmedChange } from '#components/account/change-form';
import { When } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { eventMessages } from '#components/messages/event';
import { mailMessages } from '#components/messages/mail';
import { mailPageMessages as messages } from '#components/messages/mail-page';
import { noticeMessages } from '#components/messages/notice';
import { SubmitButton } from '#components/ui/button';
import { Check, TextField } from '#components/ui/field';
import { RefreshWhile } from '#components/ui/refresh-while';
import { Section } from '#components/ui/section';
import type { ApiProblem } from '#lib/client/api-problem';
import { confirmMailbox, deleteMailbox, saveMailbox, testMailbox } from '#lib/client/operations.generated';
import type { ShownMail } from '#lib/mail/mail.presenter';
import {
  ADMIN_MAIL_KINDS,
  CHOSEN_MAIL_KINDS,
  MAIL_EVENTS,
  MAX_ADDRESS_CHARACTERS,
  type MailKind,
  OWN_MAIL_KINDS,
} from '#lib/mail/mail.rules';
import type { MailboxJson } from '#lib/mail/mail.schema';
import styles from './chats.module.css';

interface MailProps {
  /** Null: the account has no address. */
  mailbox: MailboxJson | null;
  /** The last mails, the newest first. */
  recent: readonly ShownMail[];
  /** An address that the sign-in provider vouches for; null: none. */
  vouched: string | null;
  /** Whether the user may choose the kinds for administrators. */
  isAdmin: boolean;
}

export function Mail({ mailbox, recent, vouched, isAdmin }: MailProps) {
  const isUnderWay = recent.some(({ status }) => status === 'pending' || status === 'retrying');
  return (
    <>
      <PageHead title={messages.title}>{messages.text}</PageHead>
      <RefreshWhile isWaiting={isUnderWay || mailbox?.state === 'waiting'} subject={recent[0]?.id ?? ''} />
      {mailbox === null ? null : <State mailbox={mailbox} />}
      <MailForm mailbox={mailbox} vouched={vouched} isAdmin={isAdmin} />
      {recent.length === 0 ? null : <Recent mails={recent} />}
      <Changing>
        {mailbox === null ? null : (
          <ConfirmedChange
            onSend={() => pageClient.call(deleteMailbox, {}).then(() => noticeMessages.done['mail-removed'])}
            problem={describe}
            messages={{ open: messages.remove, confirm: messages.confirmRemove, hint: messages.removeHint }}
          />
        )}
      </Changing>
    </>
  );
}

function State({ mailbox: { address, state } }: { mailbox: MailboxJson }) {
  return (
    <Section id="mail-state" title={<bdi dir="ltr">{address}</bdi>} className={accountStyles.section}>
      <p role="status" className={state === 'confirmed' ? 'success' : 'warning'}>
        {messages.states[state]}
      </p>
      {state === 'confirmed' ? (
        <ChangeButton
          onSend={() => pageClient.call(testMailbox, {}).then(() => noticeMessages.done['mail-test-queued'])}
          problem={describe}
        >
          {messages.test}
        </ChangeButton>
      ) : (
        <ChangeButton
          onSend={async () => {
            const { state: now } = await pageClient.call(confirmMailbox, {});
            return noticeMessages.done[now === 'asked' ? 'mail-asked' : 'mail-confirmed'];
          }}
          problem={describe}
        >
          {messages.confirmAgain}
        </ChangeButton>
      )}
    </Section>
  );
}

function describe({ code, status }: ApiProblem): string | null {
  if (code === 'mail_unconfirmed') return noticeMessages.failed['mail-unconfirmed'];
  if (status === 404) return noticeMessages.failed['mail-gone'];
  return status === 429 ? noticeMessages.failed['mail-too-many'] : null;
}

function MailForm({ mailbox, vouched, isAdmin }: Omit<MailProps, 'recent'>) {
  const shown = isAdmin ? CHOSEN_MAIL_KINDS : OWN_MAIL_KINDS;
  const chosen = mailbox?.messages ?? CHOSEN_MAIL_KINDS;
  const hidden = ADMIN_MAIL_KINDS.filter((kind) => !isAdmin && chosen.includes(kind));
  return (
    <ChangeForm
      className={accountStyles.form}
      onSend={async (fields) => {
        const kinds = [...shown.filter((kind) => fields[kind] !== undefined), ...hidden];
        const { address, state } = await pageClient.call(saveMailbox, { body: { address: fields.address ?? '', messages: kinds } });
        if (address === mailbox?.address) return noticeMessages.done['mail-saved'];
        return noticeMessages.done[state === 'confirmed' ? 'mail-confirmed' : 'mail-asked'];
      }}
      problem={describe}
      shownAt={['address']}
    >
      {(refused) => (
        <>
          <TextField
            id="mail-address"
            name="address"
            type="email"
            dir="ltr"
            label={messages.address}
            hint={vouched === null ? messages.addressHint : messages.vouchedHint(vouched)}
            required
            maxLength={MAX_ADDRESS_CHARACTERS}
            autoComplete="email"
            defaultValue={mailbox?.address ?? vouched ?? ''}
            problem={refused && noticeMessages.failed['mail-address-invalid']}
          />
          <fieldset className={styles.events}>
            <legend>{messages.tellWhen}</legend>
            {shown.map((kind) => (
              <Check key={kind} className={styles.choice} name={kind} defaultChecked={chosen.includes(kind)}>
                {messages.kinds[kind]}
              </Check>
            ))}
          </fieldset>
          <SubmitButton variant={mailbox === null ? 'primary' : 'plain'}>{messages.save}</SubmitButton>
        </>
      )}
    </ChangeForm>
  );
}

const headlineOf = (kind: MailKind): string =>
  kind in MAIL_EVENTS
    ? eventMessages.headlines[MAIL_EVENTS[kind as keyof typeof MAIL_EVENTS]]
    : mailMessages.heads[kind as keyof typeof mailMessages.heads];

function Recent({ mails }: { mails: readonly ShownMail[] }) {
  return (
    <Section id="recent-mails" title={messages.recent} className={accountStyles.section}>
      <ul className={accountStyles.list}>
        {mails.map(({ id, kind, status, error, createdAt }) => (
          <li key={id} className={accountStyles.paste}>
            <p className={accountStyles.facts}>
              <strong>{headlineOf(kind)}</strong>
              <span>{statusText(status)}</span>
              <When time={createdAt} />
            </p>
            {error === null ? null : (
              <p className={accountStyles.muted}>
                <bdi dir="ltr" translate="no">
                  {error}
                </bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const statusText = (status: string): string => messages.statuses[status as keyof typeof messages.statuses] ?? status;

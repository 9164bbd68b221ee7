import accountStyles from '#components/account/account.module.css';
import { PageHead, refusalAt, type Typed } from '#components/account/account-frame';
import { ActionButton, ActionForm, ConfirmedForm } from '#components/account/action-form';
import { When } from '#components/account/when';
import { eventMessages } from '#components/messages/event';
import { mailMessages } from '#components/messages/mail';
import { mailPageMessages as messages } from '#components/messages/mail-page';
import { SubmitButton } from '#components/ui/button';
import { Check, TextField } from '#components/ui/field';
import { RefreshWhile } from '#components/ui/refresh-while';
import { Section } from '#components/ui/section';
import type { Notice } from '#lib/forms/notice.rules';
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
  notice: Notice | null;
  typed: Typed;
}

export function Mail({ mailbox, recent, vouched, isAdmin, notice, typed }: MailProps) {
  const isUnderWay = recent.some(({ status }) => status === 'pending' || status === 'retrying');
  return (
    <>
      <PageHead title={messages.title}>{messages.text}</PageHead>
      <RefreshWhile isWaiting={isUnderWay || mailbox?.state === 'waiting'} subject={recent[0]?.id ?? ''} />
      {mailbox === null ? null : <State mailbox={mailbox} />}
      <MailForm mailbox={mailbox} vouched={vouched} isAdmin={isAdmin} notice={notice} typed={typed} />
      {recent.length === 0 ? null : <Recent mails={recent} />}
      {mailbox === null ? null : (
        <ConfirmedForm
          action="remove-mail"
          messages={{ open: messages.remove, confirm: messages.confirmRemove, hint: messages.removeHint }}
        />
      )}
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
        <ActionButton action="test-mail">{messages.test}</ActionButton>
      ) : (
        <ActionButton action="confirm-mail">{messages.confirmAgain}</ActionButton>
      )}
    </Section>
  );
}

function MailForm({ mailbox, vouched, isAdmin, notice, typed }: Omit<MailProps, 'recent'>) {
  const shown = isAdmin ? CHOSEN_MAIL_KINDS : OWN_MAIL_KINDS;
  const chosen = mailbox?.messages ?? CHOSEN_MAIL_KINDS;
  const hidden = ADMIN_MAIL_KINDS.filter((kind) => !isAdmin && chosen.includes(kind));
  return (
    <ActionForm action="save-mail" fields={Object.fromEntries(hidden.map((kind) => [kind, 'on']))} className={accountStyles.form}>
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
        defaultValue={typed.address ?? mailbox?.address ?? vouched ?? ''}
        {...refusalAt('mail-address', notice)}
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
    </ActionForm>
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

import type { ReactNode } from 'react';
import accountStyles from '#components/account/account.module.css';
import { LoneLink } from '#components/account/account-frame';
import { ActionForm, ConfirmedForm } from '#components/account/action-form';
import { Dated } from '#components/account/when';
import { webhookMessages as messages } from '#components/messages/webhook';
import { SubmitButton } from '#components/ui/button';
import { addressOf } from '#lib/site/address.rules';
import { formatOf, isChatFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { Deliveries } from './deliveries';
import { NewSecret } from './secret-field';
import { TestPanel } from './test-panel';
import { VerifyHelp } from './verify-help';
import { WebhookForm } from './webhook-form';
import { goneReason, SwitchState } from './webhook-list';
import styles from './webhooks.module.css';
import type { DeliveryListing, TestResult, WebhookDraft } from './webhooks-data';

interface WebhookPageProps {
  webhook: ShownWebhook;
  listing: DeliveryListing;
  /** The secret just saved, which is shown only once. */
  newSecret: string | null;
  /** The result of a test sent without JavaScript, after which this page loaded. */
  test: TestResult | null;
  /** Changes that could not be saved. */
  draft: WebhookDraft | null;
  /** The result of a form, shown in its section. */
  notices: Partial<Record<'test' | 'deliveries' | 'settings', ReactNode>>;
}

export function WebhookPage({ webhook, listing, newSecret, test, draft, notices }: WebhookPageProps) {
  const { id, url, format, events, isActive, isGone } = webhook;
  const isChat = isChatFormat(format);
  return (
    <>
      <div className={styles.head}>
        <LoneLink href={addressOf('/account/webhooks')}>{messages.back}</LoneLink>
        <h1 className={styles.url}>
          <bdi dir="ltr">{url}</bdi>
        </h1>
        <p className={accountStyles.facts}>
          <SwitchState isActive={isActive} />
          {isGone ? <span>{goneReason(format)}</span> : null}
          {format === 'standard' ? null : <span>{formatOf(format).name}</span>}
          <bdi dir="ltr">{events.join(', ')}</bdi>
          <Dated label={messages.created} time={webhook.createdAt} />
        </p>
        {isActive ? null : <SwitchForm webhook={webhook} />}
      </div>
      <NewSecret webhookId={id} value={newSecret} />
      {notices.test}
      <TestPanel webhookId={id} first={test} />
      <section id="deliveries" className={accountStyles.section} aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">{messages.deliveriesTitle}</h2>
        {notices.deliveries}
        <Deliveries webhook={webhook} listing={listing} />
      </section>
      <section id="settings" className={accountStyles.section} aria-labelledby="settings-title">
        <h2 id="settings-title">{messages.settingsTitle}</h2>
        {notices.settings}
        <WebhookForm id={id} saved={format} draft={draft ?? { url: isChat ? '' : url, format, events, problems: {} }} />
        <div className={styles.ending}>
          {isActive ? <SwitchForm webhook={webhook} /> : null}
          <ConfirmedForm
            action="delete-webhook"
            fields={{ webhookId: id }}
            label={messages.deleteOf(url)}
            messages={{ open: messages.delete, confirm: messages.confirmDelete, hint: messages.deleteHint }}
          />
        </div>
      </section>
      {isChat ? null : <VerifyHelp />}
    </>
  );
}

function SwitchForm({ webhook: { id, isActive } }: { webhook: ShownWebhook }) {
  return (
    <ActionForm action="switch-webhook" fields={{ webhookId: id, isActive: String(!isActive) }} className={accountStyles.row}>
      <SubmitButton variant={isActive ? 'plain' : 'primary'}>{isActive ? messages.switchOff : messages.switchOn}</SubmitButton>
      <span className={accountStyles.muted}>{isActive ? messages.switchOffHint : messages.switchOnHint}</span>
    </ActionForm>
  );
}

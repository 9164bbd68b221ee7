'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { LoneLink } from '#components/account/account-frame';
import { ChangeForm, ConfirmedChange } from '#components/account/change-form';
import { Dated } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { leaveFor } from '#components/client/use-change';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { SubmitButton } from '#components/ui/button';
import { deleteWebhook, updateWebhook } from '#lib/client/operations.generated';
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
import type { DeliveryListing } from './webhooks-data';

interface WebhookPageProps {
  webhook: ShownWebhook;
  listing: DeliveryListing;
}

export function WebhookPage({ webhook, listing }: WebhookPageProps) {
  /** The secret just saved, which the page shows this once. */
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const { id, url, format, events, isActive, isGone } = webhook;
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
        <SwitchForm webhook={webhook} />
      </div>
      <TestPanel webhookId={id} />
      <section id="deliveries" className={accountStyles.section} aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">{messages.deliveriesTitle}</h2>
        <Deliveries webhook={webhook} listing={listing} />
      </section>
      <section id="settings" className={accountStyles.section} aria-labelledby="settings-title">
        <h2 id="settings-title">{messages.settingsTitle}</h2>
        <WebhookForm webhook={webhook} onSaved={(_, secret) => setNewSecret(secret)} />
        {newSecret === null ? null : <NewSecret value={newSecret} onKept={() => setNewSecret(null)} />}
        <div className={styles.ending}>
          <ConfirmedChange
            onSend={() =>
              pageClient
                .call(deleteWebhook, { params: { id: String(id) } })
                .then(() => leaveFor('/account/webhooks?notice=webhook-deleted'))
            }
            label={messages.deleteOf(url)}
            messages={{ open: messages.delete, confirm: messages.confirmDelete, hint: messages.deleteHint }}
          />
        </div>
      </section>
      {isChatFormat(format) ? null : <VerifyHelp />}
    </>
  );
}

function SwitchForm({ webhook: { id, isActive } }: { webhook: ShownWebhook }) {
  return (
    <ChangeForm
      className={accountStyles.row}
      onSend={() =>
        pageClient
          .call(updateWebhook, { params: { id: String(id) }, body: { isActive: !isActive } })
          .then(() => noticeMessages.done[isActive ? 'webhook-off' : 'webhook-on'])
      }
    >
      <SubmitButton variant={isActive ? 'plain' : 'primary'}>{isActive ? messages.switchOff : messages.switchOn}</SubmitButton>
      <span className={accountStyles.muted}>{isActive ? messages.switchOffHint : messages.switchOnHint}</span>
    </ChangeForm>
  );
}

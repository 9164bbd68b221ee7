'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { LoneLink, PageHead } from '#components/account/account-frame';
import { Said } from '#components/account/change-form';
import { When } from '#components/account/when';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { addressOf } from '#lib/site/address.rules';
import { formatOf, isChatFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import type { DeliveryJson } from '#lib/webhooks/webhook.schema';
import { Section } from '../ui/section';
import { NewSecret } from './secret-field';
import { VerifyHelp } from './verify-help';
import { WebhookForm } from './webhook-form';
import styles from './webhooks.module.css';

export function WebhookList({ webhooks }: { webhooks: readonly ShownWebhook[] }) {
  const isEmpty = webhooks.length === 0;
  const [created, setCreated] = useState<{ id: number; secret: string | null } | null>(null);
  return (
    <>
      <PageHead title={messages.title}>
        {messages.text} <a href={addressOf('/docs/api#createWebhook')}>{messages.docs}</a>
      </PageHead>
      {isEmpty ? (
        <Section id="no-webhooks" title={messages.emptyTitle} className={accountStyles.teach}>
          <p>{messages.empty}</p>
        </Section>
      ) : (
        <Section id="your-webhooks" title={messages.listTitle}>
          <ul className={accountStyles.list}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </Section>
      )}
      <Section id="new-webhook" title={messages.createTitle} className={accountStyles.section}>
        <Said outcome={created && { done: noticeMessages.done['webhook-created'], problem: null }} />
        {created === null ? null : <LoneLink href={addressOf(`/account/webhooks/${created.id}`)}>{messages.openCreated}</LoneLink>}
        {created?.secret ? <NewSecret value={created.secret} onKept={() => setCreated({ ...created, secret: null })} /> : null}
        <WebhookForm key={created?.id} webhook={null} onSaved={(id, secret) => setCreated({ id, secret })} />
      </Section>
      <VerifyHelp isOpen={isEmpty} />
    </>
  );
}

function WebhookRow({ webhook }: { webhook: ShownWebhook }) {
  const { id, url, latest } = webhook;
  return (
    <li className={accountStyles.paste}>
      <h3>
        <a href={addressOf(`/account/webhooks/${id}`)}>
          <bdi dir="ltr">{url}</bdi>
        </a>
      </h3>
      <p className={accountStyles.facts}>
        <WebhookFacts webhook={webhook} />
      </p>
      <p className={accountStyles.facts}>
        {latest === null ? (
          <span>{messages.never}</span>
        ) : (
          <span>
            {messages.latest} <StatusBadge status={latest.status} /> <When time={latest.createdAt} />
          </span>
        )}
      </p>
    </li>
  );
}

/** Says whether a webhook sends anything, and what. */
export function WebhookFacts({ webhook: { format, events, isActive, isGone } }: { webhook: ShownWebhook }) {
  return (
    <>
      <strong className={`${styles.badge} ${isActive ? styles.delivered : styles.cancelled}`}>
        {isActive ? messages.on : messages.off}
      </strong>
      {isGone ? <span>{isChatFormat(format) ? messages.goneChat : messages.goneReason}</span> : null}
      {format === 'standard' ? null : <span>{formatOf(format).name}</span>}
      <bdi dir="ltr">{events.join(', ')}</bdi>
    </>
  );
}

export function StatusBadge({ status }: { status: DeliveryJson['status'] }) {
  return <strong className={`${styles.badge} ${styles[status]}`}>{messages.statuses[status]}</strong>;
}

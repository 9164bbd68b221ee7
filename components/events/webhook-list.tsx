import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { When } from '#components/account/when';
import { webhookMessages as messages } from '#components/messages/webhook';
import { addressOf } from '#lib/site/address.rules';
import { formatOf, isChatFormat, type WebhookFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { Section } from '../ui/section';
import { VerifyHelp } from './verify-help';
import { WebhookForm } from './webhook-form';
import styles from './webhooks.module.css';
import type { DeliveryStatus, WebhookDraft } from './webhooks-data';

/** @param draft the values of a webhook that could not be created */
export function WebhookList({ webhooks, draft }: { webhooks: readonly ShownWebhook[]; draft: WebhookDraft | null }) {
  const isEmpty = webhooks.length === 0;
  return (
    <>
      <PageHead title={messages.title}>
        {messages.text} <a href={addressOf('/docs/api#createWebhook')}>{messages.docs}</a>
      </PageHead>
      {isEmpty ? (
        <Empty />
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
        <WebhookForm id={null} saved={null} draft={draft} />
      </Section>
      <VerifyHelp isOpen={isEmpty} />
    </>
  );
}

function Empty() {
  return (
    <Section id="no-webhooks" title={messages.emptyTitle} className={accountStyles.teach}>
      <p>{messages.empty}</p>
    </Section>
  );
}

function WebhookRow({ webhook: { id, url, format, events, isActive, isGone, latest } }: { webhook: ShownWebhook }) {
  return (
    <li className={accountStyles.paste}>
      <h3>
        <a href={addressOf(`/account/webhooks/${id}`)}>
          <bdi dir="ltr">{url}</bdi>
        </a>
      </h3>
      <p className={accountStyles.facts}>
        <SwitchState isActive={isActive} />
        {isGone ? <span>{goneReason(format)}</span> : null}
        {format === 'standard' ? null : <span>{formatOf(format).name}</span>}
        <bdi dir="ltr">{events.join(', ')}</bdi>
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

export const goneReason = (format: WebhookFormat): string => (isChatFormat(format) ? messages.goneChat : messages.goneReason);

export function SwitchState({ isActive }: { isActive: boolean }) {
  return (
    <strong className={`${styles.badge} ${isActive ? styles.delivered : styles.cancelled}`}>{isActive ? messages.on : messages.off}</strong>
  );
}

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <strong className={`${styles.badge} ${styles[status]}`}>{messages.statuses[status]}</strong>;
}

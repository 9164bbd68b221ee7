import accountStyles from '#components/account/account.module.css';
import { PageHead } from '#components/account/account-frame';
import { When } from '#components/account/when';
import { webhookMessages as messages } from '#components/messages/webhooks';
import { addressOf } from '#lib/site/address.rules';
import { StatusBadge } from './status-badge';
import { SwitchState } from './switch-state';
import { VerifyHelp } from './verify-help';
import { WebhookForm } from './webhook-form';
import type { ShownWebhook, WebhookDraft } from './webhooks-data';

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
        <section aria-labelledby="your-webhooks">
          <h2 id="your-webhooks">{messages.listTitle}</h2>
          <ul className={accountStyles.list}>
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </section>
      )}
      <section className={accountStyles.section} aria-labelledby="new-webhook">
        <h2 id="new-webhook">{messages.createTitle}</h2>
        <WebhookForm id={null} draft={draft} />
      </section>
      <VerifyHelp isOpen={isEmpty} />
    </>
  );
}

function Empty() {
  return (
    <section className={accountStyles.teach} aria-labelledby="no-webhooks">
      <h2 id="no-webhooks">{messages.emptyTitle}</h2>
      <p>{messages.empty}</p>
    </section>
  );
}

function WebhookRow({ webhook: { id, url, events, isActive, isGone, latest } }: { webhook: ShownWebhook }) {
  return (
    <li className={accountStyles.paste}>
      <h3>
        <a href={addressOf(`/account/webhooks/${id}`)}>{url}</a>
      </h3>
      <p className={accountStyles.facts}>
        <SwitchState isActive={isActive} />
        {isGone ? <span>{messages.goneReason}</span> : null}
        <span>{events.join(', ')}</span>
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

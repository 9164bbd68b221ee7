'use client';

import { useState } from 'react';
import accountStyles from '#components/account/account.module.css';
import { LoneLink } from '#components/account/account-frame';
import { ChangeForm, ConfirmedChange, Said } from '#components/account/change-form';
import { Dated, When } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { leaveFor, useChange } from '#components/client/use-change';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { webhookTestMessages as testMessages } from '#components/messages/webhook-test';
import { SubmitButton } from '#components/ui/button';
import { Disclosure } from '#components/ui/disclosure';
import { Fact } from '#components/ui/fact';
import { Pager } from '#components/ui/pager';
import { RefreshWhile } from '#components/ui/refresh-while';
import type { ApiProblem } from '#lib/client/api-problem';
import { deleteWebhook, redeliver, testWebhook, updateWebhook } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import { isChatFormat } from '#lib/webhooks/formats/format.rules';
import type { ShownDelivery, ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { WEBHOOK_LOG_DAYS } from '#lib/webhooks/webhook.rules';
import type { TestDeliveryJson } from '#lib/webhooks/webhook.schema';
import { NewSecret } from './secret-field';
import { VerifyHelp } from './verify-help';
import { WebhookForm } from './webhook-form';
import { StatusBadge, WebhookFacts } from './webhook-list';
import styles from './webhooks.module.css';

interface WebhookPageProps {
  webhook: ShownWebhook;
  listing: DeliveryListing;
}

export function WebhookPage({ webhook, listing }: WebhookPageProps) {
  /** The secret just saved, which the page shows this once. */
  const [newSecret, setNewSecret] = useState<string | null>(null);
  const { id, url, format } = webhook;
  return (
    <>
      <div className={styles.head}>
        <LoneLink href={addressOf('/account/webhooks')}>{messages.back}</LoneLink>
        <h1 className={styles.url}>
          <bdi dir="ltr">{url}</bdi>
        </h1>
        <p className={accountStyles.facts}>
          <WebhookFacts webhook={webhook} />
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

/** The log of deliveries. Its first page refreshes while a delivery may change. */
function Deliveries({ webhook: { id, isActive }, listing }: { webhook: ShownWebhook; listing: DeliveryListing }) {
  const { deliveries, page, hasMore } = listing;
  const open = deliveries.filter(isOpen).length;
  return (
    <>
      <RefreshWhile
        isWaiting={open > 0 || (isActive && page === 1)}
        subject={deliveries.map(({ id, status, attempts, isUnderWay }) => `${id} ${status} ${attempts} ${isUnderWay}`).join()}
      />
      <p role="status" className={open === 0 && deliveries.length > 0 ? 'visually-hidden' : accountStyles.muted}>
        {saying(deliveries, open, page, isActive)}
      </p>
      <ul className={accountStyles.list}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canSend={isActive} />
        ))}
      </ul>
      <Pager page={page} hasMore={hasMore} href={(to) => addressOf(`/account/webhooks/${id}?page=${to}#deliveries`)} messages={messages} />
      {deliveries.length === 0 ? null : <p className={accountStyles.muted}>{messages.logKept(WEBHOOK_LOG_DAYS)}</p>}
    </>
  );
}

const isOpen = ({ status }: ShownDelivery): boolean => status === 'pending' || status === 'retrying';

/** A sentence for screen readers. It changes only when a delivery begins or ends. */
function saying(deliveries: readonly ShownDelivery[], open: number, page: number, isActive: boolean): string {
  const [newest] = deliveries;
  if (newest === undefined) return page > 1 ? messages.emptyPage : isActive ? messages.none : messages.noneOff;
  if (open > 0) return messages.onTheirWay(open);
  return page > 1 ? '' : messages.newestIs[newest.status];
}

interface DeliveryRowProps {
  webhookId: number;
  delivery: ShownDelivery;
  /** False when the webhook is off: the server then sends nothing. */
  canSend: boolean;
}

function DeliveryRow({ webhookId, delivery, canSend }: DeliveryRowProps) {
  const { id, event, status, attempts, createdAt, lastAttemptAt, responseStatus, error } = delivery;
  const isWaitingForRetry = status === 'retrying' && !delivery.isUnderWay;
  return (
    <li className={styles.delivery}>
      <h3>
        <code>{event}</code> <StatusBadge status={status} />
      </h3>
      <p className={accountStyles.facts}>
        <span>
          <When time={createdAt} />
        </span>
        <NextTry delivery={delivery} />
        {responseStatus === null ? null : <span>{messages.responded(responseStatus)}</span>}
        {error === null ? null : <bdi>{error}</bdi>}
      </p>
      {canSend ? (
        // The form stays while the delivery is under way: it has the sentence about it.
        <ChangeForm
          className={styles.again}
          onSend={() =>
            pageClient
              .call(redeliver, { params: { id: String(webhookId), deliveryId: id } })
              .then(() => noticeMessages.done['delivery-queued'])
          }
          problem={describe}
        >
          {isWaitingForRetry || delivery.nextRetryAt === null ? (
            <SubmitButton aria-label={(isWaitingForRetry ? messages.tryNowOf : messages.redeliverOf)({ event, id })}>
              {isWaitingForRetry ? messages.tryNow : messages.redeliver}
            </SubmitButton>
          ) : null}
        </ChangeForm>
      ) : null}
      <Disclosure label={messages.details} name={messages.detailsOf({ event, id })} className={styles.details}>
        <dl className={styles.meanings}>
          <Fact name={messages.deliveryId}>
            <code>{id}</code>
          </Fact>
          <Fact name={messages.attemptsTitle}>
            {attempts}
            {lastAttemptAt === null ? null : (
              <>
                , {messages.lastAttempt} <When time={lastAttemptAt} />
              </>
            )}
          </Fact>
          <Fact name={messages.response}>
            <DeliveryResponse delivery={delivery} />
          </Fact>
        </dl>
      </Disclosure>
    </li>
  );
}

const describe = ({ code, status }: ApiProblem) =>
  code === 'webhook_inactive' ? noticeMessages.failed['delivery-refused'] : status === 404 ? noticeMessages.failed['delivery-gone'] : null;

function NextTry({ delivery: { attempts, nextRetryAt, isUnderWay, status } }: { delivery: ShownDelivery }) {
  const count = attempts === 0 ? null : <span>{messages.attempts(attempts)}</span>;
  if (isUnderWay) return <span>{messages.underWay}</span>;
  if (nextRetryAt === null) return count;
  if (status === 'pending') return <span>{messages.waiting}</span>;
  return (
    <>
      {count}
      <Dated label={messages.nextTry} time={nextRetryAt} />
    </>
  );
}

function DeliveryResponse({ delivery: { responseStatus, responseBody, error } }: { delivery: ShownDelivery }) {
  if (responseStatus === null) return <bdi>{error ?? messages.noResponse}</bdi>;
  return (
    <>
      {responseStatus}
      {responseBody ? <Body text={responseBody} /> : `, ${messages.emptyResponse}`}
    </>
  );
}

function TestPanel({ webhookId }: { webhookId: number }) {
  const { isPending, outcome, run } = useChange();
  const [result, setResult] = useState<TestDeliveryJson | null>(null);

  async function send(): Promise<void> {
    setResult(null);
    setResult(await pageClient.call(testWebhook, { params: { id: String(webhookId) } }));
  }

  return (
    <section id="test" className={accountStyles.section} aria-labelledby="test-title">
      <h2 id="test-title">{testMessages.title}</h2>
      <p className={accountStyles.muted}>{testMessages.text}</p>
      <div>
        {/* Not `disabled` during the test, because the button would lose the focus. */}
        <SubmitButton onClick={() => void run(send)} aria-disabled={isPending}>
          {isPending ? testMessages.sending : testMessages.send}
        </SubmitButton>
      </div>
      <div role="status" className={styles.result}>
        {result === null ? null : <p className={result.delivered ? 'box success' : 'box danger'}>{sentence(result)}</p>}
      </div>
      <Said outcome={outcome} />
      {result === null || result.responseStatus === null ? null : result.responseBody ? (
        <Body text={result.responseBody} />
      ) : (
        <p className={accountStyles.muted}>{testMessages.emptyResponse}</p>
      )}
    </section>
  );
}

function Body({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.response} tabIndex={0}>
      {text}
    </pre>
  );
}

function sentence({ delivered, responseStatus, error, durationMs }: TestDeliveryJson): string {
  const duration =
    durationMs < 1_000 ? testMessages.milliseconds(Math.round(durationMs)) : testMessages.seconds((durationMs / 1_000).toFixed(1));
  if (responseStatus === null) return testMessages.failed({ why: error ?? '', duration });
  return delivered
    ? testMessages.delivered({ status: responseStatus, duration })
    : testMessages.refused({ status: responseStatus, duration });
}

export interface DeliveryListing {
  deliveries: readonly ShownDelivery[];
  /** The page's number, from 1. */
  page: number;
  hasMore: boolean;
}

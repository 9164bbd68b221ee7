'use client';

import accountStyles from '#components/account/account.module.css';
import { ChangeForm } from '#components/account/change-form';
import { Dated, When } from '#components/account/when';
import { pageClient } from '#components/client/page.client';
import { noticeMessages } from '#components/messages/notice';
import { webhookMessages as messages } from '#components/messages/webhook';
import { SubmitButton } from '#components/ui/button';
import { Disclosure } from '#components/ui/disclosure';
import { Fact } from '#components/ui/fact';
import { Pager } from '#components/ui/pager';
import { RefreshWhile } from '#components/ui/refresh-while';
import type { ApiProblem } from '#lib/client/api-problem';
import { redeliver } from '#lib/client/operations.generated';
import { addressOf } from '#lib/site/address.rules';
import type { ShownDelivery, ShownWebhook } from '#lib/webhooks/webhook.presenter';
import { StatusBadge } from './webhook-list';
import styles from './webhooks.module.css';
import type { DeliveryListing } from './webhooks-data';

/** The log of deliveries. Its first page refreshes while a delivery may change. */
export function Deliveries({ webhook: { id, isActive }, listing }: { webhook: ShownWebhook; listing: DeliveryListing }) {
  const { deliveries, page, keptDays } = listing;
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
      <Pager
        label={messages.pagesLabel}
        page={page}
        hasMore={listing.hasMore}
        href={(to) => addressOf(`/account/webhooks/${id}?page=${to}#deliveries`)}
        messages={messages}
      />
      {deliveries.length === 0 ? null : <p className={accountStyles.muted}>{messages.logKept(keptDays)}</p>}
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
      {responseBody ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className={styles.response} tabIndex={0}>
          {responseBody}
        </pre>
      ) : (
        `, ${messages.emptyResponse}`
      )}
    </>
  );
}

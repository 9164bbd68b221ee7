import accountStyles from '#components/account/account.module.css';
import { webhookMessages as messages } from '#components/messages/webhooks';
import { Pager } from '#components/ui/pager';
import { RefreshWhile } from '#components/ui/refresh-while';
import { addressOf } from '#lib/site/address.rules';
import { DeliveryRow } from './delivery-row';
import type { DeliveryListing, ShownDelivery, ShownWebhook } from './webhooks-data';

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
      {open === 0 ? null : (
        <noscript>
          <p className={accountStyles.muted}>{messages.noScript}</p>
        </noscript>
      )}
      <ul className={accountStyles.list}>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} page={page} canSend={isActive} />
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
  return page > 1 ? '' : messages.newestIs(messages.statuses[newest.status]);
}

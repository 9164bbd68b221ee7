import { missingPage } from '#app/(rendered)/missing-page';
import NotFound from '#app/(rendered)/not-found';
import { loadFrame, requireSignedIn } from '#app/(rendered)/visitor';
import { AccountFrame } from '#components/account/account-frame';
import { type DeliveryListing, WebhookPage } from '#components/events/webhook-page';
import { webhookMessages } from '#components/messages/webhook';
import type { SignedIn } from '#lib/accounts/principal';
import { parsePage } from '#lib/api/account-path';
import { services } from '#lib/composition/services';
import { nothingIfMissing } from '#lib/http/errors';
import type { PageProps } from '#lib/http/page-props';
import { parseRowId } from '#lib/http/row-id';
import { presentLogEntry, presentOverview } from '#lib/webhooks/webhook.presenter';
import { titled } from '../../signed-in-page';

const DELIVERIES_PER_PAGE = 20;

export const generateMetadata = titled(() => webhookMessages.pageTitle);

export default async function OneWebhookPage({ params, searchParams }: PageProps<'id'>) {
  const query = await searchParams;
  const signedIn = await requireSignedIn();
  const id = parseRowId((await params).id);
  const { webhooks } = await services();
  const webhook = id === null ? null : await webhooks.findOverview(signedIn, id).catch(nothingIfMissing);
  const listing = id === null ? null : await loadLog(signedIn, id, parsePage(query.page)).catch(nothingIfMissing);
  if (!webhook || !listing) return missingPage(<NotFound />);
  return (
    <AccountFrame {...(await loadFrame(signedIn))} page="webhooks">
      <WebhookPage webhook={presentOverview(webhook)} listing={listing} />
    </AccountFrame>
  );
}

async function loadLog(signedIn: SignedIn, id: number, page: number): Promise<DeliveryListing> {
  const { webhooks } = await services();
  const offset = (page - 1) * DELIVERIES_PER_PAGE;
  // One row more than shown tells whether another page follows.
  const found = await webhooks.listDeliveries(signedIn, id, DELIVERIES_PER_PAGE + 1, offset);
  return {
    deliveries: found.slice(0, DELIVERIES_PER_PAGE).map(presentLogEntry),
    page,
    hasMore: found.length > DELIVERIES_PER_PAGE,
  };
}

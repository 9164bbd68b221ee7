import { missingPage } from '#app/(rendered)/missing-page';
import { loadFlash, loadFrame, requireSignedIn } from '#app/(rendered)/visitor';
import { AccountFrame, AccountNotice } from '#components/account/account-frame';
import { WebhookPage } from '#components/events/webhook-page';
import type { DeliveryListing } from '#components/events/webhooks-data';
import { webhookMessages } from '#components/messages/webhook';
import type { SignedIn } from '#lib/accounts/principal';
import { services } from '#lib/composition/services';
import { parseNotice, parsePage } from '#lib/forms/account-path';
import type { Notice } from '#lib/forms/notice.rules';
import { nothingIfMissing } from '#lib/http/errors';
import type { PageProps } from '#lib/http/page-props';
import { parseRowId } from '#lib/http/row-id';
import { presentLogEntry, presentOverview } from '#lib/webhooks/webhook.presenter';
import { WEBHOOK_LOG_DAYS } from '#lib/webhooks/webhook.rules';
import { titled } from '../../signed-in-page';
import WebhookNotHere from './not-found';

const DELIVERIES_PER_PAGE = 20;

export const generateMetadata = titled(() => webhookMessages.pageTitle);

export default async function OneWebhookPage({ params, searchParams }: PageProps<'id'>) {
  const query = await searchParams;
  const signedIn = await requireSignedIn();
  const id = parseRowId((await params).id);
  const { webhooks } = await services();
  const webhook = id === null ? null : await webhooks.findOverview(signedIn, id).catch(nothingIfMissing);
  const listing = id === null ? null : await loadLog(signedIn, id, parsePage(query.page)).catch(nothingIfMissing);
  if (!webhook || !listing) return missingPage(<WebhookNotHere />);
  const notice = parseNotice(query.notice);
  // Shown only with its notice in the address: a reader who leaves and comes back begins anew.
  const outcome = notice === null ? null : await loadFlash('webhookOutcome', signedIn);
  const mine = outcome?.webhookId === id ? outcome : null;
  const section = notice === null ? undefined : SECTIONS[notice];
  const test = mine?.kind === 'tested' && section === 'test' ? mine.test : null;
  return (
    <AccountFrame {...(await loadFrame(signedIn))} page="webhooks" notice={section === undefined ? notice : null}>
      <WebhookPage
        webhook={presentOverview(webhook)}
        listing={listing}
        newSecret={mine?.kind === 'secret' && section === undefined ? mine.secret : null}
        test={test}
        draft={mine?.kind === 'refused' && section === 'settings' ? mine : null}
        notices={section === undefined || test !== null ? {} : { [section]: <AccountNotice notice={notice} /> }}
      />
    </AccountFrame>
  );
}

/** The section that shows a form's result, if it isn't the top of the page. */
const SECTIONS: Partial<Record<Notice, 'test' | 'deliveries' | 'settings'>> = {
  'webhook-refused': 'settings',
  'test-delivered': 'test',
  'test-not-delivered': 'test',
  'delivery-queued': 'deliveries',
  'delivery-gone': 'deliveries',
  'delivery-refused': 'deliveries',
};

async function loadLog(signedIn: SignedIn, id: number, page: number): Promise<DeliveryListing> {
  const { webhooks } = await services();
  const offset = (page - 1) * DELIVERIES_PER_PAGE;
  // One row more than shown tells whether another page follows.
  const found = await webhooks.listDeliveries(signedIn, id, DELIVERIES_PER_PAGE + 1, offset);
  return {
    deliveries: found.slice(0, DELIVERIES_PER_PAGE).map(presentLogEntry),
    page,
    hasMore: found.length > DELIVERIES_PER_PAGE,
    keptDays: WEBHOOK_LOG_DAYS,
  };
}

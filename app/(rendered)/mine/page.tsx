import type { Metadata } from 'next';
import { AccountPastes } from '#components/account/account-pastes';
import { mineMessages } from '#components/messages/mine';
import type { Endings, PasteListing } from '#components/mine/listed-paste';
import { Mine } from '#components/mine/mine';
import { parsePage } from '#lib/api/account-path';
import { services } from '#lib/composition/services';
import type { PageProps } from '#lib/http/page-props';
import { failPage } from '#lib/http/page-status';
import { presentOwned } from '#lib/pastes/service/paste.presenter';
import { presentEnded } from '#lib/receipts/receipt.presenter';
import { loadSignedIn } from '../visitor';

const PASTES_PER_PAGE = 50;
/** The number of ended burn pastes in the list. */
const MAX_ENDINGS = 20;
const MAX_SEARCH_CHARACTERS = 255;

/** The forms of the page need the origin, as those of the account. */
export const generateMetadata = (): Metadata => ({ title: mineMessages.title, referrer: 'same-origin' });

export default async function MinePage({ searchParams }: PageProps) {
  const query = await searchParams;
  const { config } = await services();
  const signedIn = await loadSignedIn();
  if (!signedIn) return <Mine />;
  const listing = await loadListing(signedIn, textOf(query.q), parsePage(query.page));
  // Read after the list, so that a paste that just left the list is among them.
  const endings = listing.q === '' && listing.page === 1 ? await loadEndings(signedIn) : null;
  return <AccountPastes listing={listing} endings={endings} apiUrl={`${config.BASE_URL}/api/v1/pastes`} renderedAt={Date.now()} />;
}

async function loadEndings(principal: { userId: number }): Promise<Endings> {
  const { receipts, config } = await services();
  const ended = await receipts.listEnded(principal, MAX_ENDINGS + 1);
  return {
    receipts: ended.slice(0, MAX_ENDINGS).map(presentEnded),
    hasMore: ended.length > MAX_ENDINGS,
    keptDays: config.BURN_RECEIPT_DAYS,
  };
}

async function loadListing(principal: { userId: number }, q: string, page: number): Promise<PasteListing> {
  const { pastes: service } = await services();
  const offset = (page - 1) * PASTES_PER_PAGE;
  if (q === '') {
    const { pastes, next } = await service.listPage(principal, PASTES_PER_PAGE, offset).catch(failPage);
    return { pastes: pastes.map(presentOwned), q, page, hasMore: next !== null, searchedOnly: null };
  }
  const { pastes, hasMore, searchedOnly } = await service.search(principal, q, PASTES_PER_PAGE, offset);
  return { pastes: pastes.map(presentOwned), q, page, hasMore, searchedOnly };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value.trim().slice(0, MAX_SEARCH_CHARACTERS) : '';
}

import type { Metadata } from 'next';
import { presentOwned } from '#lib/pastes/paste.presenter';
import { SEARCH_MAX_PASTES } from '#lib/pastes/paste.search';
import { presentEnded } from '#lib/receipts/receipt.presenter';
import { services } from '#lib/services/services';
import { ACTIONS } from '../../components/account/account.actions';
import type { Endings, PasteListing } from '../../components/account/account.data';
import { AccountFrame } from '../../components/account/account-frame';
import { PasteList } from '../../components/account/paste-list';
import { SeenOnce } from '../../components/account/seen-once';
import { SignIn } from '../../components/account/sign-in';
import { accountTexts } from '../../components/text/account';
import { parseNotice, parsePage } from './account-path';
import { loadHandedOver, loadSignedIn } from './load-account';

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

const PASTES_PER_PAGE = 50;
/** Of the pastes that burned, so many are told of. */
const MAX_ENDINGS = 20;
const MAX_SEARCH_CHARACTERS = 255;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await loadSignedIn()) ? accountTexts.pastes.title : accountTexts.signIn.title };
}

export default async function AccountPage({ searchParams }: PageProps) {
  const query = await searchParams;
  const { config } = await services();
  const signedIn = await loadSignedIn();
  const notice = parseNotice(query.notice);
  if (!signedIn) return <SignIn notice={notice} isRegistrationOpen={config.REGISTRATION === 'open'} />;
  const listing = await loadListing(signedIn, textOf(query.q), parsePage(query.page));
  // Without its notice in the address there is nothing to name.
  const names = notice === null ? undefined : ((await loadHandedOver('changedPastes', signedIn)) ?? undefined);
  // After the list: what has left it meanwhile is among them.
  const endings = listing.q === '' && listing.page === 1 ? await loadEndings(signedIn) : null;
  return (
    <AccountFrame userName={signedIn.userName} page="pastes" notice={notice} names={names}>
      {/* Who is signed in with the key of a new account has saved it. */}
      {(await loadHandedOver('newKey', null)) === null ? null : <SeenOnce action={ACTIONS.hideKey} />}
      <PasteList listing={listing} endings={endings} apiUrl={`${config.BASE_URL}/api/v1/pastes`} />
    </AccountFrame>
  );
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
  const { pastes } = await services();
  const offset = (page - 1) * PASTES_PER_PAGE;
  if (q !== '') {
    const found = await pastes.search(principal, q, PASTES_PER_PAGE, offset);
    const searchedOnly = found.sawAll ? null : SEARCH_MAX_PASTES;
    return { pastes: found.pastes.map(presentOwned), q, page, hasMore: found.hasMore, searchedOnly };
  }
  // One more than is shown says whether there are more.
  const listed = await pastes.list(principal, PASTES_PER_PAGE + 1, offset);
  const hasMore = listed.length > PASTES_PER_PAGE;
  return { pastes: listed.slice(0, PASTES_PER_PAGE).map(presentOwned), q, page, hasMore, searchedOnly: null };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value.trim().slice(0, MAX_SEARCH_CHARACTERS) : '';
}

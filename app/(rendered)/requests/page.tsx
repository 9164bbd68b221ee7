import type { Metadata } from 'next';
import { requestMessages } from '#components/messages/request';
import { AskPage, SecretRequests } from '#components/requests/secret-requests';
import { services } from '#lib/composition/services';
import { failPage } from '#lib/http/page-status';
import { offeredExpiries } from '#lib/pastes/expiry.rules';
import { presentOwnRequest } from '#lib/requests/request.presenter';
import { loadSignedIn } from '../visitor';

export const generateMetadata = (): Metadata => ({ title: requestMessages.title });

/** Most requests on the page; the API lists more. */
const MAX_LISTED = 100;

/** The page for asking for secrets, with the requests of this browser and of the account. */
export default async function Page() {
  const { config, secretRequests } = await services();
  const signedIn = await loadSignedIn();
  if (!signedIn) return <AskPage />;
  const owned = await secretRequests.list(signedIn, MAX_LISTED, 0).catch(failPage);
  return (
    <SecretRequests
      owned={owned.map((request) => presentOwnRequest(request, config.BASE_URL))}
      expiries={offeredExpiries(config.EXPIRY_OPTIONS, config.MAX_TTL_SECONDS)}
    />
  );
}

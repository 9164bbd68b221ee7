import type { Metadata } from 'next';
import { manageMessages } from '#components/messages/manage';
import { GoneOrReceipt, Manage } from '#components/paste/manage/manage';
import { services } from '#lib/composition/services';
import { nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { presentSummary } from '#lib/pastes/service/paste.presenter';
import { missingPage } from '../../missing-page';
import { loadClientAddress, loadSignedIn, requireReader } from '../../visitor';

export const generateMetadata = (): Metadata => ({ title: manageMessages.heading });

/** The page of a manage link. It neither counts a view nor burns; the token in the fragment stays in the browser. */
export default async function ManagePage({ params }: { params: Promise<{ publicId: string }> }) {
  const { publicId } = await params;
  await requireReader(`/manage/${encodeURIComponent(publicId)}`);
  const { pastes } = await services();
  const summary = isPublicId(publicId) ? await pastes.describe(publicId, await loadClientAddress()).catch(nullIfMissing) : null;
  if (!summary) return missingPage(<GoneOrReceipt />);
  const signedIn = await loadSignedIn();
  const isOwner = signedIn !== null && (await pastes.isOwner(publicId, signedIn));
  return <Manage paste={presentSummary(summary)} isOwner={isOwner} hasRecipient={summary.recipient !== null} renderedAt={Date.now()} />;
}

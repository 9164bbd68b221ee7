import type { Metadata } from 'next';
import { reportMessages } from '#components/messages/report';
import { ReportPage } from '#components/paste/report-page';
import { LinkButton } from '#components/ui/button';
import { Notice } from '#components/ui/notice';
import { services } from '#lib/composition/services';
import type { PageProps } from '#lib/http/page-props';
import { nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { addressOf } from '#lib/site/address.rules';
import { pageOfMissing } from '../../view/[publicId]/page-of-missing';
import { loadClientAddress, requireReader } from '../../visitor';

/** The page has a form: under `no-referrer` browsers don't send its origin, and the form would be refused. */
export const generateMetadata = (): Metadata => ({ title: reportMessages.title, referrer: 'same-origin' });

/** The page that reports a paste to the operator. It neither counts a view nor burns. */
export default async function Page({ params, searchParams }: PageProps<'publicId'>) {
  const { publicId } = await params;
  await requireReader(`/report/${encodeURIComponent(publicId)}`);
  if (!isPublicId(publicId)) return pageOfMissing(publicId);
  const { sent } = await searchParams;
  // Shown even when the paste is gone by now.
  if (sent !== undefined) return <Sent publicId={publicId} />;
  const { pastes } = await services();
  const paste = await pastes.describe(publicId, await loadClientAddress()).catch(nullIfMissing);
  if (!paste) return pageOfMissing(publicId);
  return <ReportPage publicId={publicId} isEncrypted={paste.isE2ee} />;
}

function Sent({ publicId }: { publicId: string }) {
  return (
    <Notice title={reportMessages.sentTitle} actions={<LinkButton href={addressOf(`/view/${publicId}`)}>{reportMessages.back}</LinkButton>}>
      <p>{reportMessages.sent}</p>
    </Notice>
  );
}

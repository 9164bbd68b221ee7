import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { previewMessages } from '#components/messages/preview';
import { viewMessages } from '#components/messages/view';
import { EncryptedLink } from '#components/paste/link/encrypted-link';
import { ViewPage } from '#components/paste/view/view-page';
import type { PageProps } from '#lib/http/page-props';
import '#components/paste/view/text/colour.css';
import { loadSite } from '../../load-site';
import { mayRead, requireReader } from '../../visitor';
import { loadView } from './load-view';
import { pageOfMissing } from './page-of-missing';

/** A chat's preview of the link: never the content, nor a burn paste's title. Our server sends encrypted links as a static page. */
export async function generateMetadata({ params }: PageProps<'publicId'>): Promise<Metadata> {
  if (!(await mayRead())) return {};
  const paste = await loadView((await params).publicId);
  if (!paste) return { title: commonMessages.errors.notFoundTitle };
  const isEncrypted = paste === 'encrypted';
  const description = previewMessages[isEncrypted ? 'encrypted' : paste.burnAfterRead ? 'burn' : 'plain'];
  const title = isEncrypted ? viewMessages.untitledEncrypted : paste.title || viewMessages.untitled;
  return { title, description, openGraph: { title, description, siteName: (await loadSite()).name, type: 'website' } };
}

export default async function Page({ params }: PageProps<'publicId'>) {
  const { publicId } = await params;
  await requireReader(`/view/${encodeURIComponent(publicId)}`);
  const paste = await loadView(publicId);
  if (!paste) return pageOfMissing(publicId);
  // In development, and under plain Next.
  if (paste === 'encrypted') return <EncryptedLink />;
  return <ViewPage paste={paste} />;
}

import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { previewMessages } from '#components/messages/preview';
import { viewMessages } from '#components/messages/view';
import { EncryptedLink } from '#components/paste/link/encrypted-link';
import { ViewPage } from '#components/paste/view/view-page';
import type { PageProps } from '#lib/http/page-props';
import '#components/paste/view/text/colour.css';
import { headers } from 'next/headers';
import { cache } from 'react';
import { services } from '#lib/composition/services';
import { failPage, isPageRead, nullIfMissing } from '#lib/http/page-status';
import { isPublicId } from '#lib/pastes/paste.rules';
import { hasMadeCookie } from '#lib/pastes/reading/own-view.rules';
import { isNobodyReading } from '#lib/pastes/reading/paste-readers';
import { presentViewed } from '#lib/pastes/reading/viewed-paste.presenter';
import { IN_PAGE_MAX_BYTES, type ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { loadSite } from '../../load-site';
import { previewOf } from '../../preview';
import { loadClientAddress, loadSignedIn, mayRead, requireReader } from '../../visitor';
import { pageOfMissing } from './page-of-missing';

/**
 * Loads a paste for its page. A small one is read, and so counted; a large one is counted when the page fetches it. A burn
 * paste, or one that HEAD, a prefetch or a scanner asks for, is only looked at. Loaded once a request.
 * @returns null when there is none; 'encrypted' for one that a client encrypted, whose page loads its data by itself
 */
const loadView = cache(async (publicId: string): Promise<ViewedPaste | 'encrypted' | null> => {
  if (!isPublicId(publicId)) return null;
  const { pastes } = await services();
  const clientAddress = await loadClientAddress();
  const kind = await pastes.findKind(publicId, clientAddress).catch(failPage);
  if (kind !== 'plain') return kind;
  const sent = await headers();
  const isReader = isPageRead() && !isNobodyReading(sent);
  const isMaker = hasMadeCookie(sent.get('cookie'));
  const viewer = await loadSignedIn();
  const opening = pastes.openPage(publicId, { maxBytes: IN_PAGE_MAX_BYTES, isReader, viewer, isMaker, clientAddress });
  return opening.then((page) => presentViewed(page, page.content === null ? previewOf(page.paste) : null)).catch(nullIfMissing);
});

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

import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { commonMessages } from '#components/messages/common';
import { viewMessages } from '#components/messages/view';
import { EarlyScript } from '#components/paste/view/early/early-script';
import { opensEarly } from '#components/paste/view/early/opens-early';
import { RawPage } from '#components/paste/view/raw-page';
import { ViewPage } from '#components/paste/view/view-page';
import '#components/paste/view/colour/colour.css';
import { missingPage } from '../../missing-page';
import { loadView } from './load-view';
import PasteNotFound from './not-found';

interface PageProps {
  params: Promise<{ publicId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What a chat shows of a link: never the content, nor a title that is encrypted or of a paste that burns. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const paste = await loadView((await params).publicId);
  if (!paste) return { title: commonMessages.errors.notFoundTitle };
  const { isE2ee, burnAfterRead, title } = paste;
  const description = viewMessages.preview[burnAfterRead ? 'burn' : isE2ee ? 'encrypted' : 'plain'];
  const shown = title || (isE2ee ? viewMessages.untitledEncrypted : viewMessages.untitled);
  return { title: shown, description, openGraph: { title: shown, description, siteName: 'Sealpaste', type: 'website' } };
}

export default async function Page({ params, searchParams }: PageProps) {
  const paste = await loadView((await params).publicId);
  if (!paste) return missingPage(<PasteNotFound />);
  const isRaw = (await searchParams).raw !== undefined && paste.isE2ee && !paste.burnAfterRead;
  if (isRaw) return <RawPage paste={paste} />;
  return (
    <>
      <ViewPage paste={paste} />
      {opensEarly(paste) ? <EarlyScript nonce={await nonceOfRequest()} /> : null}
    </>
  );
}

/** Of the policy that our server sends with the page. */
async function nonceOfRequest(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1];
}

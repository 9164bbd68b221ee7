import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { commonMessages } from '#components/messages/common';
import { reportMessages } from '#components/messages/report';
import { viewMessages } from '#components/messages/view';
import { previewMessages } from '#components/messages/view-preview';
import { EarlyScript } from '#components/paste/view/early/early-script';
import { opensEarly } from '#components/paste/view/early/opens-early';
import { RawPage } from '#components/paste/view/raw/raw-page';
import { ViewPage } from '#components/paste/view/view-page';
import type { PageProps } from '#lib/http/page-props';
import '#components/paste/view/colour/colour.css';
import shellStyles from '#components/shell/shell.module.css';
import { addressOf } from '#lib/site/address.rules';
import { mayRead, requireReader } from '../../account/sign-in-gate';
import { loadSite } from '../../load-site';
import { loadView } from './load-view';
import { pageOfMissing } from './page-of-missing';

/** A chat's preview of the link: never the content, nor a title that is encrypted or a burn paste's. */
export async function generateMetadata({ params }: PageProps<'publicId'>): Promise<Metadata> {
  if (!(await mayRead())) return {};
  const paste = await loadView((await params).publicId);
  if (!paste) return { title: commonMessages.errors.notFoundTitle };
  const { isE2ee, burnAfterRead, title } = paste;
  const description = previewMessages[burnAfterRead ? 'burn' : isE2ee ? 'encrypted' : 'plain'];
  const shown = title || (isE2ee ? viewMessages.untitledEncrypted : viewMessages.untitled);
  return { title: shown, description, openGraph: { title: shown, description, siteName: (await loadSite()).name, type: 'website' } };
}

export default async function Page({ params, searchParams }: PageProps<'publicId'>) {
  const { publicId } = await params;
  await requireReader(`/view/${encodeURIComponent(publicId)}`);
  const paste = await loadView(publicId);
  if (!paste) return pageOfMissing(publicId);
  const isRaw = (await searchParams).raw !== undefined && paste.isE2ee && !paste.burnAfterRead && paste.readsLeft === null;
  if (isRaw) return <RawPage paste={paste} />;
  return (
    <>
      <ViewPage paste={paste} />
      <aside className={`not-printed ${shellStyles.report}`}>
        <a href={addressOf(`/report/${paste.publicId}`)} rel="nofollow">
          {reportMessages.link}
        </a>
      </aside>
      {opensEarly(paste) ? <EarlyScript nonce={await nonceOfRequest()} /> : null}
    </>
  );
}

/** The nonce of the policy that our server sends with the page. */
async function nonceOfRequest(): Promise<string | undefined> {
  return /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1];
}

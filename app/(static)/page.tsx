import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { NewPage } from '#components/paste/editor/new-page';
import { StaticTitle } from '#components/shell/static-title';
import { addressOf } from '#lib/site/address.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';

/** The manifest, the icon of home screens and the words of a link's preview are this page's alone: a paste's page needs none. */
export const generateMetadata = (): Metadata => ({
  manifest: addressOf('/manifest.webmanifest'),
  icons: { icon: { url: SITE_ICON_URL, type: 'image/svg+xml' }, apple: addressOf('/apple-touch-icon.png') },
  openGraph: { type: 'website', title: editorMessages.heading, description: commonMessages.tagline },
});

export default function NewPastePage() {
  return (
    <>
      <StaticTitle />
      <NewPage />
    </>
  );
}

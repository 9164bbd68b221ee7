import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { requestMessages } from '#components/messages/request';
import { NewPaste } from '#components/paste/editor/editor';
import styles from '#components/paste/editor/new-paste.module.css';
import { StaticTitle } from '#components/shell/static-title';
import { Running } from '#components/ui/running';
import { WithoutScript } from '#components/ui/without-script';
import { addressOf } from '#lib/site/address.rules';
import { SITE_ICON_URL } from '#lib/site/site-icon.rules';

/** The manifest, the icon of home screens and the words of a link's preview are this page's alone: a paste's page needs none. */
export const metadata: Metadata = {
  manifest: addressOf('/manifest.webmanifest'),
  icons: { icon: { url: SITE_ICON_URL, type: 'image/svg+xml' }, apple: addressOf('/apple-touch-icon.png') },
  openGraph: { type: 'website', title: editorMessages.heading, description: commonMessages.tagline },
};

export default function NewPastePage() {
  return (
    <main id="content" className={styles.page}>
      <StaticTitle />
      {/* Hidden from somebody who is signed in. */}
      <p className={styles.intro}>
        {commonMessages.tagline} <a href={addressOf('/docs/how')}>{commonMessages.footer.how}</a>{' '}
        <a href={addressOf('/requests')}>{requestMessages.title}</a>
      </p>
      <WithoutScript
        isBanner
        title={editorMessages.noScriptTitle}
        text={editorMessages.noScriptText}
        command={'curl -T notes.md https://this-site/\ncommand | curl -T - https://this-site/'}
      />
      <Running>
        <NewPaste />
      </Running>
    </main>
  );
}

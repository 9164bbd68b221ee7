import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { requestMessages } from '#components/messages/requests';
import { NewPaste } from '#components/paste/editor/new-paste';
import styles from '#components/paste/editor/new-paste.module.css';
import { StaticTitle } from '#components/shell/static-title';
import { Running } from '#components/ui/running';
import { WithoutScript } from '#components/ui/without-script';
import { addressOf } from '#lib/site/address.rules';

/** The manifest is loaded by this page alone: a paste's page doesn't need it. */
export const metadata: Metadata = { manifest: addressOf('/manifest.webmanifest') };

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

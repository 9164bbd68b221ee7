import type { Metadata } from 'next';
import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { requestMessages } from '#components/messages/requests';
import { Editor } from '#components/paste/editor/editor';
import styles from '#components/paste/editor/new-paste.module.css';
import { Running } from '#components/ui/running';
import { WithoutScript } from '#components/ui/without-script';
import { services } from '#lib/composition/services';
import { offeredExpiries } from '#lib/pastes/expiry.rules';
import { addressOf } from '#lib/site/address.rules';
import { loadSignedIn } from './account/load-account';

/** The manifest is loaded by this page alone: a paste's page doesn't need it. */
export const metadata: Metadata = { manifest: addressOf('/manifest.webmanifest') };

export default async function NewPastePage() {
  const { config } = await services();
  const isSignedIn = (await loadSignedIn()) !== null;
  return (
    <main id="content" className={styles.page}>
      {isSignedIn ? null : (
        <p className={styles.intro}>
          {commonMessages.tagline} <a href={addressOf('/docs/how')}>{commonMessages.footer.how}</a>{' '}
          <a href={addressOf('/requests')}>{requestMessages.title}</a>
        </p>
      )}
      <WithoutScript
        isBanner
        title={editorMessages.noScriptTitle}
        text={editorMessages.noScriptText}
        command={`curl -T notes.md ${config.BASE_URL}/\ncommand | curl -T - ${config.BASE_URL}/`}
      />
      <Running>
        <Editor isSignedIn={isSignedIn} expiries={offeredExpiries(config.EXPIRY_OPTIONS, config.MAX_TTL_SECONDS)} />
      </Running>
    </main>
  );
}

'use client';

import { commonMessages } from '#components/messages/common';
import { editorMessages } from '#components/messages/editor';
import { Running } from '#components/ui/running';
import { WithoutScript } from '#components/ui/without-script';
import { addressOf } from '#lib/site/address.rules';
import { NewPaste } from './editor';
import styles from './new-paste.module.css';

export function NewPage() {
  return (
    <main id="content" className={styles.page}>
      {/* Hidden from somebody who is signed in. */}
      <p className={styles.intro}>
        {commonMessages.tagline} <a href={addressOf('/docs/how')}>{commonMessages.footer.how}</a>{' '}
        <a className={styles.ask} href={addressOf('/requests')}>
          {commonMessages.ask}
        </a>
      </p>
      <WithoutScript
        isBanner
        title={editorMessages.noScriptTitle}
        text={editorMessages.noScriptText}
        // This page is the same file on every host; that one has the commands with the host's address.
        help={<a href={addressOf('/help.txt')}>{editorMessages.noScriptHelp}</a>}
        command={'curl -T notes.md https://this-site/\ncommand | curl -T - https://this-site/'}
      />
      <Running>
        <NewPaste />
      </Running>
    </main>
  );
}

'use client';

import { FailedScreen } from './failed-screen';
import { LoadingScreen } from './loading-screen';
import type { ViewedPaste } from './model/view.data';
import { loading } from './model/view.state';
import { PasswordScreen } from './password-screen';
import styles from './raw-page.module.css';
import { useViewer } from './use-viewer';

/** The page `/raw` of an encrypted paste in a browser: only the text. */
export function RawPage({ paste }: { paste: ViewedPaste }) {
  const { viewer, state } = useViewer(paste);
  switch (state.kind) {
    case 'loading':
    case 'confirm':
      return <LoadingScreen paste={paste} state={state.kind === 'loading' ? state : loading(paste, 'fetching')} />;
    case 'password':
      return <PasswordScreen attempt={state.attempt} at="stored" onPassword={viewer.tryPassword} />;
    case 'failed':
      return <FailedScreen paste={paste} problem={state.problem} ciphertext={state.ciphertext} openedAt={null} onRetry={viewer.read} />;
    case 'ready':
      return (
        <main id="content" className={styles.page}>
          {/* Slices one after another in inline elements: the browser lays out one text. */}
          <pre translate="no" className={styles.text}>
            {state.text.slices}
          </pre>
        </main>
      );
  }
}

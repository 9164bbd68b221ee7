import ShieldCheck from 'lucide-react/icons/shield-check';
import { viewMessages } from '#components/messages/view';
import styles from '../view/screens.module.css';
import lineStyles from '../view/text/lines.module.css';
import factStyles from '../view/text/paste-facts.module.css';
import frameStyles from '../view/text/text-frame.module.css';
import { EARLY_LINES_ID, EARLY_PROGRESS_ID, EARLY_TITLE_ID } from './early';

/** The screen of every encrypted link until its data has come: the early script fills it where it can. */
export function OpeningScreen() {
  return (
    <main id="content" className={frameStyles.page}>
      <header className={frameStyles.head}>
        <div className={frameStyles.titleRow}>
          <h1 dir="auto" translate="no" id={EARLY_TITLE_ID} className={frameStyles.untitled} suppressHydrationWarning>
            {viewMessages.untitledEncrypted}
          </h1>
          <span className={frameStyles.badge} title={viewMessages.encryptedHint}>
            <ShieldCheck aria-hidden size={14} />
            {viewMessages.encryptedBadge}
          </span>
        </div>
        {/* Holds the place of the paste's facts. */}
        <p aria-hidden className={`${factStyles.facts} ${factStyles.reserved}`}>
          {'\u00a0'}
        </p>
      </header>
      <div className={frameStyles.sheet}>
        <div className={`not-printed ${frameStyles.toolbar}`} />
        <pre translate="no" className={`${lineStyles.text} ${lineStyles.early}`} suppressHydrationWarning>
          <code
            id={EARLY_LINES_ID}
            data-line={lineStyles.line}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves content alone that was set this way
            dangerouslySetInnerHTML={{ __html: '' }}
          />
        </pre>
        <div className={styles.loading} role="status">
          <p>{viewMessages.loading.decrypting}</p>
          <progress
            id={EARLY_PROGRESS_ID}
            hidden
            aria-label={viewMessages.loading.fetching}
            className={styles.progress}
            suppressHydrationWarning
          />
          <noscript>
            <p>{viewMessages.loading.needsScript}</p>
          </noscript>
        </div>
      </div>
    </main>
  );
}

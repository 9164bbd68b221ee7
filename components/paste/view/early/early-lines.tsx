import styles from '../text/lines.module.css';
import { EARLY_ENVELOPE_ID, EARLY_LINES_ID } from './early-ids';

/** Renders an envelope for the early script to decrypt, and an element for its lines that React leaves alone. */
export function EarlyLines({ envelope }: { envelope: string }) {
  return (
    <>
      <script type="application/jose" id={EARLY_ENVELOPE_ID}>
        {envelope}
      </script>
      <pre translate="no" className={`${styles.text} ${styles.early}`}>
        <code
          id={EARLY_LINES_ID}
          data-line={styles.line}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React leaves content alone that was set this way
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      </pre>
    </>
  );
}

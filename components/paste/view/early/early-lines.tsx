import styles from '../text/lines.module.css';
import { EARLY_ENVELOPE_ID, EARLY_LINES_ID } from './early.ids';

/** An envelope for the early script to open, and the place for its lines, which React leaves alone. */
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: how React is told that the content isn't its own
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      </pre>
    </>
  );
}

import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { viewMessages } from '#components/messages/view';
import { syntaxLabel } from '#components/ui/syntax-label';
import type { PasteText, ViewedPaste } from '../model/view-data';
import { isUsedUp } from '../model/view-state';
import { PasteFacts } from './paste-facts';
import styles from './text-frame.module.css';

export function TextFrame({
  paste,
  title,
  text,
  language,
  hasFiles = false,
  isFilling = false,
  toolbar,
  notice,
  children,
}: {
  paste: ViewedPaste;
  title: string;
  text: PasteText | null;
  /** The language of the text, which stands for a title. */
  language?: string;
  hasFiles?: boolean;
  /** Whether the sheet fills the remaining height and scrolls inside. */
  isFilling?: boolean;
  toolbar?: ReactNode;
  notice?: ReactNode;
  children: ReactNode;
}) {
  const untitled = paste.isE2ee ? viewMessages.untitledEncrypted : viewMessages.untitled;
  return (
    <main id="content" className={`${styles.page} ${isFilling ? styles.filling : ''}`}>
      <header className={styles.head}>
        <div className={styles.titleRow}>
          {/* Not translated: a browser's translation would send the decrypted title to somebody else. */}
          <h1 dir="auto" translate={title ? 'no' : undefined} className={title ? '' : styles.untitled}>
            {title || (text && language !== undefined ? `${syntaxLabel(language)} · ${viewMessages.lines(text.lines)}` : untitled)}
          </h1>
          {paste.isE2ee ? (
            <span className={styles.badge} title={viewMessages.encryptedHint}>
              <ShieldCheck aria-hidden size={14} />
              {viewMessages.encryptedBadge}
            </span>
          ) : null}
        </div>
        <PasteFacts paste={paste} text={text} hasFiles={hasFiles} isTold={!title && language !== undefined} isGone={isUsedUp(paste)} />
      </header>
      {notice}
      <div className={styles.sheet}>
        <div className={`not-printed ${styles.toolbar}`}>{toolbar}</div>
        {children}
      </div>
    </main>
  );
}

import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { viewMessages } from '#components/messages/view';
import { Expiry, NearMoment, ReadCount } from '#components/ui/moment';
import { syntaxLabel } from '#components/ui/syntax-label';
import { formatBytes } from '#lib/locales/format.rules';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { isUsedUp } from '../model/view-state';
import type { PasteText } from '../model/view-text';
import factStyles from './paste-facts.module.css';
import styles from './text-frame.module.css';

interface TextFrameProps {
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
}

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
}: TextFrameProps) {
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

interface PasteFactsProps {
  paste: ViewedPaste;
  /** null while no text has arrived. */
  text?: PasteText | null;
  /** Whether the list of files tells the size. */
  hasFiles?: boolean;
  /** Whether the heading tells the number of lines. */
  isTold?: boolean;
  /** Whether the server no longer has it, so that it doesn't expire either. */
  isGone?: boolean;
}

/** Shows the facts about a paste in one line that wraps. */
export function PasteFacts({ paste, text = null, hasFiles = false, isTold = false, isGone = false }: PasteFactsProps) {
  const { createdAt, expiresAt, renderedAt, viewCount, burnAfterRead, maxReads, lastReadAt, contentBytes } = paste;
  return (
    <ul className={factStyles.facts} aria-label={viewMessages.details}>
      {hasFiles ? null : <li>{formatBytes(text?.bytes ?? contentBytes)}</li>}
      {text && !isTold ? <li>{viewMessages.lines(text.lines)}</li> : null}
      {/* Whoever made it and looks first has not read it. */}
      {burnAfterRead || (maxReads === null && viewCount === 0) ? null : (
        <li>{maxReads === null ? viewMessages.views(viewCount) : <ReadCount reads={viewCount} max={maxReads} lastAt={lastReadAt} />}</li>
      )}
      <li>
        {viewMessages.created} <NearMoment atMs={createdAt} knownAt={renderedAt} />
      </li>
      {isGone ? null : (
        <li>
          {expiresAt === null ? viewMessages.neverExpires : <Expiry label={viewMessages.expires} atMs={expiresAt} knownAt={renderedAt} />}
        </li>
      )}
    </ul>
  );
}

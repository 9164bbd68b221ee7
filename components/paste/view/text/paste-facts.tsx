import { viewMessages } from '#components/messages/view';
import { Expiry, NearMoment, ReadCount } from '#components/ui/moment';
import { formatBytes } from '#lib/locales/format.rules';
import type { PasteText, ViewedPaste } from '../model/view-data';
import styles from './paste-facts.module.css';

/**
 * Shows the facts about a paste in one line that wraps.
 * @param text null while no text has arrived
 * @param hasFiles the list of files tells the size
 * @param isTold the heading tells the number of lines
 * @param isGone the server no longer has it, so it doesn't expire either
 */
export function PasteFacts({
  paste,
  text = null,
  hasFiles = false,
  isTold = false,
  isGone = false,
}: {
  paste: ViewedPaste;
  text?: PasteText | null;
  hasFiles?: boolean;
  isTold?: boolean;
  isGone?: boolean;
}) {
  const { createdAt, expiresAt, renderedAt, viewCount, burnAfterRead, maxReads, lastReadAt, contentBytes } = paste;
  return (
    <ul className={styles.facts} aria-label={viewMessages.details}>
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

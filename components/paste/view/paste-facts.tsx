import { formatBytes } from '#components/messages/format';
import { view } from '#components/messages/view';
import { Moment } from '#components/ui/moment';
import styles from './paste-facts.module.css';
import type { PasteText, ViewedPaste } from './view.data';

/**
 * What is known of a paste, in one line that wraps.
 * @param text null while there is none to measure
 * @param isGone the server no longer has it, so it doesn't expire either
 */
export function PasteFacts({ paste, text = null, isGone = false }: { paste: ViewedPaste; text?: PasteText | null; isGone?: boolean }) {
  const { createdAt, expiresAt, renderedAt, viewCount, burnAfterRead, contentBytes } = paste;
  return (
    <ul className={styles.facts} aria-label={view.details}>
      <li>{formatBytes(text?.bytes ?? contentBytes)}</li>
      {text ? <li>{view.lines(text.lines)}</li> : null}
      {burnAfterRead ? null : <li>{view.views(viewCount)}</li>}
      <li>
        {view.created} <Moment atMs={createdAt} nowMs={renderedAt} />
      </li>
      {isGone ? null : (
        <li>
          {expiresAt === null ? (
            view.neverExpires
          ) : (
            <>
              {view.expires} <Moment atMs={expiresAt} nowMs={renderedAt} />
            </>
          )}
        </li>
      )}
    </ul>
  );
}

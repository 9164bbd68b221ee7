import Reply from 'lucide-react/icons/reply';
import { type ReactNode, useMemo } from 'react';
import { viewMessages } from '#components/messages/view';
import type { RequestEnd } from '#components/paste/manage/use-manage';
import { useIsRunning } from '#components/ui/browser-facts';
import { KeyLink } from '#components/ui/key-link';
import { lazyPart } from '#components/ui/lazy-part';
import { PLAIN_TEXT } from '#lib/languages/language.rules';
import { formatBytes } from '#lib/locales/format.rules';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { LONG_LINE_CHARACTERS } from '../model/view-limits';
import { isUsedUp, type ReadyState } from '../model/view-state';
import { hasHiddenDirection, type PasteText, replyAddress } from '../model/view-text';
import type { ColourEnd } from '../text/colour-session';
import styles from './ready-screen.module.css';

/** Nothing, where its code doesn't load: the text is open. */
const ReadsNotice = lazyPart(
  async () => (await import('./reads-notice')).ReadsNotice,
  () => null,
);

interface ReadyNoticeProps {
  paste: ViewedPaste;
  /** The text once it is whole, which may have a request link for a reply. */
  text: PasteText | null;
  outcome: RequestEnd | null;
  children?: ReactNode;
}

export function ReadyNotice({ paste, text, outcome, children }: ReadyNoticeProps) {
  const isRunning = useIsRunning();
  // Only the browser knows the address of this host.
  const reply = useMemo(() => (isRunning && text ? replyAddress(text) : null), [isRunning, text]);
  const isHidingDirection = useMemo(() => text !== null && hasHiddenDirection(text), [text]);
  return (
    <>
      {isUsedUp(paste) ? <p className={`not-printed box warning ${styles.burned}`}>{viewMessages.burned}</p> : null}
      {paste.readsLeft ? <ReadsNotice left={paste.readsLeft} /> : null}
      {isHidingDirection ? <p className={`not-printed box warning ${styles.burned}`}>{viewMessages.hiddenDirection}</p> : null}
      {reply === null ? null : (
        <p className="not-printed">
          <KeyLink address={reply} icon={Reply}>
            {viewMessages.reply}
          </KeyLink>
        </p>
      )}
      {outcome?.type === 'failed' ? (
        <p className={`not-printed box danger ${styles.problem}`} role="alert">
          {outcome.message}
        </p>
      ) : null}
      {outcome?.type === 'gone' ? (
        <p className={`not-printed box warning ${styles.burned}`} role="alert">
          {viewMessages.gone} {viewMessages.stillHere}
        </p>
      ) : null}
      {children}
    </>
  );
}

/** Writes the status message of an open text; empty for none. */
export function readyStatus(
  { isComplete, receivedBytes }: ReadyState,
  { longestLine }: PasteText,
  language: string,
  totalBytes: number,
  colourEnd: ColourEnd | null,
): string {
  if (!isComplete) return viewMessages.loading.progress({ received: formatBytes(receivedBytes), total: formatBytes(totalBytes) });
  if (colourEnd === null && language !== PLAIN_TEXT && longestLine > LONG_LINE_CHARACTERS) return viewMessages.colour['too-long'];
  return colourEnd === 'stopped' || colourEnd === 'failed' ? viewMessages.colour[colourEnd] : '';
}

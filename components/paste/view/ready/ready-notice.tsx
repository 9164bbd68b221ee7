import type { ReactNode } from 'react';
import { viewMessages } from '#components/messages/view';
import { lazyPart } from '#components/ui/lazy-part';
import type { ViewedPaste } from '../model/view-data';
import type { ManageOutcome } from './manage-outcome';
import styles from './ready-screen.module.css';

/** Nothing, where its code doesn't load: the text is open. */
const ReadsNotice = lazyPart(
  async () => (await import('./reads-notice')).ReadsNotice,
  () => null,
);

interface ReadyNoticeProps {
  paste: ViewedPaste;
  isBurned: boolean;
  isHidingDirection: boolean;
  outcome: ManageOutcome | null;
  children: ReactNode;
}

/** Shows warnings and problems above the text. */
export function ReadyNotice({ paste: { readsLeft }, isBurned, isHidingDirection, outcome, children }: ReadyNoticeProps) {
  return (
    <>
      {isBurned ? <p className={`not-printed box warning ${styles.burned}`}>{viewMessages.burned}</p> : null}
      {readsLeft ? <ReadsNotice left={readsLeft} /> : null}
      {isHidingDirection ? <p className={`not-printed box warning ${styles.burned}`}>{viewMessages.hiddenDirection}</p> : null}
      {outcome?.kind === 'failed' ? (
        <p className={`not-printed box danger ${styles.problem}`} role="alert">
          {outcome.message}
        </p>
      ) : null}
      {outcome?.kind === 'gone' ? (
        <p className={`not-printed box warning ${styles.burned}`} role="alert">
          {viewMessages.gone} {viewMessages.stillHere}
        </p>
      ) : null}
      {children}
    </>
  );
}

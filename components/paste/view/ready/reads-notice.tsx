import { readsNoticeMessages as messages } from '#components/messages/reads-notice';
import styles from './ready-screen.module.css';

/** Tells the reader of an open paste what the next look at it costs. */
export function ReadsNotice({ left }: { left: number }) {
  return <p className={`not-printed box warning ${styles.burned}`}>{messages.again(left)}</p>;
}

import { Link } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { composeTexts as texts } from '#components/messages/compose';
import styles from './compose.module.css';
import type { Compose } from './compose.store';
import { CREATED_FRAGMENT } from './created/created-address';

/** The way back to the link that was made last, while this tab keeps it. */
export function LastLink({ compose }: { compose: Compose }) {
  const isKept = useSyncExternalStore(compose.subscribe, compose.hasLink, serverKnowsNothing);
  if (!isKept) return null;
  return (
    <p className={styles.lastLink}>
      <Link aria-hidden size={16} />
      <span>
        {texts.lastLink} <a href={CREATED_FRAGMENT}>{texts.showLastLink}</a>
      </span>
    </p>
  );
}

const serverKnowsNothing = () => false;

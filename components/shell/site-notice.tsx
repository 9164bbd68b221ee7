'use client';

import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { commonMessages } from '#components/messages/common';
import { keepChoice, NOTICE_COOKIE } from './choice-cookies';
import styles from './shell.module.css';

/** Shows the operator's notice above the page. Closing it sets a cookie, by which the server leaves this notice out. */
export function SiteNotice({ id, text }: { id: string; text: string }) {
  const [isHidden, setIsHidden] = useState(false);

  function hide(): void {
    keepChoice(NOTICE_COOKIE, id);
    setIsHidden(true);
  }

  if (isHidden) return null;
  return (
    <aside className={`not-printed ${styles.notice}`} aria-label={commonMessages.notice}>
      <p dir="auto">{text}</p>
      <button
        type="button"
        className={styles.iconButton}
        onClick={hide}
        aria-label={commonMessages.hideNotice}
        title={commonMessages.hideNotice}
      >
        <X aria-hidden size={16} />
      </button>
    </aside>
  );
}

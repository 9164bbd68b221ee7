'use client';

import { useState } from 'react';
import { mineMessages as messages } from '#components/messages/mine';
import { LocalPastes } from '#components/paste/local/local-pastes';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Running } from '#components/ui/running';
import { KeptRequests } from './kept-requests';
import styles from './mine.module.css';

/** The pastes and requests that this browser keeps, with or without an account, and a search over both. */
export function Mine() {
  const [text, setText] = useState('');
  return (
    <main id="content" className={styles.page}>
      <Running>
        <div className={styles.head}>
          <h1>{messages.title}</h1>
          <search className={styles.search}>
            <PasteIdInput
              type="search"
              aria-label={messages.search}
              placeholder={messages.search}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </search>
        </div>
        <p className={styles.muted}>{messages.text}</p>
        <LocalPastes text={text} />
        <KeptRequests text={text} />
      </Running>
    </main>
  );
}

'use client';

import { useState } from 'react';
import { mineMessages as messages } from '#components/messages/mine';
import { LocalPastes } from '#components/paste/local/local-pastes';
import { useKeptSecretRequests } from '#components/requests/kept-secret-requests';
import { useMinute } from '#components/ui/browser-facts';
import { KeyLink } from '#components/ui/key-link';
import { matchesText } from '#components/ui/matches-text';
import { Moment } from '#components/ui/moment';
import { PasteIdInput } from '#components/ui/paste-id-input';
import { Running } from '#components/ui/running';
import { Section } from '#components/ui/section';
import { addressOf } from '#lib/site/address.rules';
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
              dir="auto"
              aria-label={messages.search}
              placeholder={messages.search}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </search>
        </div>
        <p className={styles.muted}>{messages.text}</p>
        <LocalPastes text={text} />
        <KeptSecretRequests text={text} />
      </Running>
    </main>
  );
}

/** The requests whose inbox links this browser has. @param text only those that match */
function KeptSecretRequests({ text }: { text: string }) {
  const kept = useKeptSecretRequests();
  const nowMs = useMinute();
  if (kept === null || nowMs === null) return null;
  const matches = kept.filter(({ label, requestId }) => matchesText(text, label, requestId));
  return (
    <Section id="kept-requests" title={messages.requests} className={styles.section}>
      <p className={styles.muted}>
        {messages.requestsText} <a href={addressOf('/requests')}>{messages.ask}</a>
      </p>
      {kept.length > 0 && matches.length === 0 ? <p>{messages.none}</p> : null}
      <ul>
        {matches.map(({ requestId, inboxKey, label, expiresAt }) => (
          <li key={requestId} className={styles.row}>
            <KeyLink variant="quiet" className={styles.open} address={addressOf(`/inbox/${requestId}#${inboxKey}`)}>
              <bdi>{label === '' ? messages.unnamed : label}</bdi>
            </KeyLink>
            <span className={styles.muted}>
              {messages.until} <Moment atMs={Date.parse(expiresAt)} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

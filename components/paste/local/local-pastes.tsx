'use client';

import { accountMessages } from '#components/messages/account';
import { matchesText } from '#components/ui/matches-text';
import { Switch } from '#components/ui/switch';
import { receiptSentence } from '../receipt/receipt-words';
import { LocalPasteRow } from './local-paste-row';
import styles from './local-pastes.module.css';
import { type LocalPaste, setKeepingLinks, setRemembering, useLocalPastes } from './local-pastes-store';
import { useLocalReceipts } from './use-local-receipts';

const messages = accountMessages.local;
const NONE: readonly LocalPaste[] = [];

/** @param text shows only the pastes whose title or id matches */
export function LocalPastes({ text = '' }: { text?: string }) {
  const state = useLocalPastes();
  const matches = state?.pastes.filter(({ title = '', publicId }) => matchesText(text, title, publicId)) ?? NONE;
  const { waiting, latest, show } = useLocalReceipts(state?.pastes ?? NONE);
  return (
    <section className={styles.section} aria-labelledby="local-pastes">
      <h2 id="local-pastes">{messages.title}</h2>
      <p>{messages.text}</p>
      <noscript>
        <p>{messages.noScript}</p>
      </noscript>
      <p role="status" className="visually-hidden">
        {latest === null ? '' : `${receiptSentence(latest)} ${latest.publicId}`}
      </p>
      {state === null ? null : (
        <>
          {state.pastes.length === 0 ? (
            <p>{state.isOn ? messages.empty : messages.emptyOff}</p>
          ) : matches.length === 0 ? (
            <p>{messages.noMatch}</p>
          ) : (
            <ul>
              {matches.map((paste) => (
                <LocalPasteRow key={paste.publicId} paste={paste} waiting={waiting.get(paste.publicId)} onInView={show} />
              ))}
            </ul>
          )}
          <Switch label={messages.remember} hint={messages.rememberHint} checked={state.isOn} onChange={setRemembering} />
          {state.isOn ? (
            <Switch label={messages.keepLinks} hint={messages.keepLinksHint} checked={state.keepsLinks} onChange={setKeepingLinks} />
          ) : null}
        </>
      )}
    </section>
  );
}

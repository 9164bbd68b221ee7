'use client';

import { useCallback, useMemo, useState } from 'react';
import { localPastesMessages as messages } from '#components/messages/local-pastes';
import { matchesText } from '#components/ui/matches-text';
import { Section } from '#components/ui/section';
import { Switch } from '#components/ui/switch';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { askReceipt } from '../receipt/receipt.client';
import { receiptSentence } from '../receipt/receipt-words';
import { usePoll } from '../receipt/use-poll';
import { LocalPasteRow, type Waiting } from './local-paste-row';
import styles from './local-pastes.module.css';
import { hasReceipt, type LocalPaste, setKeepingLinks, setRemembering, updatePaste, useLocalPastes } from './local-pastes-store';

const NONE: readonly LocalPaste[] = [];

/** @param text shows only the pastes whose title or id matches */
export function LocalPastes({ text = '' }: { text?: string }) {
  const state = useLocalPastes();
  const matches = state?.pastes.filter(({ title = '', publicId }) => matchesText(text, title, publicId)) ?? NONE;
  const { waiting, latest, show } = useLocalReceipts(state?.pastes ?? NONE);
  return (
    <Section id="local-pastes" title={messages.title} className={styles.section}>
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
          <Switch id="remember" label={messages.remember} hint={messages.rememberHint} checked={state.isOn} onChange={setRemembering} />
          {state.isOn ? (
            <Switch
              id="keep-links"
              label={messages.keepLinks}
              hint={messages.keepLinksHint}
              checked={state.keepsLinks}
              onChange={setKeepingLinks}
            />
          ) : null}
        </>
      )}
    </Section>
  );
}

/** Polls the receipts of the pastes in view that end by reading, until each has ended. */
function useLocalReceipts(pastes: readonly LocalPaste[]) {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [waiting, setWaiting] = useState<ReadonlyMap<string, Waiting>>(new Map());

  /** The last paste that ended while the page was open. */
  const [latest, setLatest] = useState<ReceiptJson | null>(null);

  const watched = useMemo(
    () =>
      pastes
        .filter(
          (paste) => hasReceipt(paste) && paste.ended === null && inView.has(paste.publicId) && waiting.get(paste.publicId) !== 'nothing',
        )
        .map(({ publicId, manageToken }) => ({ id: publicId, manageToken })),
    [pastes, inView, waiting],
  );
  usePoll(watched, {
    ask: askReceipt,
    onResponse(publicId, receipt) {
      if (receipt === null || receipt.state === 'created') setWaiting((before) => new Map(before).set(publicId, receipt ?? 'nothing'));
      else {
        const { publicId: _id, createdAt: _made, state, ...ended } = receipt;
        if (waiting.has(publicId)) setLatest({ ...receipt, publicId });
        updatePaste(publicId, { ended: { ...ended, state } });
      }
    },
    // The page keeps showing the last known status.
    onSilence: () => undefined,
  });

  const show = useCallback((publicId: string, isInView: boolean) => {
    setInView((before) => {
      const after = new Set(before);
      if (isInView) after.add(publicId);
      else after.delete(publicId);
      return after;
    });
  }, []);
  return { waiting, latest, show };
}

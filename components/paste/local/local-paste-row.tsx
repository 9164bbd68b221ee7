import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { localPastesMessages as messages } from '#components/messages/local-pastes';
import { useMinute } from '#components/ui/browser-facts';
import { Button } from '#components/ui/button';
import { KeyLink } from '#components/ui/key-link';
import { Expiry, Moment } from '#components/ui/moment';
import type { ReceiptJson } from '#lib/receipts/receipt.schema';
import { addressOf } from '#lib/site/address.rules';
import { receiptSentence } from '../receipt/receipt-words';
import styles from './local-pastes.module.css';
import { forgetPaste, hasReceipt, type LocalPaste } from './local-pastes-store';

/** The receipt of a paste that hasn't ended; `nothing` when the server has none. */
export type Waiting = ReceiptJson | 'nothing';

interface LocalPasteRowProps {
  paste: LocalPaste;
  /** The receipt of a paste that hasn't ended; undefined: not known yet. */
  waiting: Waiting | undefined;
  onInView: (publicId: string, isInView: boolean) => void;
}

export function LocalPasteRow({ paste, waiting, onInView }: LocalPasteRowProps) {
  const { publicId, manageToken, isE2ee, burnAfterRead, createdAt, expiresAt, ended, title, link } = paste;
  // `useMinute` rounds down to the minute, so a new paste would lie in the future.
  const nowMs = Math.max(useMinute() ?? 0, Date.parse(createdAt));
  const row = useRef<HTMLLIElement>(null);
  const isWatched = hasReceipt(paste);
  useInView(row, isWatched && ended === null, (isInView) => onInView(publicId, isInView));
  return (
    <li ref={row} className={styles.row}>
      <div>
        <p className={styles.name}>
          <bdi>{title || (isE2ee ? messages.encrypted : messages.plain)}</bdi> <code>{publicId}</code>
        </p>
        {isWatched ? (
          <p className={styles.receipt} data-state={ended?.state}>
            {receiptOf(paste, waiting)}
          </p>
        ) : null}
        <p className={styles.facts}>
          <span>
            {messages.created} <Moment atMs={Date.parse(createdAt)} nowMs={nowMs} />
          </span>
          {ended !== null ? null : expiresAt === null ? (
            <span>{messages.never}</span>
          ) : (
            <span>
              <Expiry label={messages.expires} atMs={Date.parse(expiresAt)} nowMs={nowMs} />
            </span>
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {/* A burn paste has no link here, so that nobody opens it by mistake. */}
        {ended === null && link !== undefined && !burnAfterRead ? (
          <KeyLink address={link} aria-label={messages.openOf(publicId)}>
            {messages.open}
          </KeyLink>
        ) : null}
        {ended === null ? (
          <KeyLink address={addressOf(`/manage/${publicId}#${manageToken}`)} aria-label={messages.manageOf(publicId)}>
            {messages.manage}
          </KeyLink>
        ) : null}
        <Button variant="quiet" onClick={() => forgetPaste(publicId)} aria-label={messages.forgetOf(publicId)}>
          {messages.forget}
        </Button>
      </div>
    </li>
  );
}

function receiptOf({ ended, maxReads }: LocalPaste, waiting: Waiting | undefined): string {
  if (ended !== null) return receiptSentence(ended);
  if (waiting === undefined) return maxReads === null ? messages.burns : messages.counts(maxReads);
  return waiting === 'nothing' ? messages.unknown : receiptSentence(waiting);
}

/** Reports whether the element is in view while `isAsked`, and finally that it isn't. */
function useInView(element: RefObject<HTMLElement | null>, isAsked: boolean, onChange: (isInView: boolean) => void): void {
  const change = useEffectEvent(onChange);
  useEffect(() => {
    if (!isAsked || !element.current) return;
    const observer = new IntersectionObserver((entries) => change(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      change(false);
    };
  }, [element, isAsked]);
}

import { Download, Stethoscope } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { receiptMessages as messages } from '#components/messages/receipt';
import { save } from '#components/paste/view/model/view-download';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/section';
import { receiptFileName } from '#lib/receipts/receipt.rules';
import type { EndedReceiptJson, ReceiptJson } from '#lib/receipts/receipt.schema';
import { askReceipt } from './receipt.client';
import styles from './receipt.module.css';
import type { MadeLink } from './receipt-by-key';
import { endHeading, receiptSentence, type SaidReceipt } from './receipt-words';
import { usePoll } from './use-poll';

interface ReceiptPanelProps {
  publicId: string;
  /** null: unknown, or the paste has none; the panel then shows nothing. */
  manageToken: string | null;
  onNews?: (news: ReceiptNews) => void;
}

/** The news of a paste that somebody has read, or that has ended. */
export interface ReceiptNews {
  /** The heading of a page whose link has ended; null: it still works. */
  end: string | null;
}

export function ReceiptPanel({ publicId, manageToken, onNews }: ReceiptPanelProps) {
  const { receipt, isStale } = useReceipt(publicId, manageToken);
  const hasNews = receipt ? isEnded(receipt) || Boolean(receipt.lastReadAt) : false;
  const end = receipt && isEnded(receipt) ? endHeading(receipt) : null;
  const passOn = useEffectEvent((news: ReceiptNews) => onNews?.(news));
  useEffect(() => {
    if (hasNews) passOn({ end });
  }, [hasNews, end]);
  if (receipt === null || manageToken === null) return null;
  const openedHint = receipt?.maxReads === undefined ? messages.openedHint : messages.countedHint(receipt.maxReads);
  return (
    <ReceiptState heading={messages.heading} receipt={receipt ?? null} isStale={isStale} openedHint={openedHint}>
      {receipt && hasNews ? <SaveReceipt receipt={receipt} /> : null}
    </ReceiptState>
  );
}

const isEnded = (receipt: ReceiptJson): receipt is EndedReceiptJson => receipt.state !== 'created';

/** Saves the receipt as a file. The owner's list has a link for it, which needs no JavaScript. */
function SaveReceipt({ receipt }: { receipt: ReceiptJson }) {
  const text = `${JSON.stringify(receipt, null, 2)}\n`;
  return (
    <div className={styles.action}>
      <Button onClick={() => save(text, receiptFileName(receipt.publicId), 'application/json')} icon={Download}>
        {messages.save}
      </Button>
      <p>{messages.saveHint}</p>
    </div>
  );
}

type Tested = keyof typeof messages.tested;

/** Finds out whether a link with its key still works, without opening the paste. */
export function TestLink({ publicId, manageToken, link }: { publicId: string; manageToken: string; link: MadeLink }) {
  const [tested, setTested] = useState<Tested | 'testing' | null>(null);

  async function test(): Promise<void> {
    if (tested === 'testing') return;
    setTested('testing');
    const test = import('./receipt-by-key').then(({ testLink }) => testLink(publicId, manageToken, link));
    setTested(await test.catch(() => 'later' as const));
  }

  return (
    <div className={styles.action}>
      <Button onClick={() => void test()} aria-disabled={tested === 'testing'} icon={Stethoscope}>
        {tested === 'testing' ? messages.testing : messages.test}
      </Button>
      <p role="status">{tested === null || tested === 'testing' ? '' : messages.tested[tested]}</p>
    </div>
  );
}

/**
 * Polls the receipt of a paste while the page is visible, until the paste has ended.
 * @param manageToken null: not known yet; no request is sent
 * @returns `receipt`: undefined before the first response, null when there is no receipt
 */
function useReceipt(publicId: string, manageToken: string | null) {
  const [receipt, setReceipt] = useState<ReceiptJson | null>();
  const [isStale, setStale] = useState(false);
  const isOver = receipt === null || (receipt !== undefined && receipt.state !== 'created');
  const watched = useMemo(() => (manageToken === null || isOver ? [] : [{ id: publicId, manageToken }]), [publicId, manageToken, isOver]);
  usePoll(watched, {
    ask: askReceipt,
    onResponse(_, found: ReceiptJson | null) {
      setReceipt(found);
      setStale(false);
    },
    onSilence: () => setStale(true),
  });
  return { receipt, isStale };
}

interface ReceiptStateProps {
  heading: string;
  /** null: not known yet. */
  receipt: SaidReceipt | null;
  isStale: boolean;
  openedHint: string;
  children?: ReactNode;
}

export function ReceiptState({ heading, receipt, isStale, openedHint, children }: ReceiptStateProps) {
  const id = useId();
  const state = receipt?.state ?? 'created';
  return (
    <Section id={id} title={heading} className={styles.receipt} data-state={receipt?.state}>
      <p role="status" className={styles.state}>
        {receipt === null ? '' : receiptSentence(receipt)}
      </p>
      <p className={styles.hint}>
        {isStale ? messages.unreachable : state === 'opened' ? openedHint : state === 'created' ? messages.live : ''}
      </p>
      {children}
    </Section>
  );
}

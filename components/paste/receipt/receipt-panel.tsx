import Download from 'lucide-react/icons/download';
import Stethoscope from 'lucide-react/icons/stethoscope';
import { type ReactNode, useId, useState } from 'react';
import { receiptMessages as messages } from '#components/messages/receipt';
import { save } from '#components/paste/view/model/view-download';
import { Button } from '#components/ui/button';
import { Section } from '#components/ui/section';
import type { EndedReceiptJson, ReceiptJson } from '#lib/receipts/receipt.schema';
import { askReceipt } from './receipt.client';
import styles from './receipt.module.css';
import type { MadeLink } from './receipt-by-key';
import { endHeading, receiptFileName, receiptSentence, type SaidReceipt } from './receipt-words';
import { usePolled } from './use-poll';

interface ReceiptPanelProps {
  publicId: string;
  /** null: unknown, or the paste has none; the panel then shows nothing. */
  manageToken: string | null;
  /** Called when somebody has read the paste, or it has ended. @param end the heading of a page whose link has ended; null: it still works */
  onNews?: (end: string | null) => void;
}

export function ReceiptPanel({ publicId, manageToken, onNews }: ReceiptPanelProps) {
  const watched = manageToken === null ? [] : [{ id: publicId, manageToken }];
  const { known, isStale } = usePolled(watched, {
    ask: askReceipt,
    isOver: (found) => found === null || isEnded(found),
    onNews(_, found) {
      if (found && hasNews(found)) onNews?.(isEnded(found) ? endHeading(found) : null);
    },
  });
  const receipt = known.get(publicId);
  if (receipt === null || manageToken === null) return null;
  const openedHint = receipt?.maxReads === undefined ? messages.openedHint : messages.countedHint(receipt.maxReads);
  return (
    <ReceiptState heading={messages.heading} receipt={receipt ?? null} isStale={isStale} openedHint={openedHint}>
      {receipt && hasNews(receipt) ? <SaveReceipt receipt={receipt} /> : null}
    </ReceiptState>
  );
}

const isEnded = (receipt: ReceiptJson): receipt is EndedReceiptJson => receipt.state !== 'created';
const hasNews = (receipt: ReceiptJson): boolean => isEnded(receipt) || Boolean(receipt.lastReadAt);

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

interface ReceiptStateProps {
  heading: string;
  /** null: not known yet. */
  receipt: SaidReceipt | null;
  isStale: boolean;
  /** Shown when the content was opened. */
  openedHint: string;
  /** The actions that follow. */
  children?: ReactNode;
}

/** Shows what a receipt says, and that it updates itself. */
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

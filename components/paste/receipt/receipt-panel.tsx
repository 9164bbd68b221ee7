import { useEffect, useEffectEvent } from 'react';
import { receiptMessages as messages } from '#components/messages/receipt';
import type { ReceiptOutcome } from '#lib/receipts/receipt.rules';
import type { MadeLink } from './receipt.by-key';
import { ReceiptState } from './receipt-state';
import { TestLink } from './test-link';
import { useReceipt } from './use-receipt';

interface ReceiptPanelProps {
  publicId: string;
  /** null: not known, or there is none; then nothing is shown. */
  manageToken: string | null;
  /** What can be tested; null where it isn't at hand. */
  link: MadeLink | null;
  /** How it ended, as soon as that is known. */
  onEnd?: (outcome: ReceiptOutcome) => void;
}

/** The live receipt of a burn paste, for its creator. */
export function ReceiptPanel({ publicId, manageToken, link, onEnd }: ReceiptPanelProps) {
  const { receipt, isStale, isUnknown } = useReceipt(publicId, manageToken);
  const end = receipt === null || receipt.state === 'created' ? null : receipt.state;
  const tellEnd = useEffectEvent((outcome: ReceiptOutcome) => onEnd?.(outcome));
  useEffect(() => {
    if (end !== null) tellEnd(end);
  }, [end]);
  if (isUnknown || manageToken === null) return null;
  return (
    <ReceiptState heading={messages.heading} receipt={receipt} isStale={isStale} openedHint={messages.openedHint}>
      {link === null ? null : <TestLink publicId={publicId} manageToken={manageToken} link={link} />}
    </ReceiptState>
  );
}

import type { ReactNode } from 'react';
import { openedMessages } from '#components/messages/opened';
import { viewProblemMessages } from '#components/messages/view-problem';
import { StatusPage } from '#components/ui/status-page';
import { formatTime } from '#lib/locales/format.rules';
import { receiptByKey } from '../receipt/receipt-by-key';
import { readFragment } from './model/view-address';
import { findClaim, wasOpenedHere } from './reader/burn-claim-storage';

/** @returns what this visitor may see of a paste that is gone; null: nothing */
export async function findEnding(publicId: string): Promise<ReactNode | null> {
  const kept = findClaim(publicId);
  if (kept && 'content' in kept.paste) {
    const { ViewPage } = await import('./view-page');
    return <ViewPage paste={kept.paste} isResumed />;
  }
  if (wasOpenedHere(publicId)) return <StatusPage {...viewProblemMessages['opened-here']} />;
  // The paste is gone, so the key may leave the address as that of a burn paste does.
  const { key } = readFragment({ isE2ee: true, burnAfterRead: true });
  const receipt = key === null ? null : await receiptByKey(publicId, key);
  if (receipt?.state !== 'opened') return null;
  return <StatusPage title={openedMessages.title} text={openedMessages.text(formatTime(new Date(receipt.at)))} />;
}

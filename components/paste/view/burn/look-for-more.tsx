import type { ReactNode } from 'react';
import { formatTime } from '#components/messages/format';
import { view } from '#components/messages/view';
import { receiptByKey } from '#components/paste/receipt/receipt.by-key';
import { DeadEnd } from '#components/ui/dead-end';
import { readFragment } from '../view.address';
import { findClaim, wasOpenedHere } from './burn.claim-storage';

/** @returns what can be shown of a paste that isn't there for everybody; null: nothing */
export async function lookForMore(publicId: string): Promise<ReactNode | null> {
  const kept = findClaim(publicId);
  if (kept) {
    const { ViewPage } = await import('../view-page');
    return <ViewPage paste={kept.paste} isResumed />;
  }
  if (wasOpenedHere(publicId)) {
    const { title, text } = view.problems['opened-here'];
    return <DeadEnd title={title} text={text} />;
  }
  // The link is dead, whatever the paste was: there is nothing for its key to open.
  const { key } = readFragment({ isE2ee: true, burnAfterRead: true });
  const receipt = key === null ? null : await receiptByKey(publicId, key);
  if (receipt?.state !== 'opened') return null;
  return <DeadEnd title={view.openedBeforeTitle} text={view.openedBefore(formatTime(new Date(receipt.at)))} />;
}

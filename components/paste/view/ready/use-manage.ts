'use client';

import { useState } from 'react';
import type { ViewedPaste } from '../model/view-data';
import type { ManageOutcome } from './view-dialogs';

/** Tracks extending and deleting a paste on its own page, without a manage token. The dialogs make the requests. */
export function useManage({ expiresAt: openedExpiry, isOpenToAll, readerMayDelete, burnAfterRead }: ViewedPaste) {
  const [isWorking, setWorking] = useState(false);
  const [outcome, setOutcome] = useState<ManageOutcome | null>(null);
  const [expiresAt, setExpiresAt] = useState(openedExpiry);
  const isThere = !burnAfterRead && outcome?.kind !== 'gone';

  return {
    outcome,
    /** Whether a request is running; there is one at a time. */
    isWorking,
    /** The latest known expiry, in ms since 1970. */
    expiresAt,
    mayExtend: isOpenToAll && isThere,
    mayDelete: (isOpenToAll || readerMayDelete) && isThere,
    async follow(request: Promise<ManageOutcome>): Promise<ManageOutcome> {
      setWorking(true);
      setOutcome(null);
      const event = await request;
      if (event.kind === 'extended') setExpiresAt(event.expiresAt);
      setOutcome(event);
      setWorking(false);
      return event;
    },
  };
}

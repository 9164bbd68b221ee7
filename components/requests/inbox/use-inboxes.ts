import { useMemo, useState } from 'react';
import { usePoll } from '#components/paste/receipt/use-poll';
import type { OwnRequestJson } from '#lib/requests/request.schema';
import type { NamedRequest } from '../keys/request-keys.store';
import { fetchInbox } from '../request.client';
import { countReceived, type InboxRow, isLive, type Known, toRows } from './inbox.rows';

/**
 * The list, kept up to date while the page is visible: what can't change any more isn't asked for.
 * @param owned the account's, as the server had them when it drew the page
 */
export function useInboxes(kept: readonly NamedRequest[], owned: readonly OwnRequestJson[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [isStale, setStale] = useState(false);
  /** The last request that got an answer while the page was open. */
  const [latest, setLatest] = useState<InboxRow | null>(null);

  const rows = useMemo(() => toRows(kept, owned, known), [kept, owned, known]);
  const watched = useMemo(() => rows.filter(isLive).map((row) => ({ id: row.requestId, manageToken: tokenOf(row) })), [rows]);
  usePoll(watched, {
    ask: ({ id, manageToken }) => fetchInbox(id, manageToken),
    onResponse(id, found) {
      setStale(false);
      const row = rows.find(({ requestId }) => requestId === id);
      if (row?.request && typeof found === 'object' && countReceived(found.request) > countReceived(row.request)) setLatest(row);
      setKnown((all) => new Map(all).set(id, found));
    },
    onSilence: () => setStale(true),
  });

  /** Asks for one at once, because it was changed here. */
  async function refresh(row: InboxRow): Promise<void> {
    const found = await fetchInbox(row.requestId, tokenOf(row)).catch(() => null);
    if (found !== null) setKnown((all) => new Map(all).set(row.requestId, found));
  }

  return { rows, isStale, latest, refresh };
}

/** null: the account's. */
function tokenOf({ kept }: InboxRow): string | null {
  return kept?.manageToken ?? null;
}

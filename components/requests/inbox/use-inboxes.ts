import { useMemo, useState } from 'react';
import { usePoll } from '#components/paste/receipt/use-poll';
import type { OwnSecretRequestJson } from '#lib/requests/request.schema';
import type { NamedRequest } from '../keys/request-keys-store';
import { fetchInbox } from '../request.client';
import { countReceived, type InboxRow, isLive, type Known, toRows } from './inbox-rows';

/**
 * Polls the list of requests while the page is visible, except those that can't change any more.
 * @param owned the account's requests when the server rendered the page
 */
export function useInboxes(kept: readonly NamedRequest[], owned: readonly OwnSecretRequestJson[]) {
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

  /** Fetches a request that was just changed here. */
  async function refresh(row: InboxRow): Promise<void> {
    const found = await fetchInbox(row.requestId, tokenOf(row)).catch(() => null);
    if (found !== null) setKnown((all) => new Map(all).set(row.requestId, found));
  }

  return { rows, isStale, latest, refresh };
}

/** The request's manage token; null: it belongs to the account. */
function tokenOf({ kept }: InboxRow): string | null {
  return kept?.manageToken ?? null;
}

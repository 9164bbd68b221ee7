/** The list of secret requests: those whose inbox links this browser has, and those of the account. */
import { useState } from 'react';
import { usePolled } from '#components/paste/receipt/use-poll';
import type { AnswerJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import type { KeptSecretRequest } from './kept/kept-secret-requests';
import { type FetchedInbox, fetchInbox } from './secret-request.client';

/** An inbox link, with what this browser knows besides. */
type InboxLink = Pick<KeptSecretRequest, 'requestId' | 'inboxKey'> & Partial<KeptSecretRequest>;

/**
 * Polls the list of requests, except those that can't change any more.
 * @param owned the account's requests when the server rendered the page
 * @returns the newest first; `latest`: the last request that got an answer while the page was open
 */
export function useInboxes(kept: readonly InboxLink[], owned: readonly OwnSecretRequestJson[] = []) {
  const [latest, setLatest] = useState<InboxRow | null>(null);
  const ids = new Set([...kept, ...owned].map(({ requestId }) => requestId));
  const links = [...ids].map((id) => ({
    id,
    own: kept.find(({ requestId }) => requestId === id),
    listed: owned.find(({ requestId }) => requestId === id),
  }));
  const { known, isStale, update } = usePolled(links, {
    ask: ({ id, own }) => fetchInbox(id, own?.inboxKey ?? null),
    isOver,
    callsBack: true,
    onNews(id, found) {
      const row = rows.find(({ requestId }) => requestId === id);
      if (row?.request && typeof found === 'object' && countReceived(found.request) > countReceived(row.request)) setLatest(row);
    },
  });
  const rows = links
    .map(({ id, own, listed }) => toRow(id, own, listed, known.get(id)))
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));

  /** Fetches a request that was just changed here. */
  async function refresh({ requestId, inboxKey }: InboxRow): Promise<void> {
    const found = await fetchInbox(requestId, inboxKey).catch(() => null);
    if (found !== null) update(requestId, () => found);
  }

  return { rows, isStale, latest, refresh };
}

/** The server's response about a request: `gone` when it no longer has the request, `refused` when this browser may not read it. */
type Known = FetchedInbox | 'gone' | 'refused';

/** Whether nothing can change any more: the request takes no answers, and has no unopened ones. */
const isOver = (found: Known): boolean =>
  typeof found === 'string' || (found.request.state !== 'open' && countWaiting(found.answers) === 0);

export type InboxRow = ReturnType<typeof toRow>;

function toRow(requestId: string, own: InboxLink | undefined, listed: OwnSecretRequestJson | undefined, found: Known | undefined) {
  const fetched = typeof found === 'object' ? found : null;
  const request = fetched?.request ?? listed ?? null;
  const { createdAt = '', expiresAt = '' } = request ?? own ?? {};
  return {
    requestId,
    label: fetched?.inbox?.label ?? own?.label ?? request?.label ?? '',
    createdAt,
    expiresAt,
    /** null: this browser doesn't have the inbox link. */
    inboxKey: own?.inboxKey ?? null,
    /** The request link and the private key; null without the inbox link, or not known yet. */
    link: fetched?.link ?? own?.link ?? null,
    privateKey: fetched?.inbox?.privateKey ?? null,
    /** null: not known yet, as the answers. */
    request,
    answers: fetched?.answers ?? null,
    problem: typeof found === 'string' ? found : null,
    isLive: found === undefined || !isOver(found),
  };
}

export function countWaiting(answers: readonly AnswerJson[] | null): number {
  return answers?.filter(({ state }) => state === 'created').length ?? 0;
}

export function countReceived({ maxAnswers, answersLeft }: OwnSecretRequestJson): number {
  return maxAnswers - answersLeft;
}

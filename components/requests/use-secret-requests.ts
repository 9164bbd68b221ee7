/** The list of secret requests: those whose inbox links this browser has, and those of the account. */
import { useMemo, useState } from 'react';
import { usePoll } from '#components/paste/receipt/use-poll';
import type { PrivateJwk } from '#lib/envelope/answer-keys';
import type { AnswerJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import type { KeptSecretRequest } from './kept/kept-secret-requests';
import { type FetchedInbox, fetchInbox } from './secret-request.client';

/** An inbox link, with what this browser knows besides. */
type InboxLink = Pick<KeptSecretRequest, 'requestId' | 'inboxKey'> & Partial<KeptSecretRequest>;

const NO_ACCOUNT: readonly OwnSecretRequestJson[] = [];

/**
 * Polls the list of requests, except those that can't change any more.
 * @param owned the account's requests when the server rendered the page
 */
export function useInboxes(kept: readonly InboxLink[], owned = NO_ACCOUNT) {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [isStale, setStale] = useState(false);
  /** The last request that got an answer while the page was open. */
  const [latest, setLatest] = useState<InboxRow | null>(null);

  const rows = useMemo(() => toRows(kept, owned, known), [kept, owned, known]);
  const watched = useMemo(() => rows.filter(isLive).map(({ requestId, inboxKey }) => ({ id: requestId, inboxKey })), [rows]);
  usePoll(watched, {
    ask: ({ id, inboxKey }) => fetchInbox(id, inboxKey),
    callsBack: true,
    onResponse(id, found) {
      setStale(false);
      const row = rows.find(({ requestId }) => requestId === id);
      if (row?.request && typeof found === 'object' && countReceived(found.request) > countReceived(row.request)) setLatest(row);
      setKnown((all) => new Map(all).set(id, found));
    },
    onSilence: () => setStale(true),
  });

  /** Fetches a request that was just changed here. */
  async function refresh({ requestId, inboxKey }: InboxRow): Promise<void> {
    const found = await fetchInbox(requestId, inboxKey).catch(() => null);
    if (found !== null) setKnown((all) => new Map(all).set(requestId, found));
  }

  return { rows, isStale, latest, refresh };
}

/** The server's response about a request: `gone` when it no longer has the request, `refused` when this browser may not read it. */
type Known = FetchedInbox | 'gone' | 'refused';

export interface InboxRow {
  requestId: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string;
  /** null: this browser doesn't have the inbox link. */
  inboxKey: string | null;
  /** The request link and the private key; null without the inbox link, or not known yet. */
  link: string | null;
  privateKey: PrivateJwk | null;
  /** null: not known yet. */
  request: OwnSecretRequestJson | null;
  /** null: not known yet. */
  answers: readonly AnswerJson[] | null;
  problem: 'gone' | 'refused' | null;
}

/** @param owned the account's requests when the server rendered the page @returns the newest first */
function toRows(kept: readonly InboxLink[], owned: readonly OwnSecretRequestJson[], known: ReadonlyMap<string, Known>): InboxRow[] {
  const ids = new Set([...kept, ...owned].map(({ requestId }) => requestId));
  const rows = [...ids].map((requestId): InboxRow => {
    const own = kept.find((request) => request.requestId === requestId);
    const found = known.get(requestId);
    const fetched = typeof found === 'object' ? found : null;
    const request = fetched?.request ?? owned.find((each) => each.requestId === requestId) ?? null;
    const { createdAt = '', expiresAt = '' } = request ?? own ?? {};
    return {
      requestId,
      label: fetched?.inbox?.label ?? own?.label ?? request?.label ?? '',
      createdAt,
      expiresAt,
      inboxKey: own?.inboxKey ?? null,
      link: fetched?.link ?? own?.link ?? null,
      privateKey: fetched?.inbox?.privateKey ?? null,
      request,
      answers: fetched?.answers ?? null,
      problem: typeof found === 'string' ? found : null,
    };
  });
  return rows.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Whether the row can still change: the request takes answers, or has unopened ones. */
export function isLive({ request, answers, problem }: InboxRow): boolean {
  if (problem !== null) return false;
  if (request === null || answers === null) return true;
  return request.state === 'open' || countWaiting(answers) > 0;
}

export function countWaiting(answers: readonly AnswerJson[] | null): number {
  return answers?.filter(({ state }) => state === 'created').length ?? 0;
}

export function countReceived({ maxAnswers, answersLeft }: OwnSecretRequestJson): number {
  return maxAnswers - answersLeft;
}

/** Makes React keys of each answer's time and its position among answers of that time: opening an answer removes its id. */
export function answerKeys(answers: readonly AnswerJson[]): string[] {
  const seen = new Map<string, number>();
  return answers
    .toReversed()
    .map(({ createdAt }) => {
      const before = seen.get(createdAt) ?? 0;
      seen.set(createdAt, before + 1);
      return `${createdAt} ${before}`;
    })
    .toReversed();
}

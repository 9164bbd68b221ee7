/** The list of secret requests: those whose keys this browser has, and those of the account. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { usePoll } from '#components/paste/receipt/use-poll';
import { serverNow } from '#lib/client/server-clock';
import type { AnswerJson, AnswerListJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import { forgetSecretRequest, listSecretRequests, type NamedSecretRequest } from './keys/secret-request-keys';
import { fetchInbox } from './secret-request.client';

/**
 * Polls the list of requests, except those that can't change any more.
 * @param owned the account's requests when the server rendered the page
 */
export function useInboxes(kept: readonly NamedSecretRequest[], owned: readonly OwnSecretRequestJson[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const [isStale, setStale] = useState(false);
  /** The last request that got an answer while the page was open. */
  const [latest, setLatest] = useState<InboxRow | null>(null);

  const rows = useMemo(() => toRows(kept, owned, known), [kept, owned, known]);
  const watched = useMemo(() => rows.filter(isLive).map((row) => ({ id: row.requestId, manageToken: tokenOf(row) })), [rows]);
  usePoll(watched, {
    ask: ({ id, manageToken }) => fetchInbox(id, manageToken),
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

/** null: not known yet; `unavailable` where the browser forbids it. */
type KeptSecretRequests = readonly NamedSecretRequest[] | 'unavailable' | null;

/** Reads the requests whose keys this browser has. */
export function useKeptSecretRequests() {
  const [kept, setKept] = useState<KeptSecretRequests>(null);

  async function refresh(): Promise<void> {
    setKept(await listSecretRequests(serverNow()).catch(() => 'unavailable' as const));
  }

  async function forget(thumbprint: string): Promise<void> {
    await forgetSecretRequest(thumbprint).catch(() => undefined);
    await refresh();
  }

  const look = useEffectEvent(() => void refresh());
  useEffect(() => {
    look();
    // Another tab may have made a request meanwhile.
    const lookAgain = () => {
      if (document.visibilityState === 'visible') look();
    };
    document.addEventListener('visibilitychange', lookAgain);
    return () => document.removeEventListener('visibilitychange', lookAgain);
  }, []);

  return { kept, refresh, forget };
}

/** The server's response about a request: `gone` when it no longer has the request, `refused` when this browser may not read it. */
type Known = AnswerListJson | 'gone' | 'refused';

export interface InboxRow {
  requestId: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string;
  /** null: this browser doesn't have the request's key. */
  kept: NamedSecretRequest | null;
  /** null: not known yet. */
  request: OwnSecretRequestJson | null;
  /** null: not known yet. */
  answers: readonly AnswerJson[] | null;
  problem: 'gone' | 'refused' | null;
}

/** @param owned the account's requests when the server rendered the page @returns the newest first */
function toRows(
  kept: readonly NamedSecretRequest[],
  owned: readonly OwnSecretRequestJson[],
  known: ReadonlyMap<string, Known>,
): InboxRow[] {
  const ids = new Set([...kept, ...owned].map(({ requestId }) => requestId));
  const rows = [...ids].map((requestId): InboxRow => {
    const key = kept.find((request) => request.requestId === requestId) ?? null;
    const found = known.get(requestId);
    const inbox = typeof found === 'object' ? found : null;
    const request = inbox?.request ?? owned.find((own) => own.requestId === requestId) ?? null;
    const { label, createdAt, expiresAt } = request ?? (key as NamedSecretRequest);
    const problem = typeof found === 'string' ? found : null;
    return { requestId, label, createdAt, expiresAt, kept: key, request, answers: inbox?.answers ?? null, problem };
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

/** The list of an asker: what this browser has the keys of, and what the account has, as one. */
import type { AnswerJson, AnswerListJson, OwnRequestJson } from '#lib/requests/request.schema';
import type { NamedRequest } from '../keys/request-keys.store';

/** What the server said of one: `gone` when it knows it no more, `refused` when it doesn't tell. */
export type Known = AnswerListJson | 'gone' | 'refused';

export interface InboxRow {
  requestId: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string;
  /** null: its key isn't in this browser. */
  kept: NamedRequest | null;
  /** null: not known yet. */
  request: OwnRequestJson | null;
  /** null: not known yet. */
  answers: readonly AnswerJson[] | null;
  problem: 'gone' | 'refused' | null;
}

/** @param owned the account's, as the server had them when it drew the page @returns the newest first */
export function toRows(kept: readonly NamedRequest[], owned: readonly OwnRequestJson[], known: ReadonlyMap<string, Known>): InboxRow[] {
  const ids = new Set([...kept, ...owned].map(({ requestId }) => requestId));
  const rows = [...ids].map((requestId): InboxRow => {
    const key = kept.find((request) => request.requestId === requestId) ?? null;
    const found = known.get(requestId);
    const inbox = typeof found === 'object' ? found : null;
    const request = inbox?.request ?? owned.find((own) => own.requestId === requestId) ?? null;
    const { label, createdAt, expiresAt } = request ?? (key as NamedRequest);
    const problem = typeof found === 'string' ? found : null;
    return { requestId, label, createdAt, expiresAt, kept: key, request, answers: inbox?.answers ?? null, problem };
  });
  return rows.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Whether anything can still change: it takes answers, or has some that wait. */
export function isLive({ request, answers, problem }: InboxRow): boolean {
  if (problem !== null) return false;
  if (request === null || answers === null) return true;
  return request.state === 'open' || countWaiting(answers) > 0;
}

export function countWaiting(answers: readonly AnswerJson[] | null): number {
  return answers?.filter(({ state }) => state === 'created').length ?? 0;
}

/** How many answers have come in all. */
export function countReceived({ maxAnswers, answersLeft }: OwnRequestJson): number {
  return maxAnswers - answersLeft;
}

/** A name for each that stays when it is opened, which takes its id, and when others come: the time, and which of that time. */
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

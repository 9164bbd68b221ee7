/** Merges the requests whose keys this browser has and those of the account into one list. */
import type { AnswerJson, AnswerListJson, OwnSecretRequestJson } from '#lib/requests/request.schema';
import type { NamedRequest } from '../keys/request-keys-store';

/** The server's response about a request: `gone` when it no longer has the request, `refused` when this browser may not read it. */
export type Known = AnswerListJson | 'gone' | 'refused';

export interface InboxRow {
  requestId: string;
  label: string;
  /** ISO 8601 */
  createdAt: string;
  expiresAt: string;
  /** null: this browser doesn't have the request's key. */
  kept: NamedRequest | null;
  /** null: not known yet. */
  request: OwnSecretRequestJson | null;
  /** null: not known yet. */
  answers: readonly AnswerJson[] | null;
  problem: 'gone' | 'refused' | null;
}

/** @param owned the account's requests when the server rendered the page @returns the newest first */
export function toRows(
  kept: readonly NamedRequest[],
  owned: readonly OwnSecretRequestJson[],
  known: ReadonlyMap<string, Known>,
): InboxRow[] {
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

/** Whether the row can still change: the request takes answers, or has unopened ones. */
export function isLive({ request, answers, problem }: InboxRow): boolean {
  if (problem !== null) return false;
  if (request === null || answers === null) return true;
  return request.state === 'open' || countWaiting(answers) > 0;
}

export function countWaiting(answers: readonly AnswerJson[] | null): number {
  return answers?.filter(({ state }) => state === 'created').length ?? 0;
}

/** The number of answers received so far. */
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

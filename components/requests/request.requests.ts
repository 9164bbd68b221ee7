import { AskLaterError } from '#components/paste/receipt/receipt.requests';
import type { AnswerListJson, CreatedRequestJson, RequestFields } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';

const DEFAULT_WAIT_SECONDS = 60;

/** Why no request was made. */
export type AskProblem =
  | { code: 'offline' | 'unreachable' | 'server-error' | 'key-needed' | 'store' | 'browser' }
  | { code: 'too-many'; waitSeconds: number }
  | { code: 'refused'; message: string };

export class AskError extends Error {
  override readonly name = 'AskError';
  constructor(readonly problem: AskProblem) {
    super(problem.code);
  }
}

export type NewRequest = Pick<RequestFields, 'publicKey' | 'label' | 'ttlSeconds' | 'maxAnswers'>;

const PATH = addressOf('/api/v1/requests');

const credentials = (manageToken: string | null): Record<string, string> =>
  manageToken === null ? {} : { 'X-Service-Manage-Token': manageToken };

/** @throws AskError */
export async function postRequest(request: NewRequest): Promise<CreatedRequestJson> {
  const response = await fetch(PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  }).catch(() => {
    throw new AskError({ code: navigator.onLine ? 'unreachable' : 'offline' });
  });
  const body = await response.text();
  if (!response.ok) throw new AskError(problemOf(response, body));
  return JSON.parse(body) as CreatedRequestJson;
}

/**
 * @param manageToken null: whoever is signed in
 * @returns `gone` when the server knows it no more, `refused` when it isn't theirs
 * @throws AskLaterError; TypeError when the server can't be reached
 */
export async function fetchInbox(requestId: string, manageToken: string | null): Promise<AnswerListJson | 'gone' | 'refused'> {
  const response = await fetch(`${PATH}/${requestId}/answers`, { headers: credentials(manageToken), cache: 'no-store' });
  const body = await response.text();
  if (response.ok) return JSON.parse(body) as AnswerListJson;
  if (response.status === 404) return 'gone';
  if (response.status === 401 || response.status === 403) return 'refused';
  throw new AskLaterError(Number(response.headers.get('Retry-After')) || DEFAULT_WAIT_SECONDS);
}

/** @returns whether it has ended, or isn't there */
export async function endRequest(requestId: string, manageToken: string | null, answers: 'keep' | 'delete'): Promise<boolean> {
  try {
    const response = await fetch(`${PATH}/${requestId}?answers=${answers}`, { method: 'DELETE', headers: credentials(manageToken) });
    await response.arrayBuffer();
    return response.ok || response.status === 404;
  } catch {
    return false;
  }
}

function problemOf({ status, headers }: Response, body: string): AskProblem {
  if (status === 429) return { code: 'too-many', waitSeconds: Number(headers.get('Retry-After')) || DEFAULT_WAIT_SECONDS };
  if (status === 401) return { code: 'key-needed' };
  return status < 500 ? { code: 'refused', message: detailIn(body) } : { code: 'server-error' };
}

function detailIn(body: string): string {
  try {
    const { details } = JSON.parse(body) as { details?: { message: string }[] };
    return details?.[0]?.message ?? '';
  } catch {
    return '';
  }
}

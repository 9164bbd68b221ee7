/**
 * The states of the page behind a manage link, and its requests: by the holder of a manage token, or by anybody for a paste
 * without one (`token` null).
 */
import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import * as endpoints from '#lib/client/operations.generated';

export type ManageProblem =
  | { code: 'wrong-token' | 'offline' | 'unreachable' | 'server-error' }
  | { code: 'too-many-requests'; waitSeconds: number };

interface HeldPaste {
  phase: 'held';
  /** null: the paste belongs to the account that is signed in. */
  token: string | null;
  expiresAt: string | null;
  /** A request is under way. */
  isWorking: boolean;
  problem: ManageProblem | null;
  isExtended: boolean;
}

export type ManageState =
  /** `opening`: the browser hasn't read the link's fragment yet. */
  | { phase: 'opening' }
  | { phase: 'no-token' }
  | HeldPaste
  /** The link is one of those that release readers, and does nothing else. */
  | { phase: 'releasing'; token: string }
  | { phase: 'deleted' | 'gone' };

export type ManageEvent =
  | { type: 'opened'; token: string | null; isOwner: boolean; expiresAt: string | null }
  | { type: 'release-opened'; token: string }
  | { type: 'started' }
  | RequestEnd;

export type RequestEnd =
  | { type: 'extended'; expiresAt: string | null }
  | { type: 'deleted' | 'gone' }
  | { type: 'failed'; problem: ManageProblem };

export function reduce(state: ManageState, event: ManageEvent): ManageState {
  const isWorking = state.phase === 'held' && state.isWorking;
  switch (event.type) {
    case 'opened':
      // The first read removes the fragment, so a later empty one changes nothing. Another pasted link does.
      if (event.token === null && (state.phase !== 'opening' || !event.isOwner))
        return state.phase === 'opening' ? { phase: 'no-token' } : state;
      return { phase: 'held', token: event.token, expiresAt: event.expiresAt, isWorking: false, problem: null, isExtended: false };
    case 'release-opened':
      return { phase: 'releasing', token: event.token };
    case 'started':
      return state.phase === 'held' && !isWorking ? { ...state, isWorking: true, problem: null, isExtended: false } : state;
    case 'extended':
      return isWorking ? { ...state, expiresAt: event.expiresAt, isWorking: false, isExtended: true } : state;
    case 'failed':
      return isWorking ? { ...state, isWorking: false, problem: event.problem } : state;
    case 'deleted':
    case 'gone':
      return { phase: event.type };
  }
}

export async function extendPaste(publicId: string, token: string | null, ttlSeconds: number): Promise<RequestEnd> {
  const input = { params: { publicId }, headers: { 'X-Service-Manage-Token': token }, body: { ttlSeconds } };
  return pageClient.call(endpoints.extendPaste, input).then(({ expiresAt }) => ({ type: 'extended', expiresAt }), failed);
}

/** @param readToken a reader's, for a paste that its readers may delete */
export async function deletePaste(publicId: string, token: string | null, readToken: string | null = null): Promise<RequestEnd> {
  const input = { params: { publicId }, headers: { 'X-Service-Manage-Token': token, 'X-Service-Read-Token': readToken } };
  return pageClient.call(endpoints.deletePaste, input).then(() => ({ type: 'deleted' }), failed);
}

function failed(error: unknown): RequestEnd {
  const problem = problemIn(error);
  return problem.status === 404 ? { type: 'gone' } : { type: 'failed', problem: manageProblem(problem) };
}

function manageProblem({ code, status, waitSeconds }: ApiProblem): ManageProblem {
  if (code === 'offline' || code === 'unreachable') return { code };
  if (status === 401 || status === 403) return { code: 'wrong-token' };
  return status === 429 ? { code: 'too-many-requests', waitSeconds } : { code: 'server-error' };
}

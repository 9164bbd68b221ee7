/**
 * Requests by the holder of a manage token, or by anybody for a paste without one (`token` null). Each returns the response
 * as an event.
 */
import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import * as endpoints from '#lib/client/operations.generated';
import type { ManageProblem, RequestEnd } from './manage-state';

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

/**
 * The requests that extend and delete a paste: by the holder of a manage token, or by anybody for a paste without one (`token` null).
 */
import { pageClient, problemIn } from '#components/client/page.client';
import { manageMessages as messages } from '#components/messages/manage';
import type { ApiProblem } from '#lib/client/api-problem';
import * as endpoints from '#lib/client/operations.generated';
import { formatTime, formatUnit } from '#lib/locales/format.rules';
import type { RequestEnd } from './use-manage';

export async function extendPaste(publicId: string, token: string | null, ttlSeconds: number): Promise<RequestEnd> {
  const input = { params: { publicId }, headers: { 'X-Service-Manage-Token': token }, body: { ttlSeconds } };
  return pageClient.call(endpoints.extendPaste, input).then(
    ({ expiresAt }) => ({
      type: 'extended',
      expiresAt,
      message: expiresAt === null ? '' : messages.extended(formatTime(new Date(expiresAt))),
    }),
    failed,
  );
}

/** @param readToken a reader's, for a paste that its readers may delete */
export async function deletePaste(publicId: string, token: string | null, readToken: string | null = null): Promise<RequestEnd> {
  const input = { params: { publicId }, headers: { 'X-Service-Manage-Token': token, 'X-Service-Read-Token': readToken } };
  return pageClient.call(endpoints.deletePaste, input).then(() => ({ type: 'deleted' }), failed);
}

function failed(error: unknown): RequestEnd {
  const problem = problemIn(error);
  return problem.status === 404 ? { type: 'gone' } : { type: 'failed', message: sentenceOf(problem) };
}

function sentenceOf({ code, status, waitSeconds }: ApiProblem): string {
  if (code === 'offline' || code === 'unreachable') return messages[code];
  if (status === 401 || status === 403) return messages['wrong-token'];
  return status === 429 ? messages.tooMany(formatUnit(waitSeconds, 'second')) : messages['server-error'];
}

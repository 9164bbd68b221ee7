/**
 * What the holder of a manage token may ask of the API, and anybody of a paste that has none (`token` null). Each
 * returns the event that the response stands for.
 */
import type { ExtendedPasteJson } from '#lib/pastes/paste.schema';
import { addressOf } from '#lib/site/address.rules';
import type { ManageProblem, RequestEnd } from './manage.state';

const DEFAULT_WAIT_SECONDS = 60;

export async function extendPaste(publicId: string, token: string | null, ttlSeconds: number): Promise<RequestEnd> {
  const body = JSON.stringify({ ttlSeconds });
  return request(`${publicId}/extend`, { method: 'POST', body }, token, null, ({ expiresAt }) => ({ type: 'extended', expiresAt }));
}

/** @param readToken of a reader, when the paste was created so that its readers may delete it */
export async function deletePaste(publicId: string, token: string | null, readToken: string | null = null): Promise<RequestEnd> {
  return request(publicId, { method: 'DELETE' }, token, readToken, () => ({ type: 'deleted' }));
}

async function request(
  path: string,
  init: RequestInit,
  token: string | null,
  readToken: string | null,
  onSuccess: (response: ExtendedPasteJson) => RequestEnd,
): Promise<RequestEnd> {
  const headers = {
    ...(token === null ? {} : { 'X-Service-Manage-Token': token }),
    ...(readToken === null ? {} : { 'X-Service-Read-Token': readToken }),
    'Content-Type': 'application/json',
  };
  try {
    const response = await fetch(addressOf(`/api/v1/pastes/${path}`), { ...init, headers });
    if (response.ok) return onSuccess(await response.json());
    if (response.status === 404) return { type: 'gone' };
    return { type: 'failed', problem: problemOf(response) };
  } catch {
    return { type: 'failed', problem: { code: navigator.onLine ? 'unreachable' : 'offline' } };
  }
}

function problemOf({ status, headers }: Response): ManageProblem {
  if (status === 401 || status === 403) return { code: 'wrong-token' };
  if (status === 429) return { code: 'too-many-requests', waitSeconds: Number(headers.get('Retry-After')) || DEFAULT_WAIT_SECONDS };
  return { code: 'server-error' };
}

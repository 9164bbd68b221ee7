import { apiKey } from '#components/client/api-key';
import { lostError, pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import { type ApiResponse, createClient } from '#lib/client/client';
import * as endpoints from '#lib/client/operations.generated';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { addressOf } from '#lib/site/address.rules';
import { EditorError, type Problem } from './editor-problem';

/** Milliseconds after which a server that says nothing counts as silent. */
export const SILENCE_MS = 15_000;

export interface Upload {
  onProgress(sentBytes: number, totalBytes: number): void;
  /** Aborts the upload; the promise then never settles. */
  signal: AbortSignal;
}

/** An XMLHttpRequest carries it, because `fetch` can't say how much was sent. */
export const uploadClient = createClient<ApiResponse, Upload>(
  ({ method, path, headers, body }, upload) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, addressOf(path));
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => upload?.onProgress(loaded, total));
      request.addEventListener('load', () => {
        const get = (name: string) => request.getResponseHeader(name);
        resolve({ status: request.status, headers: { get }, text: async () => request.responseText });
      });
      request.addEventListener('error', () => reject(lostError()));
      upload?.signal.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body);
    }),
);

/**
 * @param body JSON
 * @param idempotencyKey repeating it with the same body creates no second paste
 * @param needsAccount the page was rendered for a signed-in user: without a session the server must create nothing
 * @throws EditorError
 */
export async function sendPaste(body: Blob, idempotencyKey: string, upload: Upload, needsAccount: boolean): Promise<CreatedPasteJson> {
  const headers = { 'Idempotency-Key': idempotencyKey, 'X-Api-Key': apiKey(), 'X-Service-Account': needsAccount ? 'needed' : null };
  return uploadClient.call(endpoints.createPaste, { headers, body }, upload).catch((error: unknown) => {
    throw new EditorError(sendProblem(problemIn(error), needsAccount));
  });
}

/**
 * Deletes the paste created under this idempotency key, and prevents a late create under it.
 * @returns whether there was a paste
 * @throws EditorError when the server doesn't respond within SILENCE_MS
 */
export async function callOffPaste(idempotencyKey: string): Promise<boolean> {
  const input = { headers: { 'Idempotency-Key': idempotencyKey, 'X-Api-Key': apiKey() } };
  return pageClient.call(endpoints.callOffPaste, input, { signal: AbortSignal.timeout(SILENCE_MS) }).then(
    ({ deleted }) => deleted,
    () => {
      throw new EditorError({ code: 'outcome-unknown' });
    },
  );
}

/** Whether the server may have created the paste despite the problem. */
export function isUnsettling({ code }: Problem): boolean {
  return code === 'offline' || code === 'unreachable' || code === 'server-error' || code === 'outcome-unknown';
}

/** @param needsAccount see `sendPaste` */
export function sendProblem(problem: ApiProblem, needsAccount: boolean): Problem {
  const { code, status, waitSeconds, requestId, field, detail, message } = problem;
  if (code === 'offline' || code === 'unreachable') return { code };
  if (status === 413) return { code: 'too-large-for-server' };
  if (status === 429) return { code: 'too-many-requests', waitSeconds };
  if (status === 401) return { code: needsAccount ? 'signed-out' : 'key-needed' };
  if (status === 507) return { code: 'storage-full' };
  if (code === 'create_cancelled') return { code: 'called-off' };
  if (field === 'readableFrom') return { code: 'networks-refused', message: detail };
  if (code === 'validation' && field === 'recipient') return { code: 'recipient-wrong' };
  if (code === 'network') return { code: 'network-refused' };
  if (code === 'ttl_too_long') return { code: 'expiry-too-long' };
  if (status >= 400 && status < 500) return { code: 'refused', field: detail === '' ? '' : field, message: detail || message };
  return { code: 'server-error', requestId };
}

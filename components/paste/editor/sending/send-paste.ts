import { editorMessages } from '#components/messages/editor';
import type { ErrorCode } from '#lib/api/errors.rules';
import type { CreatedPasteJson } from '#lib/pastes/paste.schema';
import { addressOf } from '#lib/site/address.rules';
import { EditorError, type Problem } from '../model/editor.problem';

const DEFAULT_WAIT_SECONDS = 60;

/** Of a server that says nothing, in ms. */
export const SILENCE_MS = 15_000;

const PATH = addressOf('/api/v1/pastes');

/**
 * By XMLHttpRequest, because `fetch` can't say how much was sent.
 * @param idempotencyKey sent again with the same body, it makes no second paste
 * @param signal ends it; the promise then never settles
 * @param needsAccount who writes believes to be signed in: without a session the server is to make nothing
 * @throws EditorError
 */
export function sendPaste(
  body: Blob,
  idempotencyKey: string,
  onProgress: (sentBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
  needsAccount: boolean,
): Promise<CreatedPasteJson> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.setRequestHeader('Content-Type', 'application/json');
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    if (needsAccount) request.setRequestHeader('X-Service-Account', 'needed');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => {
      if (request.status === 201 && request.response) resolve(request.response as CreatedPasteJson);
      else reject(new EditorError(problemOf(request, needsAccount)));
    });
    request.addEventListener('error', () => reject(new EditorError({ code: navigator.onLine ? 'unreachable' : 'offline' })));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/**
 * Deletes what a request with this key has made, and lets it make nothing any more.
 * @returns whether there was something
 * @throws EditorError when the server doesn't say so in SILENCE_MS
 */
export async function callOffPaste(idempotencyKey: string): Promise<boolean> {
  try {
    const response = await fetch(PATH, {
      method: 'DELETE',
      headers: { 'Idempotency-Key': idempotencyKey },
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    if (response.ok) return ((await response.json()) as { deleted: boolean }).deleted;
  } catch {
    // As below.
  }
  throw new EditorError({ code: 'outcome-unknown' });
}

/** Whether the server may have made the paste all the same. */
export function isUnsettling({ code }: Problem): boolean {
  return code === 'offline' || code === 'unreachable' || code === 'server-error' || code === 'outcome-unknown';
}

function problemOf(request: XMLHttpRequest, needsAccount: boolean): Problem {
  const { status } = request;
  if (status === 413) return { code: 'too-large-for-server' };
  if (status === 429)
    return { code: 'too-many-requests', waitSeconds: Number(request.getResponseHeader('Retry-After')) || DEFAULT_WAIT_SECONDS };
  if (status === 401) return { code: needsAccount ? 'signed-out' : 'key-needed' };
  if (status === 507) return { code: 'storage-full' };
  if ((request.response as ErrorBody | null)?.code === 'create_cancelled') return { code: 'called-off' };
  if (status >= 400 && status < 500) return { code: 'refused', message: messageOf(request.response) };
  return { code: 'server-error', requestId: request.getResponseHeader('X-Request-Id') };
}

interface ErrorBody {
  error?: string;
  code?: ErrorCode;
  details?: { path: string[]; message: string }[];
}

function messageOf(body: ErrorBody | null): string {
  const [detail] = body?.details ?? [];
  if (!detail) return body?.error ?? '';
  const [field = ''] = detail.path;
  const name = Object.hasOwn(editorMessages.fields, field) ? editorMessages.fields[field as keyof typeof editorMessages.fields] : field;
  if (body?.code === 'ttl_too_long') return editorMessages.problems.tooLong(name);
  return name === '' ? detail.message : `${name}: ${detail.message}`;
}

import { ComposeError, type Problem } from './compose.problem';

/** The 201 of POST /api/v1/pastes. */
export interface CreatedAnswer {
  publicId: string;
  url: string;
  expiresAt: string | null;
  isE2ee: boolean;
  manageToken?: string;
}

const DEFAULT_WAIT_SECONDS = 60;

/**
 * By XMLHttpRequest, because `fetch` can't say how much was sent.
 * @param signal ends it; the promise then never settles
 * @throws ComposeError
 */
export function sendPaste(
  body: Blob,
  onProgress: (sentBytes: number, totalBytes: number) => void,
  signal: AbortSignal,
): Promise<CreatedAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/v1/pastes');
    request.setRequestHeader('Content-Type', 'application/json');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total));
    request.addEventListener('load', () => {
      if (request.status === 201 && request.response) resolve(request.response as CreatedAnswer);
      else reject(new ComposeError(problemOf(request)));
    });
    request.addEventListener('error', () => reject(new ComposeError({ code: navigator.onLine ? 'unreachable' : 'offline' })));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function problemOf(request: XMLHttpRequest): Problem {
  const { status } = request;
  if (status === 413) return { code: 'too-large-for-server' };
  if (status === 429)
    return { code: 'too-many-requests', waitSeconds: Number(request.getResponseHeader('Retry-After')) || DEFAULT_WAIT_SECONDS };
  if (status === 401) return { code: 'key-needed' };
  if (status === 507) return { code: 'storage-full' };
  if (status >= 400 && status < 500) return { code: 'refused', message: messageOf(request.response) };
  return { code: 'server-error', requestId: request.getResponseHeader('X-Request-Id') };
}

function messageOf(answer: { error?: string; details?: { path: string[]; message: string }[] } | null): string {
  const [detail] = answer?.details ?? [];
  return detail ? `${detail.path.join('.')} ${detail.message}`.trim() : (answer?.error ?? '');
}

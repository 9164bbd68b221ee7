import type { ShownRequest } from './curl';

export interface SentResponse {
  status: number;
  statusText: string;
  durationMs: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** At most MAX_SHOWN_CHARACTERS of the body; JSON is indented. */
  body: string;
  bodyCharacters: number;
}

/** Showing more would make the page slow. */
export const MAX_SHOWN_CHARACTERS = 100_000;

/** @throws what `fetch` throws when there is no response */
export async function sendRequest({ method, url, headers, body }: ShownRequest): Promise<SentResponse> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    cache: 'no-store',
    redirect: 'error',
    // With a key the request needs no cookie; without a key it uses the session.
    credentials: 'X-Api-Key' in headers ? 'omit' : 'same-origin',
    ...(body === null ? {} : { body }),
  });
  const text = await response.text();
  const durationMs = Math.round(performance.now() - startedAt);
  const { status, statusText } = response;
  const shown = text.length > MAX_SHOWN_CHARACTERS ? text.slice(0, MAX_SHOWN_CHARACTERS) : indented(text);
  return { status, statusText, durationMs, headers: [...response.headers], body: shown, bodyCharacters: text.length };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

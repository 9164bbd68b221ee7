/** Fetches the stored content of a paste and reports progress. */
import { pageClient, problemIn } from '#components/client/page.client';
import { readContent } from '#lib/client/operations.generated';
import { READS_LEFT_HEADER } from '#lib/pastes/paste.rules';
import { OWN_VIEW, OWN_VIEW_HEADER } from '#lib/pastes/reading/own-view.rules';
import { FIRST_SLICE_CHARACTERS, SLICE_CHARACTERS } from '../model/view-limits';
import { problemOfRequest, ReadError } from '../model/view-problems';
import type { ViewEvent } from '../model/view-state';

/** Smaller responses are read at once, without progress. */
const WHOLE_MAX_BYTES = 256 * 1024;
/** The page renders each report of progress. */
const PROGRESS_EVERY_MS = 100;

export async function request(
  { publicId, claim, isOwn, apiKey }: { publicId: string; claim?: string; isOwn?: boolean; apiKey: string | null },
  send: (event: ViewEvent) => void,
): Promise<ReadableStream<Uint8Array>> {
  const headers = { 'X-Service-Claim': claim, [OWN_VIEW_HEADER]: isOwn ? OWN_VIEW : null, 'X-Api-Key': apiKey };
  const { response } = await pageClient.open(readContent, { params: { publicId }, headers }).catch((error: unknown) => {
    throw new ReadError(problemOfRequest(problemIn(error)));
  });
  const readsLeft = response.headers.get(READS_LEFT_HEADER);
  if (readsLeft !== null && /^\d{1,4}$/.test(readsLeft)) send({ kind: 'counted', readsLeft: Number(readsLeft) });
  if (!response.body) throw new ReadError('server-error');
  // Chromium sometimes reports a request as aborted although its stream was read to the end. A small response needs no
  // stream.
  const bytes = Number(response.headers.get('Content-Length') ?? Number.POSITIVE_INFINITY);
  return bytes > WHOLE_MAX_BYTES ? response.body : (new Response(await response.arrayBuffer()).body ?? response.body);
}

export async function sendStream(body: ReadableStream<Uint8Array>, send: (event: ViewEvent) => void): Promise<void> {
  let slice = '';
  let sliceCharacters = FIRST_SLICE_CHARACTERS;
  for await (const piece of textOf(body, send)) {
    slice += piece;
    if (slice.length < sliceCharacters) continue;
    send({ kind: 'text', slice, isLast: false });
    slice = '';
    sliceCharacters = SLICE_CHARACTERS;
  }
  send({ kind: 'text', slice, isLast: true });
}

export async function readAll(body: ReadableStream<Uint8Array>, send: (event: ViewEvent) => void): Promise<string> {
  let text = '';
  for await (const piece of textOf(body, send)) text += piece;
  return text;
}

/** The pieces of a text as they arrive, with its byte order mark. The stream is read by hand, since Safari can't iterate it. */
async function* textOf(body: ReadableStream<Uint8Array>, send: (event: ViewEvent) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const reader = body.getReader();
  let receivedBytes = 0;
  let saidAt = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    yield decoder.decode(value, { stream: true });
    receivedBytes += value.length;
    if (performance.now() - saidAt < PROGRESS_EVERY_MS) continue;
    saidAt = performance.now();
    send({ kind: 'progress', receivedBytes });
  }
  yield decoder.decode();
}

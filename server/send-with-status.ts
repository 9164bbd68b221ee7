import type { ServerResponse } from 'node:http';
import type { Reply } from '#lib/http/reply';

/** The value that the API sends, too. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** Headers by which a page describes itself. */
const OF_THE_OTHER_PAGE = ['Content-Length', 'ETag', 'Link'];

/**
 * Passes each call on unchanged except for its status; the types can't express the overloads.
 * @param failedPage what is sent instead of the whole response from status 500 on; null: nothing else
 */
export function sendWithStatus(
  outgoing: ServerResponse,
  statusFor: (status: number) => number,
  failedPage: ((status: number) => Reply) | null,
): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = (asked: number, ...rest: unknown[]) => {
    const status = outgoing.headersSent ? asked : statusFor(asked);
    if (status === 503 && asked !== status) outgoing.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    if (status < 500 || outgoing.headersSent || !failedPage) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    const { headers = {}, body } = failedPage(status);
    for (const name of OF_THE_OTHER_PAGE) outgoing.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    Reflect.apply(writeHead, outgoing, [status]);
    outgoing.end(body);
    // The rest of the other page is dropped.
    return Object.assign(outgoing, { write: () => true, end: () => outgoing });
  };
}

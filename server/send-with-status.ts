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
  const { writeHead, write, end } = outgoing;
  let isReplaced = false;

  outgoing.writeHead = (asked: number, ...rest: unknown[]) => {
    const status = outgoing.headersSent ? asked : statusFor(asked);
    if (status === 503 && asked !== status) outgoing.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    if (status < 500 || outgoing.headersSent || !failedPage) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    isReplaced = true;
    const { headers = {}, body } = failedPage(status);
    const asIs = rest.find((one) => typeof one === 'object') ?? {};
    for (const [name, value] of Object.entries(asIs)) outgoing.setHeader(name, value);
    for (const name of OF_THE_OTHER_PAGE) outgoing.removeHeader(name);
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    Reflect.apply(writeHead, outgoing, [status]);
    return Reflect.apply(end, outgoing, [body]);
  };

  /** Decides before Node writes the headers of itself in the middle of a call, and drops what belongs to a replaced page. */
  const unlessReplaced =
    <Result>(original: (...args: never[]) => Result, dropped: Result) =>
    (...args: unknown[]): Result => {
      if (!isReplaced && !outgoing.headersSent && statusFor(outgoing.statusCode) >= 500) outgoing.writeHead(outgoing.statusCode);
      return isReplaced ? dropped : Reflect.apply(original, outgoing, args);
    };
  Object.assign(outgoing, { write: unlessReplaced(write, true), end: unlessReplaced(end, outgoing) });
}

import type { ServerResponse } from 'node:http';

/** The value that the API sends, too. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/**
 * Passes each call on unchanged except for its status; the types can't express the overloads.
 * @param sendFailed sends a page of its own for a status from 500 on, by calling `writeHead`; absent: there is none
 */
export function sendWithStatus(
  outgoing: ServerResponse,
  statusFor: (status: number) => number,
  sendFailed?: (status: number, writeHead: () => void) => void,
): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = (asked: number, ...rest: unknown[]) => {
    const status = outgoing.headersSent ? asked : statusFor(asked);
    if (status === 503 && asked !== status) outgoing.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    if (status < 500 || outgoing.headersSent || !sendFailed) return Reflect.apply(writeHead, outgoing, [status, ...rest]);
    sendFailed(status, () => Reflect.apply(writeHead, outgoing, [status]));
    return outgoing;
  };
}

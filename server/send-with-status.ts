import type { ServerResponse } from 'node:http';

/** The value that the API sends, too. */
const UNAVAILABLE_RETRY_SECONDS = 5;

/** Passes each call on unchanged except for its status; the types can't express the overloads. */
export function sendWithStatus(outgoing: ServerResponse, statusFor: (status: number) => number): void {
  const { writeHead } = outgoing;
  outgoing.writeHead = (asked: number, ...rest: unknown[]) => {
    const status = outgoing.headersSent ? asked : statusFor(asked);
    if (status === 503 && asked !== status) outgoing.setHeader('Retry-After', String(UNAVAILABLE_RETRY_SECONDS));
    return Reflect.apply(writeHead, outgoing, [status, ...rest]);
  };
}

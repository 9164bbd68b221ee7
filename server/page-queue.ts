/**
 * Renders a few pages at a time: a page takes milliseconds of processor time, so more at once are not faster, but each
 * takes memory while it waits.
 *
 * Guarantees: at most `MAX_AT_ONCE` pages are rendered at a time, at most `MAX_WAITING` wait, in the order in which they
 * came; more are refused at once. A page counts until its first byte is sent: a slow reader keeps nobody else waiting.
 * A page whose reader has left, or was told to come again, isn't rendered.
 */
import type { ServerResponse } from 'node:http';
import pLimit from 'p-limit';

/** More than one, because a page that waits for the database leaves the processor to others. */
export const MAX_AT_ONCE = 8;
/** About five seconds of work for one core. The default of HTTP_MAX_REQUESTS is higher, which leaves places for the API. */
export const MAX_WAITING = 400;

export function createPageQueue() {
  const limit = pLimit(MAX_AT_ONCE);
  return {
    /** @param render ends with the response @returns resolves when the next may be rendered; null: too many wait, nothing is rendered */
    enter(outgoing: ServerResponse, render: () => Promise<void>): Promise<void> | null {
      if (limit.pendingCount >= MAX_WAITING) return null;
      return limit(async () => (isGone(outgoing) ? undefined : untilFirstByte(outgoing, render)));
    },
  };
}

/** Whether the reader has left, or the response was refused. */
const isGone = ({ destroyed, writableEnded }: ServerResponse): boolean => destroyed || writableEnded;

function untilFirstByte(outgoing: ServerResponse, render: () => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const { writeHead } = outgoing;
    outgoing.writeHead = (...head: unknown[]) => {
      resolve();
      return Reflect.apply(writeHead, outgoing, head);
    };
    outgoing.once('close', resolve);
    void render().finally(resolve);
  });
}

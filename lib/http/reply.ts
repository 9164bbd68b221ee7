import type { RequestContext } from './context';

/** What a handler answers; the host makes the one `Response` of it, with the headers every answer has. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array | AsyncIterable<Uint8Array> | null;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/**
 * @param headers headers of every answer; the reply's are added to it
 * @param onError told when a streamed body breaks off; the connection is then ended, so that the client sees a broken answer
 */
export function toResponse(
  reply: Reply,
  headers: Record<string, string>,
  context: RequestContext,
  onError: (error: unknown) => void,
): Response {
  // A plain object: the fastest form for the host, which then makes no Headers of it.
  for (const name in reply.headers) headers[name] = reply.headers[name] as string;
  const { status, body } = reply;
  if (body === null || typeof body === 'string' || body instanceof Uint8Array)
    return new Response(body as BodyInit | null, { status, headers });
  return new Response(streamOf(body, context, onError), { status, headers });
}

function streamOf(
  source: AsyncIterable<Uint8Array>,
  context: RequestContext,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await iterator.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        onError(error);
        if (!context.abort) return controller.error(error);
        context.abort();
        controller.close();
      }
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

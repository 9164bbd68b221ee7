/**
 * JSON-RPC 2.0 on lines, for one client.
 *
 * Guarantees: nothing but messages is written, one a line. A line that is no request gets an error, and ends nothing. A line
 * larger than the limit is not kept in memory. A call that was cancelled gets no response.
 */

/** The largest text that a paste takes, with room for what JSON escapes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_CALLS = 16;
const NEWLINE = 10;

export const CODE = {
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
  busy: -32000,
} as const;

/** An error that the client gets. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export type Params = Record<string, unknown>;

export interface Call {
  method: string;
  params: Params;
  /** Aborted when the client cancels the call, or leaves. */
  signal: AbortSignal;
  /** Asks the client. @throws when it responds with an error */
  ask(method: string, params: Params): Promise<unknown>;
  /** Called once the client has the result. */
  afterwards(action: () => Promise<void>): void;
}

/** @returns the result @throws RpcError */
export type Handler = (call: Call) => Promise<unknown>;

/**
 * Serves calls until the input ends.
 * @param write writes a line, and returns when it is out
 */
export async function serveLines(input: AsyncIterable<Buffer>, write: (line: string) => Promise<void>, handle: Handler): Promise<void> {
  const calls = new Map<unknown, AbortController>();
  const running = new Set<Promise<void>>();
  const asked = new Map<string, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let askedSoFar = 0;

  const send = (message: Params) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const refuse = (id: unknown, { code, message, data }: RpcError) => send({ id, error: { code, message, data } });

  function ask(method: string, params: Params, signal: AbortSignal): Promise<unknown> {
    const id = `ask-${++askedSoFar}`;
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      void send({ id, method, params });
    }).finally(() => asked.delete(id));
  }

  async function call(id: unknown, method: string, params: Params): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const actions: (() => Promise<void>)[] = [];
    calls.set(id, controller);
    try {
      const result = await handle({
        method,
        params,
        signal,
        ask: (what, withParams) => ask(what, withParams, signal),
        afterwards: (action) => void actions.push(action),
      });
      if (signal.aborted) return;
      await send({ id, result });
      for (const action of actions) await action();
    } catch (error) {
      // An unexpected message could quote a secret.
      if (!signal.aborted) await refuse(id, error instanceof RpcError ? error : new RpcError(CODE.internal, 'Unexpected error'));
    } finally {
      calls.delete(id);
    }
  }

  async function receive(line: Buffer | null): Promise<void> {
    if (line === null) return refuse(null, new RpcError(CODE.invalidRequest, `A message has at most ${MAX_LINE_BYTES} bytes`));
    let message: unknown;
    try {
      message = JSON.parse(line.toString('utf8'));
    } catch {
      return refuse(null, new RpcError(CODE.parse, 'This line is no JSON'));
    }
    if (!isRecord(message) || message.jsonrpc !== '2.0') return refuse(null, new RpcError(CODE.invalidRequest, 'This is no JSON-RPC 2.0'));
    const { id, method, params = {}, result, error } = message;
    if (typeof method !== 'string') {
      const waiting = asked.get(id as string);
      if (waiting === undefined) return;
      if (error === undefined) return waiting.resolve(result);
      return waiting.reject(new RpcError(CODE.internal, 'The client refused'));
    }
    if (id === undefined) {
      if (method === 'notifications/cancelled' && isRecord(params)) calls.get(params.requestId)?.abort();
      return;
    }
    const isId = typeof id === 'string' || typeof id === 'number';
    if (!isId || calls.has(id)) return refuse(isId ? id : null, new RpcError(CODE.invalidRequest, 'A request has an id of its own'));
    if (!isRecord(params)) return refuse(id, new RpcError(CODE.invalidParams, 'Expected an object as params'));
    if (calls.size === MAX_CALLS) return refuse(id, new RpcError(CODE.busy, `At most ${MAX_CALLS} calls run at once`));
    const ended = call(id, method, params).finally(() => running.delete(ended));
    running.add(ended);
  }

  for await (const line of linesOf(input)) await receive(line);
  for (const controller of calls.values()) controller.abort();
  await Promise.all(running);
}

export const isRecord = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns each line that isn't empty; null for one that is too large */
async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (let rest of input) {
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      bytes += end;
      if (bytes > MAX_LINE_BYTES) yield null;
      else if (bytes > 0) yield Buffer.concat([...pieces, rest.subarray(0, end)]);
      [pieces, bytes] = [[], 0];
      rest = rest.subarray(end + 1);
    }
    bytes += rest.length;
    if (bytes > MAX_LINE_BYTES) pieces = [];
    else pieces.push(rest);
  }
}

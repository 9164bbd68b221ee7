import { describe, expect, it } from 'vitest';
import { CODE, type Handler, serveLines } from './json-rpc';

type Message = Record<string, unknown> & { id?: unknown };

/** Sends pieces of input, each once all before it were taken. @returns what was said */
async function serve(pieces: readonly (string | Buffer | (() => Promise<unknown>))[], handle: Handler): Promise<Message[]> {
  const said: Message[] = [];
  async function* input() {
    for (const piece of pieces) {
      if (typeof piece === 'function') await piece();
      else yield Buffer.from(piece);
    }
  }
  await serveLines(input(), async (line) => void said.push(JSON.parse(line)), handle);
  return said;
}
const request = (id: unknown, method = 'echo', params: unknown = {}) => `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
const cancel = (requestId: unknown) => `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`;
const echo: Handler = async ({ params }) => params;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a line', () => {
  it('is a message, wherever the input is cut', async () => {
    const bytes = Buffer.from(`\n${request(1, 'echo', { text: 'é\u{1f600}' })}\n${request('2')}`);
    for (const length of [1, 2, 5, 1000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
        bytes.subarray(index * length, (index + 1) * length),
      );
      expect(await serve([...pieces, tick], echo)).toEqual([
        { jsonrpc: '2.0', id: 1, result: { text: 'é\u{1f600}' } },
        { jsonrpc: '2.0', id: '2', result: {} },
      ]);
    }
  });

  it('that is too large gets an error, and the next one a response', async () => {
    const pieces = [...Array(17).fill('x'.repeat(1024 * 1024)), `\n${request(1)}`, tick];
    expect((await serve(pieces, echo)).map(({ id, error }) => [id, (error as { code?: number })?.code])).toEqual([
      [null, CODE.invalidRequest],
      [1, undefined],
    ]);
  });
});

describe('a call', () => {
  const waiting: Handler = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });

  it('that was cancelled, or whose client left, gets no response', async () => {
    expect(await serve([request(1), request(2), cancel(1), cancel(3), tick], waiting)).toEqual([]);
  });

  it('whose id is in use, or that is one too many, is refused', async () => {
    const ids = [1, 1, ...Array.from({ length: 16 }, (_, index) => index + 2)];
    const said = await serve(
      ids.map((id) => request(id)),
      waiting,
    );
    expect(said.map(({ id, error }) => [id, (error as { code: number }).code])).toEqual([
      [1, CODE.invalidRequest],
      [17, CODE.busy],
    ]);
  });

  it('that fails unexpectedly does not say why: that could quote a secret', async () => {
    const said = await serve([request(1), tick], async () => {
      throw new Error('S3CRET');
    });
    expect(said).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: CODE.internal, message: 'Unexpected error' } }]);
  });

  it('that asks the client gets its response', async () => {
    const handle: Handler = ({ ask }) => ask('elicitation/create', { message: 'May I?' });
    const response = `${JSON.stringify({ jsonrpc: '2.0', id: 'ask-1', result: { action: 'accept' } })}\n`;
    expect(await serve([request(1), tick, response, tick], handle)).toEqual([
      { jsonrpc: '2.0', id: 'ask-1', method: 'elicitation/create', params: { message: 'May I?' } },
      { jsonrpc: '2.0', id: 1, result: { action: 'accept' } },
    ]);
  });

  it('does what follows only after its result is out', async () => {
    const order: string[] = [];
    const handle: Handler = async ({ afterwards }) => {
      afterwards(async () => void order.push('afterwards'));
      return 'result';
    };
    async function* input() {
      yield Buffer.from(request(1));
      await tick();
    }
    await serveLines(input(), async () => void order.push('sent'), handle);
    expect(order).toEqual(['sent', 'afterwards']);
  });
});

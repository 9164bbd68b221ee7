import { afterEach, describe, expect, it, vi } from 'vitest';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { OWN_VIEW_HEADER } from '#lib/pastes/reading/own-view.rules';
import type { ViewEvent } from '../model/view-state';
import { createReader, type ReaderCommand } from './reader';

afterEach(() => vi.unstubAllGlobals());

/** Responds to every request with these bytes, a few at a time. */
function serve(text: string, status = 200) {
  const bytes = new TextEncoder().encode(text);
  const fetchStub = vi.fn(async (_url: string, _init: RequestInit) => {
    let from = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (from >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(from, from + 1_000));
        from += 1_000;
      },
    });
    return new Response(body, { status });
  });
  vi.stubGlobal('fetch', fetchStub);
  return fetchStub;
}

/** Runs commands one after another, each to its end, and collects the events. */
async function run(...commands: ReaderCommand[]): Promise<ViewEvent[]> {
  const events: ViewEvent[] = [];
  let settle = () => {};
  const read = createReader((event) => {
    events.push(event);
    if (/^(failed|password|whole)$/.test(event.kind) || (event.kind === 'text' && event.isLast)) settle();
  });
  for (const command of commands) {
    const isDone = new Promise<void>((resolve) => (settle = resolve));
    read(command);
    await isDone;
  }
  return events;
}

const FETCH = { kind: 'fetch', publicId: 'x', apiKey: null, isE2ee: false, isEnvelope: false, key: '' } as const satisfies ReaderCommand;

const textOf = (events: ViewEvent[]) =>
  events.flatMap((event) => (event.kind === 'text' ? [event.slice] : event.kind === 'whole' ? event.text.slices : [])).join('');

describe('the reader', () => {
  it('passes a text on in slices that never cut a character', async () => {
    const text = 'ä€😀\n'.repeat(40_000);
    serve(text);
    const events = await run(FETCH);
    expect(textOf(events) === text).toBe(true);
    expect(events.filter(({ kind }) => kind === 'text').length).toBeGreaterThan(1);
    for (const event of events) if (event.kind === 'text') expect(event.slice.isWellFormed()).toBe(true);
  });

  it('says of a paste of one’s own that fetching it is no view, of others nothing', async () => {
    for (const isOwn of [true, false]) {
      const fetchStub = serve('text');
      await run({ ...FETCH, isOwn });
      expect(new Headers((fetchStub.mock.calls[0] as [string, RequestInit])[1].headers).get(OWN_VIEW_HEADER)).toBe(isOwn ? 'own' : null);
    }
  });

  it.each([
    [404, 'gone'],
    [429, 'rate-limited'],
    [500, 'server-error'],
    [503, 'server-error'],
  ])('calls status %i %s', async (status, problem) => {
    serve('{}', status);
    expect(await run(FETCH)).toEqual([{ kind: 'failed', problem }]);
  });

  it('calls a failing network offline', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await run(FETCH)).toEqual([{ kind: 'failed', problem: 'offline' }]);
  });

  it('fetches an envelope once, however many passwords are tried, and sends no key', async () => {
    const { envelope, key } = await sealPaste({ content: 'hello', title: 'Title' }, { password: 'right' });
    const fetchStub = serve(envelope);
    const fetching = { ...FETCH, isE2ee: true, isEnvelope: true, key };
    const events = await run(fetching, { kind: 'password', password: 'wrong' }, { kind: 'password', password: 'right' });
    expect(events.filter(({ kind }) => kind === 'password')).toEqual([
      { kind: 'password', attempt: 'none' },
      { kind: 'password', attempt: 'wrong' },
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'whole', text: { slices: ['hello'] }, title: 'Title', syntax: 'plaintext' });
    expect(fetchStub).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(fetchStub.mock.calls)).not.toContain(key);
  });

  it('fetches with the claim of a burn paste, and without one otherwise', async () => {
    const fetchStub = serve('text');
    await run(FETCH, { ...FETCH, claim: 'mine' });
    expect(fetchStub.mock.calls).toEqual([
      ['/raw/x', { method: 'GET', headers: {}, cache: 'no-store' }],
      ['/raw/x', { method: 'GET', headers: { 'X-Service-Claim': 'mine' }, cache: 'no-store' }],
    ]);
  });

  it('opens fetched content with the password given before', async () => {
    const { envelope, key } = await sealPaste({ content: 'hello' }, { password: 'right' });
    serve(envelope);
    const events = await run({ ...FETCH, isE2ee: true, isEnvelope: true, key, password: 'right' });
    expect(events.map(({ kind }) => kind)).not.toContain('password');
    expect(textOf(events)).toBe('hello');
  });

  it('leaves a text its byte order mark', async () => {
    const text = '\uFEFFone\ntwo';
    vi.stubGlobal('fetch', async () => new Response(text, { headers: { 'Content-Length': String(Buffer.byteLength(text)) } }));
    expect(textOf(await run(FETCH))).toBe(text);
  });

  it('says that the network failed when a text ends before its end', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('begin')),
      pull: (controller) => controller.error(new TypeError('network error')),
    });
    vi.stubGlobal('fetch', async () => new Response(body));
    expect((await run(FETCH)).at(-1)).toEqual({ kind: 'failed', problem: 'offline' });
  });

  it('tries no password while there is nothing to open', () => {
    const send = vi.fn();
    createReader(send)({ kind: 'password', password: 'x' });
    expect(send).not.toHaveBeenCalled();
  });

  it('hands out the ciphertext that it could not open', async () => {
    const { envelope } = await sealPaste({ content: 'hello' });
    const opening = { kind: 'open', envelope, isEnvelope: true, key: 'A'.repeat(43) } as const;
    expect(await run(opening)).toEqual([{ kind: 'failed', problem: 'wrong-key', ciphertext: envelope }]);
  });

  it('takes a text with a cut envelope for damaged, any other for foreign', async () => {
    const opening = { kind: 'open', envelope: 'not an envelope', key: 'A'.repeat(43) } as const;
    expect(await run({ ...opening, isEnvelope: true })).toMatchObject([{ problem: 'damaged' }]);
    expect(await run({ ...opening, isEnvelope: false })).toMatchObject([{ problem: 'foreign' }]);
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { memoryStorage } from '../testing/memory-storage';
import { expiriesWithin } from './compose.expiry';
import { ComposeError } from './compose.problem';
import type { ComposeState } from './compose.state';
import { type ComposeDeps, createCompose } from './compose.store';
import { MAX_DRAFT_BYTES } from './draft-storage';

const ANSWER = { publicId: 'id', url: 'https://a.example/base/view/id', expiresAt: null, isE2ee: true, manageToken: 'token' };

let calls: { call: string; input: unknown }[];
let answers: Record<string, () => Promise<unknown>>;
let send: ReturnType<typeof vi.fn<ComposeDeps['send']>>;
let remember: ReturnType<typeof vi.fn<ComposeDeps['remember']>>;
let stop: ReturnType<typeof vi.fn<() => void>>;

beforeEach(() => {
  calls = [];
  answers = {
    seal: async () => ({ body: new Blob(['body']), key: 'key' }),
    inspect: async () => ({ beginning: 'b', syntax: 'rust' }),
    hold: async () => ({ content: new Blob(['x']), beginning: 'x', syntax: 'plaintext' }),
    guess: async () => ({ syntax: 'go' }),
  };
  send = vi.fn<ComposeDeps['send']>(async () => ANSWER);
  remember = vi.fn<ComposeDeps['remember']>();
  stop = vi.fn<() => void>();
  vi.stubGlobal('location', { hash: '', pathname: '/' });
  vi.stubGlobal('history', { pushState: vi.fn() });
});

function start(maxTtlSeconds: number | null = null) {
  const call = (name: string, input: unknown) => {
    calls.push({ call: name, input });
    return answers[name]?.();
  };
  return createCompose({ sealer: { call, stop } as unknown as ComposeDeps['sealer'], send, remember, storage: () => null, maxTtlSeconds });
}

function written(state: ComposeState) {
  if (state.phase !== 'writing') throw new Error(`expected writing, got ${state.phase}`);
  return state;
}

test('the key is joined to the link and never given to what sends', async () => {
  const compose = start();
  compose.editText('text');
  compose.edit({ burnAfterRead: true });
  await compose.submit();
  expect(compose.getState()).toMatchObject({
    phase: 'created',
    paste: { link: 'https://a.example/base/view/id#key', manageLink: 'https://a.example/base/manage/id#token' },
  });
  const [body] = send.mock.calls[0] ?? [];
  expect(await body?.text()).toBe('body');
  expect(remember.mock.calls).toEqual([[expect.objectContaining({ publicId: 'id', burnAfterRead: true }), '']]);
});

test('a password typed before the encryption was turned off is not used', async () => {
  const compose = start();
  compose.editText('text');
  compose.edit({ password: 'p' });
  compose.edit({ encrypt: false });
  await compose.submit();
  expect(calls.find(({ call }) => call === 'seal')?.input).toMatchObject({ encrypt: false, password: '' });
});

test('cancelled while it is encrypted, nothing is sent', async () => {
  let finish: (sealed: unknown) => void = () => {};
  answers.seal = () => new Promise((resolve) => (finish = resolve));
  const compose = start();
  compose.editText('text');
  const submitted = compose.submit();
  compose.cancel();
  finish({ body: new Blob(), key: 'key' });
  await submitted;
  expect(send).not.toHaveBeenCalled();
  expect(stop).toHaveBeenCalled();
  expect(written(compose.getState()).draft.text).toBe('text');
});

test('of two files offered at once the last one counts, whichever is read first', async () => {
  const pending: (() => void)[] = [];
  answers.inspect = () => new Promise((resolve) => pending.push(() => resolve({ beginning: '', syntax: 'rust' })));
  const compose = start();
  const both = Promise.all([compose.offerFiles([new File(['1'], 'first')]), compose.offerFiles([new File(['2'], 'second')])]);
  for (const finish of pending.reverse()) finish();
  await both;
  expect(written(compose.getState()).draft.attachment?.name).toBe('second');
});

test('no file is taken while a paste is on its way', async () => {
  send.mockReturnValue(new Promise(() => {}));
  const compose = start();
  compose.editText('text');
  void compose.submit();
  await vi.waitFor(() => expect(compose.getState().phase).toBe('sending'), 10_000);
  await compose.offerFiles([new File(['1'], 'one'), new File(['2'], 'two')]);
  expect(compose.getState().phase).toBe('sending');
});

test('what the worker refuses is the problem, and the text stays', async () => {
  answers.seal = () => Promise.reject(new ComposeError({ code: 'sealed-too-large' }));
  const compose = start();
  compose.editText('text');
  await compose.submit();
  expect(written(compose.getState())).toMatchObject({ problem: { code: 'sealed-too-large' }, draft: { text: 'text' } });
});

test.each([
  ['a'.repeat(MAX_DRAFT_BYTES), false],
  ['a'.repeat(MAX_DRAFT_BYTES + 1), true],
  ['ä'.repeat(MAX_DRAFT_BYTES / 2), false],
  ['ä'.repeat(MAX_DRAFT_BYTES / 2 + 1), true],
])('a paste is held from the first byte over the limit on (case %#)', (pasted, isHeld) => {
  expect(start().holdsPaste(['', pasted, ''])).toBe(isHeld);
});

test('where the operator keeps nothing for longer, the longest that is allowed is asked for, and no more is offered', async () => {
  const compose = start(100_000);
  compose.editText('text');
  await compose.submit();
  expect(calls.find(({ call }) => call === 'seal')?.input).toMatchObject({ expiry: 86_400 });
  expect(expiriesWithin(100_000)).toEqual([600, 3_600, 86_400]);
  expect(expiriesWithin(null)).toContain(null);
});

/** A file of so many bytes, none of which is there. */
function fileOf(bytes: number): File {
  const file = new File([], 'big.txt');
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

test('a file of exactly 10 MiB is attached, and sealed', async () => {
  const compose = start();
  await compose.offerFiles([fileOf(MAX_CONTENT_BYTES)]);
  expect(written(compose.getState())).toMatchObject({ problem: null, draft: { attachment: { name: 'big.txt' } } });
  await compose.submit();
  expect(compose.getState().phase).toBe('created');
});

test.each([
  ['one byte more than 10 MiB', MAX_CONTENT_BYTES + 1, { code: 'too-large', bytes: MAX_CONTENT_BYTES + 1 }],
  ['nothing', 0, { code: 'empty' }],
])('a file of %s is refused before it is read', async (_, bytes, problem) => {
  const compose = start();
  await compose.offerFiles([fileOf(bytes)]);
  expect(written(compose.getState())).toMatchObject({ problem, draft: { attachment: null } });
  expect(calls).toEqual([]);
});

test.each([
  [MAX_CONTENT_BYTES, null],
  [MAX_CONTENT_BYTES + 1, { code: 'too-large', bytes: MAX_CONTENT_BYTES + 1 }],
])('a pasted text of %i bytes is held, or refused by its size', async (bytes, problem) => {
  answers.hold = async () => ({ content: fileOf(bytes), beginning: 'x', syntax: 'plaintext' });
  const compose = start();
  compose.holdsPaste(['', 'x'.repeat(MAX_DRAFT_BYTES + 1), '']);
  await vi.waitFor(() => expect(compose.getState().phase).toBe('writing'), 10_000);
  expect(written(compose.getState()).problem).toEqual(problem);
  expect(written(compose.getState()).draft.attachment !== null).toBe(problem === null);
});

test('several files at once are refused, and what is written stays', async () => {
  const compose = start();
  compose.editText('text');
  await compose.offerFiles([fileOf(1), fileOf(1)]);
  expect(written(compose.getState())).toMatchObject({ problem: { code: 'several-files' }, draft: { text: 'text' } });
});

test('what nobody foresaw is said to have failed, and the text stays', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  send.mockRejectedValue(new TypeError('x is not a function'));
  const compose = start();
  compose.editText('text');
  await compose.submit();
  expect(written(compose.getState())).toMatchObject({ problem: { code: 'not-loaded' }, draft: { text: 'text' } });
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});

test('cancelled while it is sent, the request is ended and its end changes nothing', async () => {
  let signal: AbortSignal | undefined;
  let finish = (): void => undefined;
  send.mockImplementation((_body, _onProgress, given) => {
    signal = given;
    return new Promise((resolve) => (finish = () => resolve(ANSWER)));
  });
  const compose = start();
  compose.editText('text');
  void compose.submit();
  await vi.waitFor(() => expect(compose.getState().phase).toBe('sending'), 10_000);
  compose.cancel();
  expect([signal?.aborted, written(compose.getState()).notice]).toEqual([true, 'cancelled']);
  finish();
  await Promise.resolve();
  expect(compose.getState().phase).toBe('writing');
});

test('a text is kept in the tab after a pause, and forgotten with its draft', async () => {
  vi.useFakeTimers();
  const tab = memoryStorage();
  const call = (name: string) => answers[name]?.();
  const deps = { sealer: { call, stop } as unknown as ComposeDeps['sealer'], send, remember, storage: () => tab, maxTtlSeconds: null };
  const compose = createCompose(deps);
  compose.editText('kept');
  await vi.advanceTimersByTimeAsync(399);
  expect(tab.length).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(tab.text()).toContain('kept');
  expect(written(compose.getState()).draft.guessedSyntax).toBe('go');
  compose.clear();
  expect(tab.length).toBe(0);
  compose.undoClear();
  expect(tab.text()).toContain('kept');
  await compose.submit();
  expect(compose.getState().phase).toBe('created');
  compose.restart();
  expect(tab.length).toBe(0);
  vi.useRealTimers();
});

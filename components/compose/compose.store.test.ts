import { beforeEach, expect, test, vi } from 'vitest';
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

test('the key is joined to the link and never given to what sends or remembers', async () => {
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
  expect(remember.mock.calls).toEqual([[ANSWER, true]]);
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

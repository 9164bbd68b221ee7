import { beforeEach, expect, test, vi } from 'vitest';
import { editorMessages as messages } from '#components/messages/editor';
import { memoryStorage } from '#components/testing/memory-storage';
import { MAX_FILES } from '#lib/envelope/envelope.rules';
import { offeredExpiries } from '#lib/pastes/expiry.rules';
import { MAX_CONTENT_BYTES } from '#lib/pastes/paste.rules';
import { OFFERED } from '../testing/offered';
import type { StoredFile } from './draft-files';
import { type KeptFile, keepDraft, MAX_DRAFT_BYTES, MAX_TYPED_LINES, restoreDraft } from './draft-storage';
import { EditorError } from './editor-problem';
import type { EditorState } from './editor-state';
import { createPasteEditor, type EditorDeps } from './paste-editor';
import { createUnsettled, type Unsettled } from './submission';

const RESPONSE = {
  publicId: 'id',
  url: 'https://a.example/base/view/id',
  rawUrl: 'https://a.example/base/raw/id',
  expiresAt: null,
  isE2ee: true,
  manageToken: 'token',
};

let calls: { call: string; input: unknown }[];
let answers: Record<string, (input?: unknown) => Promise<unknown>>;
let send: ReturnType<typeof vi.fn<EditorDeps['send']>>;
let loadCreated: ReturnType<typeof vi.fn<EditorDeps['loadCreated']>>;
let remember: ReturnType<typeof vi.fn<EditorDeps['remember']>>;
let stop: ReturnType<typeof vi.fn<() => void>>;
let callOff: ReturnType<typeof vi.fn<(key: string) => Promise<boolean>>>;
let unsettled: Unsettled;
let shared: Awaited<ReturnType<EditorDeps['openShared']>>;
const KEPT: StoredFile = { id: '1-a', key: 'k', type: '', fileName: 'big.txt' };

beforeEach(() => {
  calls = [];
  answers = {
    seal: async () => ({ body: new Blob(['body']), key: 'key' }),
    inspect: async (input: unknown) => ({ ...(input as object), beginning: 'b', syntax: 'rust', convertedFrom: null, text: null }),
    hold: async () => ({ content: new Blob(['x']), beginning: 'x', syntax: 'plaintext' }),
    guess: async () => ({ syntax: 'go' }),
    keepFile: async () => KEPT,
    forgetFile: async () => null,
  };
  send = vi.fn<EditorDeps['send']>(async () => RESPONSE);
  loadCreated = vi.fn<EditorDeps['loadCreated']>(async () => null);
  remember = vi.fn<EditorDeps['remember']>();
  stop = vi.fn<() => void>();
  callOff = vi.fn(async () => false);
  unsettled = createUnsettled(() => null, callOff);
  shared = [];
  vi.stubGlobal('location', { hash: '', pathname: '/' });
  vi.stubGlobal('history', { pushState: vi.fn() });
});

function start(expiries = OFFERED, tab: Storage | null = null) {
  const call = (name: string, input: unknown) => {
    calls.push({ call: name, input });
    return answers[name]?.(input);
  };
  return createPasteEditor({
    sealer: { call, stop } as unknown as EditorDeps['sealer'],
    send,
    loadCreated,
    unsettled,
    remember,
    storage: () => tab,
    defaults: () => null,
    openShared: async () => shared,
    host: () => ({ expiries, rules: [], userName: null }),
  });
}

function written(state: EditorState) {
  if (state.phase !== 'writing') throw new Error(`expected writing, got ${state.phase}`);
  return state;
}

test('files that are offered one after another are all taken, in that order', async () => {
  answers.inspect = async (input) => ({ ...(input as object), beginning: '', syntax: 'rust', convertedFrom: null, text: null });
  const editor = start();
  const file = (name: string) => new File(['1'], name);
  await Promise.all([editor.offerFiles([file('first')]), editor.offerFiles([file('second'), file('third')])]);
  const { attachment, files, encrypt } = written(editor.getState()).draft;
  expect([attachment?.name, files.map(({ name }) => name), encrypt]).toEqual(['first', ['second', 'third'], true]);
});

test.each([
  ['a'.repeat(MAX_DRAFT_BYTES), false],
  ['a'.repeat(MAX_DRAFT_BYTES + 1), true],
  ['ä'.repeat(MAX_DRAFT_BYTES / 2), false],
  ['ä'.repeat(MAX_DRAFT_BYTES / 2 + 1), true],
  ['\n'.repeat(MAX_TYPED_LINES - 1), false],
  ['\n'.repeat(MAX_TYPED_LINES), true],
])('a paste is held from the first byte or line over the limit on (case %#)', (pasted, isHeld) => {
  expect(start().holdsPaste(['', pasted, ''])).toBe(isHeld);
});

test('a stored draft of more lines than a text area takes comes back as an attachment', async () => {
  vi.stubGlobal('window', new EventTarget());
  const text = '\n'.repeat(MAX_TYPED_LINES);
  const tab = memoryStorage();
  keepDraft(tab, { text, title: 'log', chosenSyntax: null, expiry: 600, encrypt: true });
  const editor = start(OFFERED, tab);
  editor.connect({ text: '', title: '' });
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ phase: 'writing', draft: { attachment: { beginning: 'x' } } }));
  expect(written(editor.getState()).draft).toMatchObject({ text: '', title: 'log' });
  expect(calls.find(({ call }) => call === 'hold')?.input).toEqual({ pieces: ['', text, ''] });
});

test.each([
  ['the page is left', 'kept'],
  ['the draft is cleared', 'gone'],
])('a file that is being restored when %s is %s', async (what) => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const tab = memoryStorage();
  const file: KeptFile = { ...KEPT, kind: 'other', name: 'big.jpg', syntax: 'plaintext', beginning: '' };
  keepDraft(tab, { text: '', title: '', chosenSyntax: null, expiry: 600, encrypt: true, files: [file] });
  let cleaned: (photo: null) => void = () => undefined;
  answers.restoreFile = async () => new Blob(['x']);
  answers.clean = () => new Promise((resolve) => (cleaned = resolve));
  const editor = start(OFFERED, tab);
  editor.connect({ text: '', title: '' });
  await vi.waitFor(() => expect(calls.map(({ call }) => call)).toContain('clean'));
  const isLeft = what === 'the page is left';
  if (isLeft) window.dispatchEvent(new Event('pagehide'));
  else editor.clear();
  expect(restoreDraft(tab)?.files ?? []).toEqual(isLeft ? [file] : []);
  cleaned(null);
  await vi.waitFor(() => expect(editor.getState().phase).toBe('writing'));
  await vi.waitFor(() => expect(editor.getState().draft.files).toHaveLength(isLeft ? 1 : 0));
  expect(calls.some(({ call }) => call === 'forgetFile')).toBe(!isLeft);
});

test.each(['restored', 'read'])('a large paste while a file is being %s loses neither', async (what) => {
  vi.stubGlobal('window', new EventTarget());
  const tab = memoryStorage();
  const file: KeptFile = { ...KEPT, kind: 'other', name: 'big.jpg', syntax: 'plaintext', beginning: '' };
  keepDraft(tab, { text: '', title: '', chosenSyntax: null, expiry: 600, encrypt: true, files: what === 'restored' ? [file] : [] });
  let cleaned: (photo: null) => void = () => undefined;
  answers.restoreFile = async () => new Blob(['x']);
  answers.inspect = async () => null;
  answers.clean = () => new Promise((resolve) => (cleaned = resolve));
  const editor = start(OFFERED, tab);
  editor.connect({ text: '', title: '' });
  if (what === 'read') void editor.offerFiles([new File(['x'], 'big.jpg')]);
  await vi.waitFor(() => expect(calls.map(({ call }) => call)).toContain('clean'));
  editor.holdsPaste(['', 'x'.repeat(MAX_DRAFT_BYTES + 1), '']);
  cleaned(null);
  await vi.waitFor(() => expect(editor.getState().draft.attachment?.name).toBe(messages.pastedText));
  expect(written(editor.getState()).draft.files.map(({ name }) => name)).toEqual(['big.jpg']);
});

test('a large paste before the text of a reload is back stands beside it', async () => {
  vi.stubGlobal('window', new EventTarget());
  const tab = memoryStorage();
  const file: KeptFile = { ...KEPT, kind: 'attachment', name: 'big.txt', syntax: 'plaintext', beginning: '' };
  keepDraft(tab, { text: '', title: '', chosenSyntax: null, expiry: 600, encrypt: true, files: [file] });
  let restored: (content: Blob) => void = () => undefined;
  answers.restoreFile = () => new Promise((resolve) => (restored = resolve));
  const editor = start(OFFERED, tab);
  editor.connect({ text: '', title: '' });
  await vi.waitFor(() => expect(calls.map(({ call }) => call)).toContain('restoreFile'));
  editor.holdsPaste(['', 'x'.repeat(MAX_DRAFT_BYTES + 1), '']);
  restored(new Blob(['old']));
  await vi.waitFor(() => expect(editor.getState().draft.files.map(({ name }) => name)).toEqual([messages.pastedText]));
  expect(written(editor.getState()).draft.attachment?.name).toBe('big.txt');
});

test('a large paste that would be a file too many is refused, and all files stay', async () => {
  const editor = start();
  await editor.offerFiles([new File(['text'], 'text')]);
  await editor.offerFiles(Array.from({ length: MAX_FILES }, (_, index) => new File(['x'], `${index}`)));
  editor.holdsPaste(['', 'x'.repeat(MAX_DRAFT_BYTES + 1), '']);
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ phase: 'writing', problem: { code: 'too-many-files' } }));
  expect(editor.getState().draft).toMatchObject({ attachment: { name: 'text' }, files: { length: MAX_FILES } });
});

test('what the phone shared goes into the editor, after the draft that is there', async () => {
  vi.stubGlobal('window', new EventTarget());
  const tab = memoryStorage();
  keepDraft(tab, { text: 'mine', title: '', chosenSyntax: null, expiry: 600, encrypt: true });
  shared = [[new File(['a text'], 'Shared text')], [new File(['a file'], 'a.txt')]];
  const editor = start(OFFERED, tab);
  editor.connect({ text: '', title: '' });
  await vi.waitFor(() => expect(editor.getState().draft.files.map(({ name }) => name)).toEqual(['Shared text', 'a.txt']));
  expect(written(editor.getState()).draft.text).toBe('mine');
});

test('a share that is not on the device is said to be lost', async () => {
  vi.stubGlobal('window', new EventTarget());
  shared = 'lost';
  const editor = start();
  editor.connect({ text: '', title: '' });
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ phase: 'writing', problem: { code: 'share-lost' } }));
});

test('the operator’s default is the expiry if none is chosen, and the bound limits it', async () => {
  const editor = start(offeredExpiries({ choices: [600, 86_400], preselected: 600 }, 100_000));
  editor.edit({ text: 'text' });
  await editor.submit();
  expect(calls.find(({ call }) => call === 'seal')?.input).toMatchObject({ expiry: 600 });
  editor.restart();
  editor.edit({ text: 'another', expiry: 604_800 });
  await editor.submit();
  expect(calls.findLast(({ call }) => call === 'seal')?.input).toMatchObject({ expiry: 100_000 });
});

/** A file that claims a size but has no bytes. */
function fileOf(bytes: number): File {
  const file = new File([], 'big.txt');
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
}

test('a file of exactly 10 MiB is attached, and sealed', async () => {
  const editor = start();
  await editor.offerFiles([fileOf(MAX_CONTENT_BYTES)]);
  expect(written(editor.getState())).toMatchObject({ problem: null, draft: { attachment: { name: 'big.txt' } } });
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
});

test.each([
  ['one byte more than 10 MiB', MAX_CONTENT_BYTES + 1, { code: 'too-large', bytes: MAX_CONTENT_BYTES + 1, name: 'big.txt' }],
  ['nothing', 0, { code: 'empty-file', name: 'big.txt' }],
])('a file of %s is refused before it is read', async (_, bytes, problem) => {
  const editor = start();
  await editor.offerFiles([fileOf(bytes)]);
  expect(written(editor.getState())).toMatchObject({ problem, draft: { attachment: null } });
  expect(calls).toEqual([]);
});

test.each([
  [MAX_CONTENT_BYTES, null],
  [MAX_CONTENT_BYTES + 1, { code: 'too-large', bytes: MAX_CONTENT_BYTES + 1, name: null }],
])('a pasted text of %i bytes is held, or refused by its size', async (bytes, problem) => {
  answers.hold = async () => ({ content: fileOf(bytes), beginning: 'x', syntax: 'plaintext' });
  const editor = start();
  editor.holdsPaste(['', 'x'.repeat(MAX_DRAFT_BYTES + 1), '']);
  const attachment = problem === null ? { content: { size: bytes } } : null;
  await vi.waitFor(() => expect(editor.getState()).toMatchObject({ phase: 'writing', problem, draft: { attachment } }));
});

test('the program that encrypts loads at the first key, before a pause in typing', () => {
  const editor = start();
  editor.edit({ text: 't' });
  expect(calls).toMatchObject([{ call: 'guess', input: { beginning: 't' } }]);
  editor.edit({ text: 'te' });
  expect(calls).toHaveLength(1);
});

test('nothing is sent while the page that shows the link does not load', async () => {
  loadCreated.mockRejectedValue(new TypeError('Failed to fetch'));
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  expect(written(editor.getState())).toMatchObject({ problem: { code: 'unreachable' }, draft: { text: 'text' } });
  expect(send).not.toHaveBeenCalled();
  loadCreated.mockResolvedValue(null);
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
});

test('an unexpected error is shown as a problem, and the text stays', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  send.mockRejectedValue(new TypeError('x is not a function'));
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  expect(written(editor.getState())).toMatchObject({ problem: { code: 'not-loaded' }, draft: { text: 'text' } });
  expect(error).toHaveBeenCalledTimes(1);
  error.mockRestore();
});

/** The idempotency keys that were sent. */
const sentKeys = () => send.mock.calls.map(([, key]) => key);
const unreachable = () => Promise.reject(new EditorError({ code: 'unreachable' }));

test('each paste is sent under a key of its own, of 32 random bytes', async () => {
  const editor = start();
  for (const text of ['one', 'two']) {
    editor.edit({ text });
    await editor.submit();
    editor.restart();
  }
  expect(new Set(sentKeys()).size).toBe(2);
  for (const key of sentKeys()) expect(key).toMatch(/^[\w-]{43}$/);
  expect(callOff).not.toHaveBeenCalled();
});

test('a retry after a lost response sends the same sealed paste under the same key', async () => {
  send.mockImplementationOnce(unreachable);
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  expect(written(editor.getState()).problem).toEqual({ code: 'unreachable' });
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
  expect(new Set(sentKeys()).size).toBe(1);
  expect(calls.filter(({ call }) => call === 'seal')).toHaveLength(1);
  expect(callOff).not.toHaveBeenCalled();
});

test('after a lost response, a changed paste is sent once the first is deleted', async () => {
  send.mockImplementationOnce(unreachable);
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  editor.edit({ text: 'other' });
  callOff.mockRejectedValueOnce(new EditorError({ code: 'outcome-unknown' }));
  await editor.submit();
  expect(written(editor.getState()).problem).toEqual({ code: 'outcome-unknown' });
  expect(send).toHaveBeenCalledTimes(1);
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
  expect(callOff.mock.calls).toEqual([[sentKeys()[0]], [sentKeys()[0]]]);
  expect(new Set(sentKeys()).size).toBe(2);
});

test('a refused paste is not called off', async () => {
  send.mockRejectedValueOnce(new EditorError({ code: 'refused', field: '', message: '' }));
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  editor.edit({ text: 'other' });
  await editor.submit();
  expect(callOff).not.toHaveBeenCalled();
});

test.each([
  [true, messages.cancelledDeleted],
  [false, messages.cancelled],
])('cancelling while sending says whether the server had created the paste (%s)', async (wasCreated, notice) => {
  send.mockReturnValue(new Promise(() => {}));
  callOff.mockResolvedValue(wasCreated);
  const editor = start();
  editor.edit({ text: 'text' });
  void editor.submit();
  await vi.waitFor(() => expect(editor.getState().phase).toBe('sending'));
  const cancelled = editor.cancel();
  expect(editor.getState().phase).toBe('calling-off');
  await cancelled;
  expect(written(editor.getState()).notice).toBe(notice);
  expect(callOff.mock.calls).toEqual([[sentKeys()[0]]]);
});

test('a cancel without a response is reported as unknown, and a retry gets the paste', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  callOff.mockRejectedValue(new EditorError({ code: 'outcome-unknown' }));
  const editor = start();
  editor.edit({ text: 'text' });
  void editor.submit();
  await vi.waitFor(() => expect(editor.getState().phase).toBe('sending'));
  await editor.cancel();
  expect(written(editor.getState()).problem).toEqual({ code: 'outcome-unknown' });
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
  expect(new Set(sentKeys()).size).toBe(1);
});

test('a paste that was called off after all is sent under a new key', async () => {
  send.mockRejectedValueOnce(new EditorError({ code: 'called-off' }));
  const editor = start();
  editor.edit({ text: 'text' });
  await editor.submit();
  expect(editor.getState().phase).toBe('created');
  expect(new Set(sentKeys()).size).toBe(2);
});

test('a server silent for 15 seconds is reported, and a retry sends the same key', async () => {
  vi.useFakeTimers();
  send.mockReturnValueOnce(new Promise(() => {}));
  const editor = start();
  editor.edit({ text: 'text' });
  void editor.submit();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(editor.getState()).toMatchObject({ phase: 'sending', isSilent: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(editor.getState()).toMatchObject({ phase: 'sending', isSilent: true });
  await editor.retry();
  expect(editor.getState().phase).toBe('created');
  expect(new Set(sentKeys()).size).toBe(1);
  expect(send.mock.calls[0]?.[2].signal.aborted).toBe(true);
  vi.useRealTimers();
});

test('a server that takes more is not silent', async () => {
  vi.useFakeTimers();
  let progress: (sent: number, total: number) => void = () => {};
  send.mockImplementation((_body, _key, { onProgress }) => {
    progress = onProgress;
    return new Promise(() => {});
  });
  const editor = start();
  editor.edit({ text: 'text' });
  void editor.submit();
  await vi.advanceTimersByTimeAsync(14_000);
  progress(1, 2);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(editor.getState()).toMatchObject({ isSilent: false });
  vi.useRealTimers();
});

test('a request of an earlier page is called off and forgotten only then', async () => {
  const tab = memoryStorage();
  createUnsettled(() => tab, callOff).begin('a-key');
  const later = createUnsettled(() => tab, callOff);
  later.restore();
  callOff.mockRejectedValueOnce(new EditorError({ code: 'outcome-unknown' }));
  await expect(later.callOff()).rejects.toThrow(EditorError);
  expect(tab.text()).toContain('a-key');
  await later.callOff();
  expect(callOff.mock.calls).toEqual([['a-key'], ['a-key']]);
  expect(tab.length).toBe(0);
});

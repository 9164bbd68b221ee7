import { describe, expect, it, vi } from 'vitest';
import { viewedPaste } from '#components/testing/viewed-paste';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import type { ViewEvent } from '../model/view-state';
import { textOf } from '../model/view-text';
import type { ClaimOutcome } from './burn-session';
import type { ReaderCommand } from './reader';
import { createViewer } from './view-viewer';

const KEY = 'A'.repeat(43);

/** Opens a viewer whose reader only records its commands, and whose server responds to claims with `answers`. */
function open(
  fields: Partial<ViewedPaste>,
  answers: ClaimOutcome[] = [{ kind: 'claimed', claim: 'mine', title: '' }],
  {
    isSecureContext = true,
    isOffline = () => false,
    loadFiles = async () => undefined,
  }: { isSecureContext?: boolean; isOffline?: () => boolean; loadFiles?: () => Promise<unknown> } = {},
) {
  const claimed: (string | null | undefined)[][] = [];
  let finished = 0;
  let leave = () => {};
  const asked: ReaderCommand[] = [];
  const readers: { isSmall: boolean; isClosed: boolean }[] = [];
  let send: (event: ViewEvent) => void = () => {};
  const viewer = createViewer(viewedPaste(fields), {
    isSecureContext,
    loadFiles,
    openBurn: async () => {
      if (isOffline()) throw new TypeError('Failed to fetch');
      return {
        claim: async (key, password) => {
          claimed.push([key, password]);
          return answers.length > 1 ? (answers.shift() as ClaimOutcome) : (answers[0] as ClaimOutcome);
        },
        finish: () => void (finished += 1),
        leave: () => undefined,
      };
    },
    leaveNothing: (end) => void (leave = end),
    openReader(receive, isSmall) {
      send = receive;
      readers.push({ isSmall, isClosed: false });
      const reader = readers.at(-1);
      return { read: (command) => asked.push(command), close: () => void (reader && (reader.isClosed = true)) };
    },
  });
  return { viewer, asked, readers, claimed, finished: () => finished, leave: () => leave(), send: (event: ViewEvent) => send(event) };
}

const SEALED = { isE2ee: true, isEnvelope: true };

describe('the viewer', () => {
  it('shows a small text at once and asks for nothing', () => {
    const { viewer, asked } = open({ content: 'hello' });
    viewer.start(null);
    expect(viewer.getState()).toMatchObject({ kind: 'ready', size: 'small', isComplete: true });
    expect(asked).toEqual([]);
  });

  it('fetches a text that the page does not hold', () => {
    const { viewer, asked } = open({ contentBytes: 5_000_000 });
    viewer.start(null);
    expect(asked).toMatchObject([{ kind: 'fetch', isE2ee: false }]);
  });

  it('leaves nothing of a burned paste in a page that is left', async () => {
    const { viewer, readers, send, leave } = open({ ...SEALED, burnAfterRead: true });
    viewer.start(KEY);
    viewer.read();
    await vi.waitFor(() => expect(readers).toHaveLength(1));
    send({ kind: 'text', slice: 'secret', isLast: true });
    expect(viewer.getState()).toMatchObject({ kind: 'ready' });
    leave();
    expect(viewer.getState()).toEqual({ kind: 'failed', problem: 'opened-here' });
    expect([readers[0]?.isClosed, viewer.getPassword()]).toEqual([true, undefined]);
  });

  it('lets go of a burn paste with files when they and what shows them are here', async () => {
    const files = { kind: 'files', title: '', entries: [] } as const;
    let arrive = () => {};
    const loadFiles = () => new Promise<void>((resolve) => (arrive = resolve));
    const { viewer, asked, send, finished } = open({ ...SEALED, burnAfterRead: true }, undefined, { loadFiles });
    viewer.start(KEY);
    viewer.read();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    send(files);
    expect(finished()).toBe(0);
    arrive();
    await vi.waitFor(() => expect(viewer.getState()).toEqual(files));
    expect(finished()).toBe(1);
  });

  it('keeps a burn paste with files when what shows them does not load', async () => {
    const loadFiles = () => Promise.reject(new TypeError('Failed to fetch'));
    const { viewer, asked, send, finished } = open({ ...SEALED, burnAfterRead: true }, undefined, { loadFiles });
    viewer.start(KEY);
    viewer.read();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    send({ kind: 'files', title: '', entries: [] });
    await vi.waitFor(() => expect(viewer.getState()).toMatchObject({ kind: 'failed', problem: 'offline' }));
    expect(finished()).toBe(0);
  });

  it('a burn paste is claimed only on consent, and let go once its text is complete', async () => {
    const { viewer, asked, claimed, finished, send } = open({ burnAfterRead: true });
    viewer.start(null);
    expect([viewer.getState().kind, claimed, asked]).toEqual(['confirm', [], []]);
    viewer.read();
    await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'fetch', claim: 'mine' }]));
    send({ kind: 'text', slice: 'one', isLast: false });
    expect(finished()).toBe(0);
    send({ kind: 'text', slice: 'two', isLast: true });
    expect(finished()).toBe(1);
  });

  it('a burn paste’s title comes from its claim, unless its envelope has another', async () => {
    const inside: ViewEvent = { kind: 'whole', text: textOf('text'), title: 'Sealed', syntax: 'plaintext' };
    const cases: [Partial<ViewedPaste>, ViewEvent, string][] = [
      [{}, { kind: 'text', slice: 'text', isLast: true }, 'notes.txt'],
      [SEALED, inside, 'Sealed'],
    ];
    for (const [fields, event, shown] of cases) {
      const { viewer, asked, send } = open({ ...fields, burnAfterRead: true }, [{ kind: 'claimed', claim: 'mine', title: 'notes.txt' }]);
      viewer.start(KEY);
      viewer.read();
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      expect(viewer.getState()).toMatchObject({ kind: 'loading', title: 'notes.txt' });
      send(event);
      expect(viewer.getState()).toMatchObject({ kind: 'ready', title: shown });
    }
  });

  it('a burn paste that fails to load stays claimed, and is fetched again on demand', async () => {
    const { viewer, asked, finished, send } = open({ burnAfterRead: true });
    viewer.start(null);
    viewer.read();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    send({ kind: 'failed', problem: 'offline' });
    viewer.read();
    await vi.waitFor(() => expect(asked).toMatchObject([{ claim: 'mine' }, { claim: 'mine' }]));
    expect(finished()).toBe(0);
  });

  it('a burn paste is fetched only after a claim with the right password', async () => {
    const answers: ClaimOutcome[] = [
      { kind: 'password', attempt: 'none' },
      { kind: 'password', attempt: 'wrong' },
      { kind: 'claimed', claim: 'mine', title: '' },
    ];
    const { viewer, asked, claimed } = open({ ...SEALED, burnAfterRead: true, needsReadToken: true }, answers);
    viewer.start(KEY);
    viewer.read();
    await vi.waitFor(() => expect(viewer.getState()).toEqual({ kind: 'password', attempt: 'none' }));
    viewer.tryPassword('wrong');
    await vi.waitFor(() => expect(viewer.getState()).toEqual({ kind: 'password', attempt: 'wrong' }));
    expect(asked).toEqual([]);
    viewer.tryPassword('right');
    await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'fetch', claim: 'mine', password: 'right' }]));
    expect(claimed).toEqual([
      [KEY, undefined],
      [KEY, 'wrong'],
      [KEY, 'right'],
    ]);
  });

  it('says when a burn paste is gone, and since when somebody has read it', async () => {
    const { viewer, asked } = open({ burnAfterRead: true }, [{ kind: 'failed', problem: 'gone', openedAt: '2031-01-01T00:00:00.000Z' }]);
    viewer.start(null);
    viewer.read();
    await vi.waitFor(() =>
      expect(viewer.getState()).toMatchObject({ kind: 'failed', problem: 'gone', openedAt: '2031-01-01T00:00:00.000Z' }),
    );
    expect(asked).toEqual([]);
  });

  it.each([
    [null, 'key-missing'],
    ['tooshort', 'key-malformed'],
  ])('never claims a burn paste with the key %j', (key, problem) => {
    const { viewer, claimed } = open({ ...SEALED, burnAfterRead: true });
    viewer.start(key);
    expect([viewer.getState(), claimed]).toMatchObject([{ kind: 'failed', problem }, []]);
  });

  it('asks for a foreign ciphertext without any key', async () => {
    const { viewer, asked, claimed } = open({ isE2ee: true, burnAfterRead: true });
    viewer.start(null);
    viewer.read();
    await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'fetch', isEnvelope: false }]));
    expect(claimed).toEqual([[null, undefined]]);
  });

  it('tries another key on what was fetched already', async () => {
    const { viewer, asked, send } = open({ ...SEALED, burnAfterRead: true });
    viewer.start(KEY);
    viewer.read();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    send({ kind: 'failed', problem: 'wrong-key', ciphertext: 'the envelope' });
    viewer.start(`B${KEY.slice(1)}`);
    expect(asked).toMatchObject([{ kind: 'fetch' }, { kind: 'open', envelope: 'the envelope' }]);
  });

  it('tries passwords on the reader that holds the envelope', () => {
    const { viewer, asked, send } = open({ ...SEALED, content: 'the envelope' });
    viewer.start(KEY);
    send({ kind: 'password', attempt: 'none' });
    viewer.tryPassword('one');
    send({ kind: 'password', attempt: 'wrong' });
    expect(viewer.getState()).toEqual({ kind: 'password', attempt: 'wrong' });
    viewer.tryPassword('two');
    expect(asked.map(({ kind }) => kind)).toEqual(['open', 'password', 'password']);
  });

  it('shows a text that comes in slices from its first slice on', () => {
    const { viewer, send } = open({ contentBytes: 8 });
    viewer.start(null);
    send({ kind: 'text', slice: 'one\n', isLast: false });
    expect(viewer.getState()).toMatchObject({ kind: 'ready', size: 'large', isComplete: false, text: { lines: 1 } });
    send({ kind: 'text', slice: 'two\n', isLast: true });
    expect(viewer.getState()).toMatchObject({ kind: 'ready', isComplete: true, text: { lines: 2, bytes: 8 } });
  });

  it('says that the page is not safe enough to decrypt, and reads nothing', () => {
    const { viewer, asked } = open({ ...SEALED, content: 'the envelope' }, [], { isSecureContext: false });
    viewer.start(KEY);
    expect([viewer.getState(), asked]).toMatchObject([{ kind: 'failed', problem: 'insecure' }, []]);
  });

  it('reads a plain text also where the page is not safe', () => {
    const { viewer } = open({ content: 'hello' }, [], { isSecureContext: false });
    viewer.start(null);
    expect(viewer.getState()).toMatchObject({ kind: 'ready' });
  });

  it('is offline when the program for burn pastes does not come, and tries again', async () => {
    let isOffline = true;
    const { viewer, claimed } = open({ burnAfterRead: true }, undefined, { isOffline: () => isOffline });
    viewer.start(null);
    viewer.read();
    await vi.waitFor(() => expect(viewer.getState()).toMatchObject({ kind: 'failed', problem: 'offline' }));
    expect(claimed).toEqual([]);
    isOffline = false;
    viewer.read();
    await vi.waitFor(() => expect(claimed).toEqual([[null, undefined]]));
  });

  it('has one reader at a time, in the page for what is small, and none after its end', () => {
    const { viewer, readers } = open({ contentBytes: 5_000_000 });
    viewer.start(null);
    viewer.read();
    viewer.close();
    expect(readers).toEqual([
      { isSmall: false, isClosed: true },
      { isSmall: false, isClosed: true },
    ]);
    const small = open({ ...SEALED, content: 'the envelope' });
    small.viewer.start(KEY);
    expect(small.readers).toEqual([{ isSmall: true, isClosed: false }]);
  });

  it('calls each listener at every change until it unsubscribes', () => {
    const { viewer, send } = open({ contentBytes: 8 });
    const listener = vi.fn();
    const stop = viewer.subscribe(listener);
    viewer.start(null);
    send({ kind: 'progress', receivedBytes: 4 });
    expect(viewer.getState()).toMatchObject({ kind: 'loading', receivedBytes: 4 });
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    send({ kind: 'failed', problem: 'offline' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('keeps the ciphertext when another key in the link is none', () => {
    const { viewer, send } = open({ ...SEALED, content: 'the envelope' });
    viewer.start(KEY);
    send({ kind: 'failed', problem: 'wrong-key', ciphertext: 'the envelope' });
    viewer.start('short');
    expect(viewer.getState()).toMatchObject({ kind: 'failed', problem: 'key-malformed', ciphertext: 'the envelope' });
  });
});

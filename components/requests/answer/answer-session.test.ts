import { beforeEach, describe, expect, it } from 'vitest';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '#lib/envelope/answer-keys';
import { EnvelopeError } from '#lib/envelope/envelope.errors';
import type { SendResult } from './answer.client';
import { type AnswerDependencies, createAnswerSession } from './answer-session';
import type { SentAnswer } from './answer-state';

const ANSWER: SentAnswer = { receiptToken: 'receipt', createdAt: '2031-01-01T00:00:00.000Z', expiresAt: '2031-01-08T00:00:00.000Z' };
const SENT: SendResult = { kind: 'sent', answer: ANSWER, answersLeft: 1 };
const UNREACHABLE: SendResult = { kind: 'failed', problem: { code: 'unreachable' } };

let publicKey: PublicJwk;
let thumbprint: string;
let sealed: string[];
let sends: { content: string; idempotencyKey: string }[];
let results: (SendResult | Promise<SendResult>)[];
let kept: readonly SentAnswer[];

beforeEach(async () => {
  publicKey = (await createRequestKeys({ extractable: false })).publicKey;
  thumbprint = await thumbprintOf(publicKey);
  sealed = [];
  sends = [];
  results = [];
  kept = [];
});

function open({ answersLeft = 2, ...dependencies }: Partial<AnswerDependencies> & { answersLeft?: number } = {}) {
  let keys = 0;
  return createAnswerSession(
    { publicKey, answersLeft },
    {
      thumbprintOf,
      async seal({ text, files }) {
        sealed.push([text, ...files.map(({ name }) => name)].join());
        return `sealed ${sealed.length}`;
      },
      async send(content, idempotencyKey) {
        sends.push({ content, idempotencyKey });
        return results.shift() ?? SENT;
      },
      newKey: () => `key ${(keys += 1)}`,
      restore: () => kept,
      keep: (answers) => {
        kept = answers;
      },
      isSecureContext: true,
      ...dependencies,
    },
  );
}

async function writing(text = 'secret', dependencies: Parameters<typeof open>[0] = {}) {
  const session = open(dependencies);
  await session.start(thumbprint);
  session.type(text);
  return session;
}

describe('the link', () => {
  it('a key with the thumbprint of the link may be written to', async () => {
    const session = open();
    await session.start(thumbprint);
    expect(session.getState()).toEqual({ phase: 'writing', text: '', files: [], problem: null });
  });

  it('a key that was swapped is refused before anything can be typed or sent', async () => {
    const session = open();
    const { publicKey: other } = await createRequestKeys({ extractable: false });
    await session.start(await thumbprintOf(other));
    session.type('secret');
    await session.submit();
    expect(session.getState()).toEqual({ phase: 'refused', problem: 'wrong-key' });
    expect([sealed, sends]).toEqual([[], []]);
  });

  it('a thumbprint of which one character was changed is refused', async () => {
    const session = open();
    await session.start(`${thumbprint[0] === 'A' ? 'B' : 'A'}${thumbprint.slice(1)}`);
    expect(session.getState()).toEqual({ phase: 'refused', problem: 'wrong-key' });
  });

  it.each([
    ['no-thumbprint', ''],
    ['damaged', 'short'],
    ['damaged', 'A'.repeat(44)],
  ])('a link with %s is refused: %s', async (problem, fragment) => {
    const session = open();
    await session.start(fragment);
    expect(session.getState()).toEqual({ phase: 'refused', problem });
  });

  it('a page without HTTPS is refused', async () => {
    const session = open({ isSecureContext: false });
    await session.start(thumbprint);
    expect(session.getState()).toEqual({ phase: 'refused', problem: 'insecure' });
  });

  it('a whole link replaces a damaged one, and never discards typed text', async () => {
    const session = open();
    await session.start('');
    await session.start(thumbprint);
    session.type('secret');
    await session.start('');
    expect(session.getState()).toEqual({ phase: 'writing', text: 'secret', files: [], problem: null });
  });

  it('a full request says so before anything can be typed', async () => {
    const session = open({ answersLeft: 0 });
    await session.start(thumbprint);
    expect(session.getState()).toEqual({ phase: 'full' });
  });
});

describe('sending', () => {
  it('an empty field is not sent', async () => {
    const session = await writing('');
    await session.submit();
    expect([session.getState(), sends]).toEqual([{ phase: 'writing', text: '', files: [], problem: { code: 'empty' } }, []]);
  });

  it('a try after a lost response sends the same bytes under the same key', async () => {
    results = [UNREACHABLE, SENT];
    const session = await writing();
    await session.submit();
    expect(session.getState()).toEqual({ phase: 'writing', text: 'secret', files: [], problem: { code: 'unreachable' } });
    await session.submit();
    expect(sends).toEqual([
      { content: 'sealed 1', idempotencyKey: 'key 1' },
      { content: 'sealed 1', idempotencyKey: 'key 1' },
    ]);
  });

  it('another text is sealed anew, under another key', async () => {
    results = [UNREACHABLE, SENT];
    const session = await writing();
    await session.submit();
    session.type('other');
    await session.submit();
    expect(sends.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key 1', 'key 2']);
    expect(sealed).toEqual(['secret', 'other']);
  });

  it.each(['full', 'gone', 'no-room', 'offline', 'refused', 'server-error'] as const)('the text stays after: %s', async (code) => {
    results = [{ kind: 'failed', problem: { code } }];
    const session = await writing();
    await session.submit();
    expect(session.getState()).toEqual({ phase: 'writing', text: 'secret', files: [], problem: { code } });
  });

  it.each([
    [new EnvelopeError({ code: 'too-large', part: 'envelope' }), 'too-large'],
    [new EnvelopeError({ code: 'invalid-text', field: 'content' }), 'text'],
    [new Error('no point of the curve'), 'browser'],
    [new DOMException('moved', 'NotReadableError'), 'unreadable'],
  ])('what can’t be encrypted stays, and says why: %s', async (error, code) => {
    const session = await writing('secret', { seal: () => Promise.reject(error) });
    await session.submit();
    expect(session.getState()).toEqual({ phase: 'writing', text: 'secret', files: [], problem: { code } });
    expect(sends).toEqual([]);
  });

  it('another answer starts with an empty field, and is listed first once it is sent', async () => {
    results = [SENT, { ...SENT, answer: { ...ANSWER, receiptToken: 'second' }, answersLeft: 0 }];
    const session = await writing();
    await session.submit();
    await session.another(thumbprint);
    expect(session.getState()).toEqual({ phase: 'writing', text: '', files: [], problem: null });
    session.type('more');
    await session.submit();
    expect(session.getState()).toMatchObject({ phase: 'sent', answers: [{ receiptToken: 'second' }, { receiptToken: 'receipt' }] });
    await session.another(thumbprint);
    expect(session.getState()).toMatchObject({ phase: 'sent', answersLeft: 0 });
  });
});

describe('files', () => {
  const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name);

  it('files are sent with the text, or alone, under names that differ', async () => {
    const session = await writing('');
    session.attach([file('a.txt'), file('../a.txt')]);
    expect(session.getState()).toMatchObject({ files: [{ name: 'a.txt' }, { name: 'a (2).txt' }], problem: null });
    await session.submit();
    expect(sealed).toEqual([',a.txt,a (2).txt']);
    expect(session.getState()).toMatchObject({ phase: 'sent' });
  });

  it('a file that was removed is not sent', async () => {
    const session = await writing();
    session.attach([file('a.txt'), file('b.txt')]);
    const state = session.getState();
    if (state.phase === 'writing' && state.files[0]) session.detach(state.files[0]);
    await session.submit();
    expect(sealed).toEqual(['secret,b.txt']);
  });

  it('20 files are taken; the 21st is not, and changes nothing', async () => {
    const session = await writing();
    session.attach(Array.from({ length: 20 }, (_, index) => file(`${index}`)));
    session.attach([file('one more')]);
    expect(session.getState()).toMatchObject({ text: 'secret', problem: { code: 'too-many-files' } });
    const state = session.getState();
    expect(state.phase === 'writing' && state.files.length).toBe(20);
  });

  it('what can’t fit is refused before it is read', async () => {
    const session = await writing();
    session.attach([file('large', 8 * 1024 * 1024)]);
    expect(session.getState()).toMatchObject({ files: [], problem: { code: 'too-large' } });
  });

  it('another file after a failed try is another answer', async () => {
    results = [UNREACHABLE, SENT];
    const session = await writing();
    await session.submit();
    session.attach([file('a.txt')]);
    await session.submit();
    expect(sends.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key 1', 'key 2']);
  });
});

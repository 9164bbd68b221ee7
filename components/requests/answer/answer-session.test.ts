import { beforeEach, expect, it } from 'vitest';
import { createRequestKeys, type PublicJwk, thumbprintOf } from '#lib/envelope/answer-keys';
import { createAnswerSession, type SentAnswer } from './answer-session';

const ANSWER: SentAnswer = { receiptToken: 'receipt', createdAt: '2031-01-01T00:00:00.000Z', expiresAt: '2031-01-08T00:00:00.000Z' };

let publicKey: PublicJwk;
let thumbprint: string;
let kept: readonly SentAnswer[];

beforeEach(async () => {
  publicKey = (await createRequestKeys({ extractable: false })).publicKey;
  thumbprint = await thumbprintOf(publicKey);
  kept = [];
});

function open({ answersLeft = 2, isSecureContext = true } = {}) {
  const keep = (answers: readonly SentAnswer[]) => {
    kept = answers;
  };
  return createAnswerSession({ publicKey, answersLeft }, { restore: () => kept, keep, isSecureContext });
}

it('a key with the thumbprint of the link may be written to', async () => {
  const session = open();
  await session.start(thumbprint);
  expect(session.getState()).toEqual({ phase: 'writing' });
});

it('a key that was swapped is refused before anything can be typed', async () => {
  const session = open();
  const { publicKey: other } = await createRequestKeys({ extractable: false });
  await session.start(await thumbprintOf(other));
  expect(session.getState()).toEqual({ phase: 'refused', problem: 'wrong-key' });
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
  await session.start('');
  expect(session.getState()).toEqual({ phase: 'writing' });
});

it('a full request says so before anything can be typed', async () => {
  const session = open({ answersLeft: 0 });
  await session.start(thumbprint);
  expect(session.getState()).toEqual({ phase: 'full' });
});

it('what was sent is listed, the newest first, until no answer is left to send', async () => {
  const session = open();
  await session.start(thumbprint);
  session.addSent({ ...ANSWER, answersLeft: 1 });
  await session.another(thumbprint);
  expect(session.getState()).toEqual({ phase: 'writing' });
  session.addSent({ ...ANSWER, receiptToken: 'second', answersLeft: 0 });
  await session.another(thumbprint);
  const answers = [{ ...ANSWER, receiptToken: 'second' }, ANSWER];
  expect(session.getState()).toEqual({ phase: 'sent', answersLeft: 0, answers });
  expect(kept).toEqual(answers);
});

it('another answer is written only when the link is still the right one', async () => {
  const session = open();
  await session.start(thumbprint);
  session.addSent({ ...ANSWER, answersLeft: 1 });
  await session.another('short');
  expect(session.getState()).toEqual({ phase: 'refused', problem: 'damaged' });
});

import { expect, it } from 'vitest';
import { readsMessages } from '#components/messages/reads';
import { receiptMessages as messages } from '#components/messages/receipt';
import { formatTime } from '#lib/locales/format.rules';
import { endHeading, receiptSentence } from './receipt-words';

const AT = '2031-01-01T00:00:00.000Z';
const LAST_AT = '2030-12-31T00:00:00.000Z';
const WHEN = formatTime(new Date(AT));
const counted = (reads: number) =>
  reads === 0
    ? readsMessages.sentence({ reads, max: 2 })
    : readsMessages.sentenceLast({ reads, max: 2, when: formatTime(new Date(LAST_AT)) });
const receiptOf = (reads: number) => ({ at: AT, reads, maxReads: 2, lastReadAt: reads === 0 ? null : LAST_AT });

it.each([
  ['created', 0, `${messages.states.created} ${counted(0)}`],
  ['created', 1, counted(1)],
  ['opened', 2, counted(2)],
  ['expired', 0, messages.states.expired(WHEN)],
  ['expired', 1, `${messages.countedStates.expired(WHEN)} ${counted(1)}`],
  ['deleted', 0, messages.states.deleted(WHEN)],
  ['deleted', 1, `${messages.countedStates.deleted(WHEN)} ${counted(1)}`],
] as const)('a receipt that is %s after %i of 2 reads calls nothing unread that was read', (state, reads, words) => {
  expect(receiptSentence({ state, ...receiptOf(reads) })).toBe(words);
});

it.each(['opened', 'expired', 'deleted'] as const)('the receipt of a burn paste that is %s says so, without a number', (state) => {
  expect(receiptSentence({ state, at: AT })).toBe(messages.states[state](WHEN));
  expect(endHeading({ state, at: AT })).toBe(messages.headings[state]);
});

it.each(['expired', 'deleted'] as const)('the heading of a paste that is %s calls it unread only if it was', (state) => {
  expect(endHeading({ state, ...receiptOf(1) })).toBe(messages.countedHeadings[state]);
  expect(endHeading({ state, ...receiptOf(0) })).toBe(messages.headings[state]);
});

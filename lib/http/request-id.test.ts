import { expect, it } from 'vitest';
import { requestIds } from './request-id';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

it("a trusted proxy's request id and trace go on", () => {
  const headers = { 'x-request-id': 'abc.DEF-1_2', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };
  expect(requestIds(headers, true)).toEqual({ requestId: 'abc.DEF-1_2', traceId: TRACE });
});

it("a client's own words don't", () => {
  const ids = requestIds({ 'x-request-id': 'abc', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, false);
  expect(ids).toEqual({ requestId: expect.stringMatching(UUID) });
});

it.each(['', 'a b', 'a"b', 'ä', 'x'.repeat(65), '<script>'])('a request id that is none is replaced: %j', (given) => {
  expect(requestIds({ 'x-request-id': given }, true).requestId).toMatch(UUID);
});

it.each([
  '',
  '00',
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
])('a trace that is none is left out: %j', (traceparent) => {
  expect(requestIds({ 'x-request-id': 'id', traceparent }, true)).toEqual({ requestId: 'id' });
});

import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { setContext } from './request-context';

/** The ids of a request from a proxy, or from the client itself. */
const idsOf = (headers: Record<string, string>, isFromProxy: boolean) => {
  const incoming = { headers } as unknown as IncomingMessage;
  const { requestId, ...more } = setContext(
    incoming,
    { address: isFromProxy ? null : '192.0.2.1', peer: '192.0.2.2' },
    { hops: 1, networks: null },
  );
  return { requestId, ...('traceparent' in more && { traceparent: more.traceparent }) };
};

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

it("a trusted proxy's request id goes on", () => {
  expect(idsOf({ 'x-request-id': 'abc.DEF-1_2' }, true)).toEqual({ requestId: 'abc.DEF-1_2' });
});

it("a client's own request id doesn't", () => {
  expect(idsOf({ 'x-request-id': 'abc' }, false)).toEqual({ requestId: expect.stringMatching(UUID) });
});

it.each([true, false])('a trace goes on, whoever sent it (a proxy: %s)', (isFromProxy) => {
  expect(idsOf({ traceparent: TRACEPARENT }, isFromProxy)).toMatchObject({ traceparent: TRACEPARENT });
  expect(idsOf({ traceparent: `${TRACEPARENT}0` }, isFromProxy)).not.toHaveProperty('traceparent');
});

it.each(['', 'a b', 'a"b', 'ä', 'x'.repeat(65), '<script>'])('a request id that is none is replaced: %j', (given) => {
  expect(idsOf({ 'x-request-id': given }, true).requestId).toMatch(UUID);
});

import { expect, it } from 'vitest';
import { currentTraceparent, inTrace, parseTraceparent, traceIdOf } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

it.each([
  ['00', '01', '01'],
  ['00', '00', '00'],
  // Later versions, and flags that this one doesn't know.
  ['cc', '03', '01'],
])('a traceparent of version %s with flags %s goes on with flags %s', (version, flags, passed) => {
  const trace = parseTraceparent(`${version}-${TRACE}-${SPAN}-${flags}`);
  expect(inTrace(trace, currentTraceparent)).toBe(`00-${TRACE}-${SPAN}-${passed}`);
});

it.each([
  undefined,
  '',
  '00',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01\r\nX-Evil: 1`,
  [`00-${TRACE}-${SPAN}-01`],
])('what is no traceparent is no trace: %j', (text) => {
  expect(parseTraceparent(text)).toBeNull();
});

it('a trace holds for all that its function waits for, and for nothing beside it', async () => {
  const sent = `00-${TRACE}-${SPAN}-01`;
  const trace = parseTraceparent(sent);
  const inside = inTrace(trace, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return currentTraceparent();
  });
  expect(currentTraceparent()).toBeNull();
  expect(await inside).toBe(sent);
  expect(inTrace(null, currentTraceparent)).toBeNull();
  expect(inTrace(trace, () => inTrace(null, currentTraceparent))).toBe(sent);
  expect(traceIdOf(sent)).toBe(TRACE);
});

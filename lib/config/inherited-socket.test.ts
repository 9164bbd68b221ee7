import { expect, it } from 'vitest';
import { inheritedSocket } from './inherited-socket';

const given = (environment: Record<string, string>, pid = 7) => inheritedSocket(environment as never, pid);

it('the socket that systemd passes to this very process is file 3', () => {
  expect(given({ LISTEN_PID: '7', LISTEN_FDS: '1' })).toBe(3);
  expect(given({})).toBeNull();
  expect(given({ LISTEN_PID: '6', LISTEN_FDS: '1' })).toBeNull();
});

it.each(['0', '2'])('%s sockets from systemd are refused, as one would never be served', (LISTEN_FDS) => {
  expect(() => given({ LISTEN_PID: '7', LISTEN_FDS })).toThrow(/^LISTEN_FDS: expected one socket/);
});

import { expect, it } from 'vitest';
import { parseNetwork } from '../http/network';
import { isNetwork, networksIn } from './network.rules';

const RIGHT = ['192.0.2.1', '192.0.2.0/24', '0.0.0.0/0', '255.255.255.255/32', '2001:db8::/64', '::1', '::ffff:192.0.2.1', 'FE80::1/128'];
const WRONG = [
  '',
  '/',
  '192.0.2',
  '192.0.2.1.',
  '192.0.2.256',
  '192.0.2.1/33',
  '192.0.2.1/',
  '1.2.3.4/8/8',
  '::/129',
  ':::',
  'fe80::1%eth0',
];

it.each(RIGHT)('%s is a network for the page and for the service', (text) => {
  expect([isNetwork(text), parseNetwork(text) !== null]).toEqual([true, true]);
});

it.each([...WRONG, 'localhost', 'a.b.c.d', '[::1]', '1e3', '::1/-1'])('“%s” is a network for neither', (text) => {
  expect([isNetwork(text), parseNetwork(text)]).toEqual([false, null]);
});

it('networks are separated by commas, spaces or lines', () => {
  expect(networksIn(' 10.0.0.0/8,192.0.2.1;  ::1\n')).toEqual(['10.0.0.0/8', '192.0.2.1', '::1']);
});

import { describe, expect, it } from 'vitest';
import { parseNetwork } from './network';

const spelled = (text: string) => {
  const network = parseNetwork(text);
  return network && `${network[0].toString()}/${network[1]}`;
};

describe('a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::ffff:c000:201', '192.0.2.1/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('%s is %s', (text, expected) => {
    expect(spelled(text)).toBe(expected);
  });

  it.each([
    // Addresses that are spelled as IPv6, but with the prefix of an IPv4 network.
    '::ffff:1.2.3.4/8',
    '::ffff:1.2.3.4/32',
    '::ffff:0:0/95',
    '::ffff:1.2.3.4/129',
    '',
    '/8',
    '192.0.2.0/',
    '192.0.2.0/33',
    '192.0.2.0/-1',
    '192.0.2.0/+8',
    '192.0.2.0/8.0',
    '192.0.2.0/8/8',
    '192.0.2.0/255.255.255.0',
    // Short forms that programs complete in different ways.
    '10/8',
    '192.0.2',
    '010.0.0.1',
    '0x7f.1',
    '2130706433',
    '2001:db8::/129',
    '2001:db8::/ 64',
    'fe80::1%eth0',
    '[::1]',
    'example',
  ])('%j is none', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { clientAddress, connectionAddress, limitIdentity } from './client-address';
import { countAddresses, parseTrustedProxies, type TrustedProxies } from './trusted-proxies';

const trusted = (text: string) => parseTrustedProxies(text) as TrustedProxies;
const anywhere = (hops: number): TrustedProxies => ({ hops, networks: null });

describe('the client address without a trusted proxy', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, null],
    ['', null],
  ])('of socket %s is %s, whatever is forwarded', (socketAddress, expected) => {
    expect(clientAddress(socketAddress, undefined, anywhere(0))).toBe(expected);
    expect(clientAddress(socketAddress, '198.51.100.1', anywhere(0))).toBe(expected);
    expect(clientAddress(socketAddress, '198.51.100.1, 198.51.100.2', anywhere(0))).toBe(expected);
  });
});

describe('the client address behind trusted proxies', () => {
  const PROXY = '10.0.0.1';

  it.each([
    ['one, one entry', 1, '203.0.113.7', '203.0.113.7'],
    ['one, the client lied', 1, '1.1.1.1, 2.2.2.2, 203.0.113.7', '203.0.113.7'],
    ['two', 2, '1.1.1.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['two, the client lied about all of it', 2, '1.1.1.1,9.9.9.9,8.8.8.8,203.0.113.7,10.0.0.2', '203.0.113.7'],
    ['three', 3, '203.0.113.7, 10.0.0.3, 10.0.0.2', '203.0.113.7'],
    ['spaces and tabs', 1, '1.1.1.1 ,\t203.0.113.7\t ', '203.0.113.7'],
    ['no spaces', 1, '1.1.1.1,203.0.113.7', '203.0.113.7'],
    ['a port', 1, '203.0.113.7:51234', '203.0.113.7'],
    ['IPv6', 1, '2001:DB8::0007', '2001:db8::7'],
    ['IPv6 in brackets', 1, '[2001:db8::7]', '2001:db8::7'],
    ['IPv6 in brackets with a port', 1, '[2001:db8::7]:51234', '2001:db8::7'],
    ['IPv6 with a zone', 1, 'fe80::7%en0', 'fe80::7'],
    ['IPv6 in brackets with a zone and a port', 1, '[fe80::7%en0]:443', 'fe80::7'],
    ['IPv4-mapped', 1, '::ffff:203.0.113.7', '203.0.113.7'],
    ['IPv4-mapped in hexadecimal', 1, '::ffff:cb00:7107', '203.0.113.7'],
    ['IPv4-mapped in brackets with a port', 1, '[::ffff:203.0.113.7]:80', '203.0.113.7'],
  ])('%s', (_, trustedProxies, forwardedFor, expected) => {
    expect(clientAddress(PROXY, forwardedFor, anywhere(trustedProxies))).toBe(expected);
  });

  it.each([
    ['no header', 1, undefined],
    ['an empty header', 1, ''],
    ['too few entries', 2, '203.0.113.7'],
    ['far too few entries', 32, '203.0.113.7, 203.0.113.8'],
    ['an empty last entry', 1, '203.0.113.7,'],
    ['a word', 1, 'unknown'],
    ['an obfuscated name', 1, '_hidden'],
    ['a host name', 1, 'client.example'],
    ['too many numbers', 1, '203.0.113.7.1'],
    ['a number too large', 1, '203.0.113.256'],
    ['leading zeros, which some read as octal', 1, '0203.0.113.007'],
    ['a short form', 1, '127.1'],
    ['a whole number', 1, '2130706433'],
    ['quotes', 1, '"203.0.113.7"'],
    ['the syntax of Forwarded', 1, 'for=203.0.113.7'],
    ['a list with semicolons', 1, '203.0.113.7;203.0.113.8'],
    ['a line break', 1, '203.0.113.7\r\nX: y'],
    ['an open bracket', 1, '[2001:db8::7'],
    ['words behind a bracket', 1, '[2001:db8::7]x'],
    ['an IPv6 with too many parts', 1, '1:2:3:4:5:6:7:8:9'],
    ['nothing but a zone', 1, '%eth0'],
    ['a very long entry', 1, '1'.repeat(10_000)],
  ])('that sent %s: the proxy itself, never a guess', (_, trustedProxies, forwardedFor) => {
    expect(clientAddress(PROXY, forwardedFor, anywhere(trustedProxies))).toBe(PROXY);
  });

  it('is nobody where not even the socket has an address', () => {
    expect(clientAddress(undefined, undefined, anywhere(1))).toBeNull();
    expect(clientAddress(undefined, 'unknown', anywhere(1))).toBeNull();
    expect(clientAddress(undefined, '203.0.113.7', anywhere(1))).toBe('203.0.113.7');
  });
});

describe('the client address behind trusted networks', () => {
  const CLIENT = '203.0.113.7';
  const NETWORKS = '10.1.0.0/16, 2001:db8:1::/48,192.0.2.9';
  const CHAIN = `3 ${NETWORKS}`;

  it.each(['203.0.113.7', '10.2.0.1', '192.0.2.8', '127.0.0.1', '::1', '2001:db8:2::1'])(
    'of a direct client at %s is its own, whatever it sends',
    (address) => {
      for (const forwardedFor of ['198.51.100.1', '10.1.0.1', '198.51.100.1, 10.1.0.1', '127.0.0.1', ''])
        expect(clientAddress(address, forwardedFor, trusted(CHAIN))).toBe(address);
    },
  );

  it.each([
    ['one proxy', '10.1.0.1', CLIENT],
    ['one proxy, the client lied', '10.1.0.1', `10.1.0.9, 1.1.1.1, ${CLIENT}`],
    ['two proxies', '10.1.0.1', `${CLIENT}, 192.0.2.9`],
    ['two proxies, the client named one of them', '10.1.0.1', `1.1.1.1, 10.1.0.9, ${CLIENT}, 10.1.200.3`],
    ['a proxy by IPv6', '2001:db8:1:2::3', `1.1.1.1, ${CLIENT}`],
    ['a proxy that the socket spells as IPv6', '::ffff:10.1.0.1', CLIENT],
    ['a proxy with a port', '10.1.0.1', `${CLIENT}:4711, 10.1.0.2:80`],
  ])('is the first from the right that is in none of them: %s', (_, socketAddress, forwardedFor) => {
    expect(clientAddress(socketAddress, forwardedFor, trusted(CHAIN))).toBe(CLIENT);
  });

  it.each([
    ['no header', undefined, '10.1.0.1'],
    ['an empty header', '', '10.1.0.1'],
    ['a word', 'unknown', '10.1.0.1'],
    ['a word behind another proxy', `${CLIENT}, unknown, 10.1.0.2`, '10.1.0.2'],
    ['nothing but proxies', '10.1.0.3, 10.1.0.2', '10.1.0.3'],
  ])('is the proxy that vouched last where it got %s', (_, forwardedFor, expected) => {
    expect(clientAddress('10.1.0.1', forwardedFor, trusted(CHAIN))).toBe(expected);
  });

  it.each([
    ['one client inside of the network', '10.1.0.0/16', '198.51.100.1, 10.1.7.7', '10.1.7.7'],
    ['one client inside of the network, its port too', '10.1.0.0/16', '198.51.100.1, 10.1.7.7:4711', '10.1.7.7'],
    ['a proxy more than was said', '10.1.0.0/16', `${CLIENT}, 10.1.0.2`, '10.1.0.2'],
    ['two proxies', '2 10.1.0.1 10.1.0.2', `198.51.100.1, ${CLIENT}, 10.1.0.2`, CLIENT],
    ['a client beside two proxies', '2,10.1.0.1,10.1.0.2', '198.51.100.1, 203.0.113.9, 10.1.7.7', '10.1.7.7'],
    ['a client that named all of them', '2,10.1.0.1,10.1.0.2', `198.51.100.1, ${CLIENT}, 10.1.0.2, 10.1.7.7`, '10.1.7.7'],
  ])('the client is at most so many entries away as there are proxies: %s', (_, text, forwardedFor, expected) => {
    expect(clientAddress('10.1.0.1', forwardedFor, trusted(text))).toBe(expected);
  });

  it.each([
    ['10.0.0.5', 1],
    ['10.0.0.0/24', 256],
    ['10.0.0.0/24,192.0.2.1', 257],
    ['10.0.0.0/8', 2 ** 24],
    ['2001:db8::/120', 256],
    ['2001:db8::/64', 2 ** 64],
    ['loopback,127.0.0.1,10.0.0.5', 1],
    ['127.0.0.0/7', 2 ** 25],
  ])('in %s are %d, besides those of this machine', (text, count) => {
    expect(countAddresses(trusted(text).networks ?? [])).toBe(count);
  });

  it('is nobody where the socket has no address: no header is believed', () => {
    expect(clientAddress(undefined, CLIENT, trusted(CHAIN))).toBeNull();
  });

  it.each([
    ['loopback', ['127.0.0.1', '127.9.9.9', '::1'], ['10.0.0.1', '128.0.0.1', '::2']],
    ['loopback,10.0.0.0/8', ['::1', '10.9.9.9'], ['192.168.0.1']],
    ['::ffff:10.0.0.0/104', ['10.9.9.9', '::ffff:10.9.9.9'], ['192.168.0.1', '::1']],
  ])('known as %s are these and no others', (name, inside, outside) => {
    for (const address of inside) expect([address, clientAddress(address, CLIENT, trusted(name))]).toEqual([address, CLIENT]);
    for (const address of outside) expect([address, clientAddress(address, CLIENT, trusted(name))]).toEqual([address, address]);
  });

  it.each([
    '',
    ',',
    'loopback,',
    'true',
    'all',
    '*',
    'Loopback',
    'private',
    '0,10.0.0.1',
    '33,10.0.0.1',
    '10.0.0.1,2',
    '1 2 10.0.0.1',
    '10.0.0.1,,10.0.0.2',
    '33',
    '-1',
    '1.5',
    '1,2',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    '10.0.0.0/08x',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0',
    '010.0.0.1',
    '256.0.0.0/8',
    'proxy.example',
    '2001:db8::/129',
    '::ffff:10.0.0.0/8',
    '::ffff:0:0/96',
    'fe80::1%eth0',
    '[::1]',
    '10.0.0.1:80',
    '10.0.0.0/8;::1',
  ])('cannot be %j', (text) => {
    expect(parseTrustedProxies(text)).toBeNull();
  });
});

describe('whom a connection counts against', () => {
  it.each([
    ['0', '203.0.113.7', '203.0.113.7'],
    ['0', '::ffff:203.0.113.7', '203.0.113.7'],
    ['1', '203.0.113.7', null],
    ['loopback', '203.0.113.7', '203.0.113.7'],
    ['loopback', '127.0.0.1', null],
  ])('with TRUST_PROXY=%s, from %s, is %s: a proxy carries the requests of many', (text, address, expected) => {
    expect(connectionAddress(address, trusted(text))).toBe(expected);
  });
});

describe('whom a rate limit counts', () => {
  it('an IPv4 address by itself', () => {
    expect(limitIdentity('203.0.113.7')).toBe('203.0.113.7');
    expect(limitIdentity('203.0.113.8')).not.toBe(limitIdentity('203.0.113.7'));
  });

  it.each([
    ['2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:db8:1:2:8000::'],
    ['::1', '::2:0:1'],
    ['fe80::1', 'fe80::ffff'],
  ])('%s and %s as one: they share their /64', (one, other) => {
    expect(limitIdentity(one)).toBe(limitIdentity(other));
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['2001:db8:1:2::1', '2001:db8:0:2::1'],
    ['2001:db8:1:2::1', '2001:db9:1:2::1'],
  ])('%s and %s as two', (one, other) => {
    expect(limitIdentity(one)).not.toBe(limitIdentity(other));
  });

  it('says in the name that it is a network', () => {
    expect(limitIdentity('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  });

  it('everybody without an address as one', () => {
    expect(limitIdentity(null)).toBe('unknown');
  });

  it('an IPv4-mapped address like the IPv4 address, not with all others of its kind', () => {
    const identity = (socketAddress: string) => limitIdentity(clientAddress(socketAddress, undefined, anywhere(0)));
    expect(identity('::ffff:203.0.113.7')).toBe(identity('203.0.113.7'));
    expect(identity('::ffff:203.0.113.7')).not.toBe(identity('::ffff:203.0.113.8'));
  });
});

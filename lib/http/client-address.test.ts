import { describe, expect, it } from 'vitest';
import { clientAddress, limitIdentity } from './client-address';

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
    expect(clientAddress(socketAddress, undefined, 0)).toBe(expected);
    expect(clientAddress(socketAddress, '198.51.100.1', 0)).toBe(expected);
    expect(clientAddress(socketAddress, '198.51.100.1, 198.51.100.2', 0)).toBe(expected);
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
    expect(clientAddress(PROXY, forwardedFor, trustedProxies)).toBe(expected);
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
    expect(clientAddress(PROXY, forwardedFor, trustedProxies)).toBe(PROXY);
  });

  it('is nobody where not even the socket has an address', () => {
    expect(clientAddress(undefined, undefined, 1)).toBeNull();
    expect(clientAddress(undefined, 'unknown', 1)).toBeNull();
    expect(clientAddress(undefined, '203.0.113.7', 1)).toBe('203.0.113.7');
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
    const identity = (socketAddress: string) => limitIdentity(clientAddress(socketAddress, undefined, 0));
    expect(identity('::ffff:203.0.113.7')).toBe(identity('203.0.113.7'));
    expect(identity('::ffff:203.0.113.7')).not.toBe(identity('::ffff:203.0.113.8'));
  });
});

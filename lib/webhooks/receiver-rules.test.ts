import { describe, expect, it } from 'vitest';
import { isDenied, isNamed, isNamedAddress, parseAllowRules, parseDenyRules } from './receiver-rules';

const rulesOf = (text: string) => parseAllowRules(text) ?? [];

describe('the receivers that an operator names', () => {
  it.each([
    '',
    'ntfy.lan,10.0.0.5:8065',
    'ntfy',
    'localhost:8080 127.0.0.1:8080',
    '[fd00::5]:8065, fd00::5',
    '::ffff:10.0.0.5',
    'hooks.example',
  ])('%j are understood', (text) => {
    expect(parseAllowRules(text)).toHaveLength(text.split(/[\s,]+/).filter(Boolean).length);
  });

  it.each([
    '10.0.0.0/8',
    '10.0.0',
    '10.0.0.256',
    '*.lan',
    '.lan',
    'a..b',
    ':8065',
    'ntfy.lan:0',
    'ntfy.lan:65536',
    'http://ntfy.lan',
    'ntfy.lan/topic',
    'anna@ntfy.lan',
    '169.254.169.254',
    'fe80::1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '::',
    'ntfy.lan, ?',
  ])('%j are not', (text) => {
    expect(parseAllowRules(text)).toBeNull();
  });

  it.each([
    ['ntfy.lan', 'http://ntfy.lan/x', true],
    ['ntfy.lan', 'https://NTFY.lan./x', true],
    ['ntfy.lan', 'http://ntfy.lan:8080/x', false],
    ['ntfy.lan:8080', 'http://ntfy.lan:8080/x', true],
    ['ntfy.lan:8080', 'http://ntfy.lan/x', false],
    ['ntfy.lan', 'http://a.ntfy.lan/x', false],
    ['ntfy.lan', 'http://ntfy.lan.evil.example/x', false],
    ['10.0.0.5:8065', 'http://10.0.0.5:8065/x', true],
    ['10.0.0.5:8065', 'http://[::ffff:10.0.0.5]:8065/x', true],
    ['10.0.0.5:8065', 'http://0x0a.0.0.5:8065/x', true],
    ['10.0.0.5:8065', 'http://10.0.0.6:8065/x', false],
    ['10.0.0.5:8065', 'http://chat.lan:8065/x', false],
    ['[fd00::5]:8065', 'http://[fd00:0::5]:8065/x', true],
    ['', 'http://ntfy.lan/x', false],
  ])('%j name %s: %s', (rules, url, expected) => {
    expect(isNamed(rulesOf(rules), new URL(url))).toBe(expected);
  });

  it.each([
    ['http://ntfy.lan/', '10.0.0.9', true],
    ['http://ntfy.lan/', '192.168.1.1', true],
    ['http://ntfy.lan/', 'fd00::5', true],
    ['http://ntfy.lan/', '100.64.0.1', true],
    ['http://ntfy.lan/', '1.1.1.1', true],
    ['http://ntfy.lan/', '127.0.0.1', false],
    ['http://ntfy.lan/', '::1', false],
    ['http://ntfy.lan/', '::ffff:127.0.0.1', false],
    ['http://ntfy.lan/', '169.254.169.254', false],
    ['http://ntfy.lan/', 'fe80::1', false],
    ['http://ntfy.lan/', '0.0.0.0', false],
    ['http://ntfy.lan/', '64:ff9b::a00:1', false],
    ['http://ntfy.lan/', 'nonsense', false],
    ['http://localhost:8080/', '127.0.0.1', true],
    ['http://127.0.0.1:8080/', '127.0.0.1', true],
    ['http://other.lan/', '10.0.0.9', false],
  ])('%s may lead to %s: %s', (url, address, expected) => {
    expect(isNamedAddress(rulesOf('ntfy.lan,localhost:8080,127.0.0.1:8080'), new URL(url), address)).toBe(expected);
  });
});

const denied = (rules: string, url: string, address: string | null = null) => isDenied(parseDenyRules(rules) ?? [], new URL(url), address);

describe('what the operator rules out', () => {
  it.each([
    '',
    '198.51.100.7',
    '198.51.100.0/24, 2001:db8:64::/96',
    '2001:db8::1 [2001:db8::1]:8443\n:8443',
    'hooks.example,*.corp.example:443',
    '::/0',
    '::ffff:198.51.100.0/120',
    'localhost',
  ])('%j is understood', (text) => {
    expect(parseDenyRules(text)).toHaveLength(text.split(/[\s,]+/).filter(Boolean).length);
  });

  it.each([
    '198.51.100.7.8',
    '198.51.100.0/33',
    '198.51.100',
    '300.1.1.1',
    '2001:db8::/129',
    '2001:db8::g',
    ':0',
    ':65536',
    ':',
    'https://hooks.example',
    '*',
    '*example',
    'a..b',
    '-a',
    'hooks.example/24',
    '::ffff:198.51.100.0/24',
    '198.51.100.7, ?',
  ])('%j is not', (text) => {
    expect(parseDenyRules(text)).toBeNull();
  });

  it.each([
    ['198.51.100.0/24', '198.51.100.255', true],
    ['198.51.100.0/24', '198.51.101.0', false],
    ['198.51.100.0/24', '::ffff:198.51.100.1', true],
    ['::ffff:198.51.100.0/120', '198.51.100.255', true],
    ['::ffff:198.51.100.0/120', '198.51.101.0', false],
    ['::ffff:198.51.100.7', '198.51.100.7', true],
    ['[::ffff:198.51.100.7]:443', '198.51.100.7', true],
    ['198.51.100.7', '198.51.100.7', true],
    ['198.51.100.7', '198.51.100.8', false],
    ['2001:db8:64::/96', '2001:db8:64::a00:1', true],
    ['2001:db8:64::/96', '2001:db8:65::a00:1', false],
    ['2001:db8::1', '2001:DB8:0::1', true],
    ['198.51.100.7:443', '198.51.100.7', true],
    ['198.51.100.7:8443', '198.51.100.7', false],
    ['hooks.example', '198.51.100.7', true],
    ['hooks.example:8443', '198.51.100.7', false],
    ['other.example, 198.51.100.7', '198.51.100.7', true],
    [':443', '198.51.100.7', true],
    [':8443', '198.51.100.7', false],
    ['198.51.100.0/24', null, false],
    ['', '198.51.100.7', false],
  ])('%j rules out https://hooks.example at %s: %s', (rules, address, expected) => {
    expect(denied(rules, 'https://hooks.example/', address)).toBe(expected);
  });

  it.each([
    ['*.corp.example', 'https://a.b.corp.example/', true],
    ['*.corp.example', 'https://corp.example/', false],
    ['*.corp.example', 'https://notcorp.example/', false],
    ['corp.example', 'https://CORP.example./', true],
    ['corp.example', 'https://a.corp.example/', false],
    [':80', 'http://a.example/', true],
    [':443', 'https://a.example:443/', true],
    [':8443', 'https://a.example:8443/', true],
  ])('%j rules out %s: %s', (rules, url, expected) => {
    expect(denied(rules, url)).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { isNamed, isNamedAddress, parseAllowRules } from './allow-rules';

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

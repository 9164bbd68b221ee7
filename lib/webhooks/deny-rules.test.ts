import { describe, expect, it } from 'vitest';
import { isDenied, parseDenyRules } from './deny-rules';

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

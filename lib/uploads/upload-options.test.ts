/** The options of uploads; a wrong one is refused by its name. */
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../http/errors';
import { ttlTooLong } from '../pastes/paste.errors';
import { NO_OPTIONS } from '../pastes/paste-options.rules';
import { type GivenOptions, pasteFieldsOf, refuseOptionHeaders, throwInUploadNames } from './upload-options';

const DEFAULTS = { title: 'notes.md', syntax: 'markdown', isE2ee: false };
const WEEK = 604_800;

describe('an upload', () => {
  it('an upload without options takes its name and language from its file', () => {
    expect(pasteFieldsOf([], DEFAULTS)).toEqual({
      ...NO_OPTIONS,
      title: 'notes.md',
      syntax: 'markdown',
      ttlSeconds: 'default',
      protect: true,
      readProof: null,
    });
  });

  it.each([
    ['90s', 90],
    ['10m', 600],
    ['2h', 7_200],
    ['1d', 86_400],
    ['1w', WEEK],
    ['1y', 31_536_000],
    ['31536000', 31_536_000],
    ['1', 1],
    ['never', null],
  ])('with ttl=%s lives for %s seconds', (ttl, seconds) => {
    expect(pasteFieldsOf([['ttl', ttl]], DEFAULTS).ttlSeconds).toBe(seconds);
  });

  it.each<[string, Partial<ReturnType<typeof pasteFieldsOf>>]>([
    ['burn=1', { burnAfterRead: true }],
    ['burn=', { burnAfterRead: true }],
    ['burn=true', { burnAfterRead: true }],
    ['burn=0', { burnAfterRead: false }],
    ['burn=false', { burnAfterRead: false }],
    ['e2ee=1', { isE2ee: true }],
    ['burn=1&approval=2', { burnAfterRead: true, approvals: 2 }],
    ['syntax=rust', { syntax: 'rust' }],
    ['syntax=', { syntax: 'plaintext' }],
    ['title=T', { title: 'T' }],
    ['title=', { title: '' }],
  ])('with %s is %j', (option, fields) => {
    expect(pasteFieldsOf([...new URLSearchParams(option)], DEFAULTS)).toMatchObject(fields);
  });

  it('of an envelope by its type stays one', () => {
    expect(pasteFieldsOf([], { ...DEFAULTS, isE2ee: true }).isE2ee).toBe(true);
  });
});

describe('what is refused, by name', () => {
  it.each<[GivenOptions, string]>([
    [[['expire', '1h']], 'expire'],
    [[['constructor', '1']], 'constructor'],
    [[['ttl', '']], 'ttl'],
    [[['ttl', '0']], 'ttl'],
    [[['ttl', '-1']], 'ttl'],
    [[['ttl', '1h30m']], 'ttl'],
    [[['ttl', '2y']], 'ttl'],
    [[['ttl', '31536001']], 'ttl'],
    [[['ttl', '1e3']], 'ttl'],
    [[['ttl', 'Never']], 'ttl'],
    [[['burn', 'yes']], 'burn'],
    [[['e2ee', '2']], 'e2ee'],
    [[['approval', 'two']], 'approval'],
    [[['syntax', 'a\nb']], 'syntax'],
    [[['syntax', 'x'.repeat(65)]], 'syntax'],
    [[['title', 'x'.repeat(256)]], 'title'],
    [
      [
        ['ttl', '1h'],
        ['ttl', '1h'],
      ],
      'ttl',
    ],
  ])('%j', (given, name) => {
    const refused = (): unknown => pasteFieldsOf(given, DEFAULTS);
    expect(refused).toThrow(ValidationError);
    expect(refused).toThrow(
      expect.objectContaining({ options: expect.objectContaining({ details: [{ path: [name], message: expect.any(String) }] }) }),
    );
  });
});

it.each([
  ['expire', 'unknown option: expected ttl=1h'],
  ['OneShot', 'unknown option: expected burn=1'],
  ['colour', expect.stringMatching(/one of ttl, syntax, title, burn, .*, and the text as "file"/)],
])('an option called %s is refused with what was meant', (name, message) => {
  expect(() => pasteFieldsOf([[name, '1']], DEFAULTS)).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ details: [{ path: [name], message }] }) }),
  );
});

it.each([
  ['expire', 'ttl=1h'],
  ['X-Burn', 'burn=1'],
  ['Max-Downloads', 'reads=1'],
])('a header %s, which would have no effect, is refused with the option', (name, option) => {
  expect(() => refuseOptionHeaders(new Headers({ [name]: '1' }))).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({ details: [{ path: [name.toLowerCase()], message: expect.stringContaining(option) }] }),
    }),
  );
  expect(() => refuseOptionHeaders(new Headers({ Accept: '*/*', Expires: '0', From: 'a@example.com' }))).not.toThrow();
});

it('a time that the service refuses is named as uploads name it, with its own code', () => {
  const message = 'this service keeps a paste for at most 60 seconds from now';
  const named = { code: 'ttl_too_long', options: { details: [{ path: ['ttl'], message }] } };
  expect(() => throwInUploadNames(ttlTooLong(60))).toThrow(expect.objectContaining(named));
});

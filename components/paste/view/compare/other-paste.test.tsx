/** Loading the text of another paste, and what the page sends for it. */
import { expect, it } from 'vitest';
import { serve, status, text, unreachable } from '#components/testing/fake-server';
import { sealPaste } from '#lib/envelope/envelope-seal';
import { COMPARE_MAX_BYTES, loadOtherPaste } from './other-paste';

const ID = 'b'.repeat(24);
const ROUTE = `GET /raw/${ID}`;
const link = (fragment = '') => `${location.origin}/view/${ID}${fragment}`;
const sealed = (envelope: string) => () => new Response(envelope, { headers: { 'Content-Type': 'application/jose' } });

it('a paste that isn’t encrypted is read, and its lines have links', async () => {
  const { requests } = serve({ [ROUTE]: text('a\nb') });
  const loaded = await loadOtherPaste(` ${link('#L3')} `, '');
  expect(loaded).toMatchObject({ text: 'a\nb' });
  if (typeof loaded !== 'string') expect(loaded.lineLink(2)).toBe(link('#L2'));
  // The server refuses to burn for such a request.
  expect(requests[0]?.headers.get('If-None-Match')).not.toBeNull();
});

it('an encrypted paste is opened here, and its key is in no request', async () => {
  const { envelope, key } = await sealPaste({ content: 'secret', title: 'T', syntax: '' });
  const server = serve({ [ROUTE]: sealed(envelope) });
  expect(await loadOtherPaste(link(`#${key}`), '')).toMatchObject({ name: 'T', text: 'secret' });
  expect(server.routes()).toEqual([ROUTE]);
  expect(server.sent()).not.toContain(key);
});

it('a paste with a password asks for it, as often as needed', async () => {
  const { envelope, key } = await sealPaste({ content: 'secret', title: '', syntax: '' }, { password: 'right' });
  serve({ [ROUTE]: sealed(envelope) });
  expect(await loadOtherPaste(link(`#${key}`), '')).toEqual('password-needed');
  expect(await loadOtherPaste(link(`#${key}`), 'wrong')).toEqual('wrong-password');
  expect(await loadOtherPaste(link(`#${key}`), 'right')).toMatchObject({ text: 'secret' });
});

it.each([
  ['', 'no-link'],
  ['hello', 'no-link'],
  ['/docs/api', 'no-link'],
  [`https://elsewhere.example/view/${ID}`, 'other-host'],
])('nothing is asked for %j', async (given, expected) => {
  const { requests } = serve({});
  expect(await loadOtherPaste(given, '')).toEqual(expected);
  expect(requests).toEqual([]);
});

it.each([
  ['a paste that burns', status(412), 'burns'],
  ['a paste that is gone', status(404), 'gone'],
  ['too many requests', status(429), 'unreachable'],
  ['no network', unreachable, 'unreachable'],
  ['a text over the limit', text('a'.repeat(COMPARE_MAX_BYTES + 1)), 'too-large'],
])('%s is no text to compare with', async (_, handler, expected) => {
  serve({ [ROUTE]: handler });
  expect(await loadOtherPaste(link(), '')).toEqual(expected);
});

it.each([['#'], [`#${'A'.repeat(43)}`]])('a link with a missing or wrong key is told so: %s', async (fragment) => {
  const { envelope } = await sealPaste({ content: 'secret', title: '', syntax: '' });
  serve({ [ROUTE]: sealed(envelope) });
  expect(await loadOtherPaste(link(fragment), '')).toEqual('key');
});

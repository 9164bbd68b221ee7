import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serveFetch, silence } from '#components/testing/fetch';
import { PUBLIC_ID, sealedPaste } from '#components/testing/viewed-paste';
import type { ViewedPaste } from '#lib/pastes/reading/viewed-paste.rules';
import { EARLY_LINES_ID, EARLY_PROGRESS_ID, EARLY_TITLE_ID, NOTHING_EARLY } from './early';
import { readEarly } from './read-early';

beforeEach(() => {
  document.body.innerHTML = `<h1 id="${EARLY_TITLE_ID}"></h1><code id="${EARLY_LINES_ID}"></code><progress id="${EARLY_PROGRESS_ID}" hidden></progress>`;
  history.replaceState(null, '', `/view/${PUBLIC_ID}`);
});

afterEach(() => {
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const shown = () => document.getElementById(EARLY_LINES_ID)?.textContent ?? '';

/** Text that compresses badly, so that its envelope is long too. */
const noise = (characters: number) =>
  `MARK\n${Array.from({ length: characters / 8 }, () => Math.random().toString(36).slice(2, 10)).join('\n')}`;

/** Opens a link whose data has this paste. */
function open(paste: ViewedPaste, key: string) {
  location.hash = key;
  return readEarly(Promise.resolve({ paste, moderation: null }));
}

it('a small envelope in the data is decrypted whole and shown', async () => {
  const { inPage, key } = await sealedPaste({ content: 'one\ntwo', title: 'Two lines' });
  const { opened, known } = await open(inPage, key);
  expect([opened?.content, known]).toEqual(['one\ntwo', {}]);
  expect([document.getElementById(EARLY_TITLE_ID)?.textContent, shown()]).toEqual(['Two lines', 'one\ntwo\n']);
});

it('a long envelope is fetched and its first lines shown before React has it', async () => {
  const text = noise(400_000);
  const { inPage, envelope, key } = await sealedPaste({ content: text, title: 'Long' });
  const asked = serveFetch(() => new Response(envelope));
  const early = await open({ ...inPage, content: null }, key);
  expect(asked.map(({ path }) => path)).toEqual([`/raw/${PUBLIC_ID}`]);
  expect(early).toMatchObject({ opened: null, known: { content: envelope, title: 'Long' } });
  expect(shown()).toMatch(/^MARK\n/);
  expect(text.startsWith(early.known.preview ?? '-')).toBe(true);
  const progress = document.getElementById(EARLY_PROGRESS_ID) as HTMLProgressElement;
  expect([progress.hidden, progress.value, progress.max]).toEqual([false, envelope.length, envelope.length]);
});

it('a short envelope of a long text is left for React, which decrypts in a worker', async () => {
  const { inPage, envelope, key } = await sealedPaste({ content: noise(100_000) });
  expect(await open(inPage, key)).toMatchObject({ opened: null, known: { content: envelope } });
  expect(shown()).toMatch(/^MARK\n/);
});

it.each([
  ['burns', { burnAfterRead: true }],
  ['has a number of reads', { readsLeft: 2 }],
  ['is another program’s ciphertext', { isEnvelope: false }],
])('nothing is fetched of a paste that %s', async (_, fields) => {
  const { inPage, key } = await sealedPaste({ content: 'one' });
  const asked = serveFetch(silence);
  expect(await open({ ...inPage, content: null, ...fields }, key)).toEqual(NOTHING_EARLY);
  expect(asked).toEqual([]);
});

it('with a password the envelope is left as it is', async () => {
  const { inPage, envelope, key } = await sealedPaste({ content: 'secret' }, 'word');
  expect(await open(inPage, key)).toEqual({ opened: null, known: { content: envelope } });
  expect(shown()).toBe('');
});

it.each([
  ['a refused request', () => new Response('no', { status: 429 })],
  ['a network that fails', () => Promise.reject(new TypeError('offline'))],
])('%s leaves everything to React', async (_, respond) => {
  const { inPage, key } = await sealedPaste({ content: noise(100_000) });
  serveFetch(respond);
  expect(await open({ ...inPage, content: null }, key)).toEqual(NOTHING_EARLY);
});

it('a look at a paste of one’s own says so to the server', async () => {
  const { inPage, envelope, key } = await sealedPaste({ content: noise(100_000) });
  const asked = serveFetch(() => new Response(envelope));
  await open({ ...inPage, content: null, isOwn: true }, key);
  expect(asked[0]?.headers.get('X-Service-View')).toBe('own');
});

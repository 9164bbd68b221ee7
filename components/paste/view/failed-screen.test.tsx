/** Each reason why a paste can't be shown, with its message and actions. */

import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { openedMessages } from '#components/messages/opened';
import { viewMessages } from '#components/messages/view';
import { viewProblemMessages } from '#components/messages/view-problem';
import { viewProblemActionMessages } from '#components/messages/view-problem-action';
import { startUser, watchDownloads } from '#components/testing/fake-browser';
import { held, serve, status, text, unreachable } from '#components/testing/fake-server';
import { addressOfLink } from '#components/testing/links';
import { button, heading, openView, queryButton, shownText } from '#components/testing/open-view';
import { PUBLIC_ID, sealedPaste, viewedPaste } from '#components/testing/viewed-paste';
import { MAX_HEADER_CHARACTERS } from '#lib/envelope/envelope.rules';
import { formatTime } from '#lib/locales/format.rules';
import { FORGED_KEY, forge, PLAIN_HEADER } from '#lib/testing/envelope-forge';
import { FailedScreen } from './failed-screen';
import type { ViewProblem } from './model/view-problems';
import type { FailedState } from './model/view-state';

const RAW = `GET /raw/${PUBLIC_ID}`;
const toFetch = viewedPaste();
const failed = (problem: ViewProblem, openedAt?: string): FailedState => ({
  kind: 'failed',
  problem,
  ...(openedAt && { openedAt }),
});
const MAY_PASS: readonly ViewProblem[] = ['rate-limited', 'server-error', 'offline'];

let sealed: Awaited<ReturnType<typeof sealedPaste>>;
beforeAll(async () => {
  sealed = await sealedPaste({ content: 'hello' });
});

const problems = Object.keys(viewProblemMessages).filter((name): name is ViewProblem => name in viewProblemMessages);

it.each(problems)('the problem %s is said aloud, and offered to try again only where that can help', async (problem) => {
  const onRetry = vi.fn();
  render(<FailedScreen paste={toFetch} state={failed(problem)} onRetry={onRetry} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(viewProblemMessages[problem].title);
  expect(screen.getByText(viewProblemMessages[problem].text)).toHaveAttribute('role', 'alert');
  expect(queryButton(viewProblemActionMessages.saveCiphertext)).not.toBeInTheDocument();
  const again = queryButton(viewProblemActionMessages.tryAgain);
  if (again) await startUser().click(again);
  expect(onRetry).toHaveBeenCalledTimes(MAY_PASS.includes(problem) ? 1 : 0);
});

it.each([
  ['too many requests', status(429)],
  ['a server that failed', status(500)],
  ['a lost connection', unreachable],
])('trying again after %s shows the text', async (_, answer) => {
  const server = serve({ [RAW]: [answer, text('here it is')] });
  const { user } = openView(toFetch);
  await user.click(await screen.findByRole('button', { name: viewProblemActionMessages.tryAgain }));
  expect(await shownText()).toHaveTextContent('here it is');
  expect(server.requests).toHaveLength(2);
});

it('half a text is not passed off as all when the connection breaks', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('the beginning')),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  serve({ [RAW]: () => new Response(body) });
  openView(toFetch);
  expect(await heading(viewProblemMessages.offline.title)).toBeVisible();
  expect(screen.queryByText('the beginning')).not.toBeInTheDocument();
});

it('the first lines of a text stand there while the rest is on its way', async () => {
  const waiting = held(text('first line\nthe rest'));
  serve({ [RAW]: waiting.handler });
  openView({ ...toFetch, preview: 'first line' });
  expect(screen.getByText('first line')).toBeVisible();
  waiting.release();
  expect(await screen.findByText('the rest')).toBeVisible();
});

it('a fetched envelope is said to be loading until it is here', async () => {
  const waiting = held(text(sealed.envelope));
  serve({ [RAW]: waiting.handler });
  openView({ ...sealed.inPage, content: null }, `#${sealed.key}`);
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.loading.fetching);
  waiting.release();
  expect(await shownText()).toHaveTextContent('hello');
});

it('the ciphertext that a wrong key did not open can be saved, byte for byte', async () => {
  const saved = watchDownloads();
  const { user } = openView(sealed.inPage, `#${'A'.repeat(43)}`);
  await user.click(await screen.findByRole('button', { name: viewProblemActionMessages.saveCiphertext }));
  expect(saved.map(({ name }) => name)).toEqual([`${PUBLIC_ID}.jwe`]);
  expect(await saved[0]?.blob.text()).toBe(sealed.envelope);
});

it('another program’s ciphertext needs no key to be told apart, and can be saved', async () => {
  const saved = watchDownloads();
  const { user } = openView(viewedPaste({ isE2ee: true, content: '-----BEGIN PGP MESSAGE-----\nabc' }));
  expect(await heading(viewProblemMessages.foreign.title)).toBeVisible();
  await user.click(button(viewProblemActionMessages.saveCiphertext));
  expect(saved.map(({ name }) => name)).toEqual([`${PUBLIC_ID}.txt`]);
});

it('an envelope that was cut is called damaged, and can be saved', async () => {
  openView({ ...sealed.inPage, content: `${sealed.envelope.slice(0, -20)}!` }, `#${sealed.key}`);
  expect(await heading(viewProblemMessages.damaged.title)).toBeVisible();
  expect(button(viewProblemActionMessages.saveCiphertext)).toBeVisible();
});

it('an envelope of an algorithm nobody knows needs a newer reader', async () => {
  const envelope = await forge({ header: { ...PLAIN_HEADER, enc: 'A128GCM' }, plaintext: '{}' });
  openView({ ...sealed.inPage, content: envelope }, `#${FORGED_KEY}`);
  expect(await heading(viewProblemMessages.unsupported.title)).toBeVisible();
});

it('an envelope beyond what a browser should hold is not opened, but can be saved', async () => {
  openView({ ...sealed.inPage, content: `${'e'.repeat(MAX_HEADER_CHARACTERS + 1)}....` }, `#${sealed.key}`);
  expect(await heading(viewProblemMessages['too-large'].title)).toBeVisible();
  expect(button(viewProblemActionMessages.saveCiphertext)).toBeVisible();
});

it('a browser that lacks what decrypting needs is told so', async () => {
  vi.stubGlobal('crypto', {});
  openView(sealed.inPage, `#${sealed.key}`);
  expect(await heading(viewProblemMessages.browser.title)).toBeVisible();
});

it('a page without HTTPS asks for nothing, and hands out the link with its key', async () => {
  const server = serve({});
  const { user } = openView({ ...sealed.inPage, content: null }, `#${sealed.key}`, { isSecure: false });
  expect(await heading(viewProblemMessages.insecure.title)).toBeVisible();
  await user.click(button(viewMessages.copyLink));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/view/${PUBLIC_ID}#${sealed.key}`);
  expect(screen.getByRole('status')).toHaveTextContent(viewMessages.linkCopiedWithKey);
  expect(server.requests).toEqual([]);
});

it('the same page with HTTPS is not linked where the address has a port', async () => {
  openView(sealed.inPage, `#${sealed.key}`, { isSecure: false });
  await heading(viewProblemMessages.insecure.title);
  expect(screen.queryByRole('link', { name: viewProblemActionMessages.openSecurely })).not.toBeInTheDocument();
});

it('the same page with HTTPS is linked with its key where the address has no port', () => {
  vi.stubGlobal('location', { port: '' });
  const link = `http://paste.example/view/${PUBLIC_ID}#${sealed.key}`;
  render(<FailedScreen paste={sealed.inPage} state={failed('insecure')} link={link} onRetry={vi.fn()} />);
  const secure = screen.getByRole('link', { name: viewProblemActionMessages.openSecurely });
  expect(addressOfLink(secure)).toBe(link.replace('http:', 'https:'));
});

it('who proves the key of a paste that is gone is told when it was opened', () => {
  const openedAt = '2031-01-01T00:00:00.000Z';
  render(<FailedScreen paste={toFetch} state={failed('gone', openedAt)} onRetry={vi.fn()} />);
  expect(screen.getByRole('alert')).toHaveTextContent(openedMessages.text(formatTime(new Date(openedAt))));
});

/** Linking a chat, from the button to the result, and choosing the events of linked chats. */

import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { chatsMessages as messages } from '#components/messages/chats';
import { noticeMessages } from '#components/messages/notice';
import { startUser } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { type Handler, json, serve, status } from '#components/testing/fake-server';
import type { LinkedChat } from '#lib/messenger/messenger.presenter';
import { Chats } from './chats';
import { Countdown, type LinkingWays, PLATFORM_NAMES } from './link-chat';

const TOKEN = 'x'.repeat(32);
const MAKE = 'POST /api/v1/messenger/tokens';
const READ = 'POST /api/v1/account/linking';
const WITHDRAW = 'POST /api/v1/account/linking/withdraw';
const ONE = '/api/v1/messenger/destinations/7';
const MINUTE_MS = 60_000;

const token = json({ token: TOKEN, instructions: 'send it', expiresInMinutes: 15 });
const now = (state: string, chatTitle: string | null = null) => json({ state, chatTitle });

const chat = (fields: Partial<LinkedChat> = {}): LinkedChat => ({
  id: 7,
  platform: 'telegram',
  chatId: '-100200',
  title: 'Team',
  isPrivate: false,
  isActive: true,
  isBlocked: false,
  events: ['paste.created'],
  createdAt: '2031-01-01T00:00:00.000Z',
  ...fields,
});

interface Shown extends Partial<LinkingWays> {
  chats?: readonly LinkedChat[];
}

const show = ({ chats = [], hasBot = true, botName = 'paste_bot', slashPlatforms = [] }: Shown = {}) =>
  render(<Chats chats={chats} ways={{ hasBot, botName, slashPlatforms }} />);
/** Shows the page and makes a token. @param reads what becomes of it; by default it waits */
async function showToken(shown: Shown = {}, reads: Handler | readonly Handler[] = now('waiting')) {
  const server = serve({ [MAKE]: token, [READ]: reads, [WITHDRAW]: json({ withdrawn: true }) });
  const rendered = show(shown);
  await startUser().click(screen.getByRole('button', { name: messages.link }));
  return { server, ...rendered };
}
async function showWaiting(shown?: Shown) {
  const page = await showToken(shown);
  await screen.findByText(messages.waiting);
  return page;
}
const bodies = ({ requests }: ReturnType<typeof serve>) => requests.map(({ body }) => (body === '' ? null : (JSON.parse(body) as object)));
const command = () => screen.getByRole('textbox', { name: messages.orSend });

beforeEach(() => {
  router.refresh.mockClear();
});

it('without a chat the page says how one is linked, and makes a token by its button', async () => {
  const { server } = await showWaiting();
  expect(screen.queryByRole('heading', { name: messages.emptyTitle })).not.toBeInTheDocument();
  expect(server.routes()[0]).toBe(MAKE);
});

it.each([
  ['too_many_chats', noticeMessages.failed['too-many-chats']],
  ['too_many_linking_tokens', noticeMessages.failed['too-many-tokens']],
])('a token that is refused says why: %s', async (code, sentence) => {
  serve({ [MAKE]: status(400, {}, { error: '', code }) });
  show();
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
  await startUser().click(screen.getByRole('button', { name: messages.link }));
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
});

it('without a bot the page names the missing settings and creates no token', () => {
  show({ hasBot: false });
  expect(screen.getByText(messages.off)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('without a bot the page shows linked chats and says that they get no messages', () => {
  show({ hasBot: false, chats: [chat()] });
  expect(screen.getByText(messages.offButLinked)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Team' })).toBeVisible();
});

it('a token leads to the bot and to a group by links, and by a code for a phone', async () => {
  await showWaiting();
  expect(screen.getByRole('link', { name: messages.open })).toHaveAttribute('href', `https://t.me/paste_bot?start=${TOKEN}`);
  expect(screen.getByRole('link', { name: messages.addToGroup })).toHaveAttribute('href', `https://t.me/paste_bot?startgroup=${TOKEN}`);
  for (const link of screen.getAllByRole('link')) expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(await screen.findByRole('img', { name: messages.qrLabel })).toBeVisible();
});

it('a token is copied as the command that the bot takes', async () => {
  await showWaiting();
  await screen.findByRole('img', { name: messages.qrLabel });
  expect(command()).toHaveValue(`/link ${TOKEN}`);
  expect(command()).toHaveAccessibleDescription(messages.sendTo('paste_bot'));
  await startUser().click(screen.getByRole('button', { name: messages.copyCommand }));
  expect(await navigator.clipboard.readText()).toBe(`/link ${TOKEN}`);
});

it('a token is copied as the command of each platform, with a bot and without', async () => {
  const { unmount } = await showWaiting({ hasBot: false, slashPlatforms: ['slack'], botName: null });
  expect(screen.getByRole('textbox', { name: messages.sendIn(PLATFORM_NAMES.slack) })).toHaveValue(`/sealpaste link ${TOKEN}`);
  unmount();
  for (const hasBot of [true, false]) {
    const { unmount } = await showWaiting({ hasBot, slashPlatforms: ['slack', 'discord', 'mattermost'], botName: null });
    const fields = ['slack', 'discord', 'mattermost'] as const;
    const values = fields.map((platform) => screen.getByRole('textbox', { name: messages.sendIn(PLATFORM_NAMES[platform]) }));
    expect(values.map((field) => (field as HTMLInputElement).value)).toEqual([
      `/sealpaste link ${TOKEN}`,
      `/sealpaste link token:${TOKEN}`,
      `/sealpaste link ${TOKEN}`,
    ]);
    expect(screen.queryByRole('textbox', { name: messages.send }) !== null).toBe(hasBot);
    unmount();
  }
});

it.each(['slack', 'discord', 'mattermost'] as const)(
  'a linked person of %s is listed, can be unlinked, and has nothing to choose',
  (platform) => {
    show({ chats: [chat({ platform, title: 'anna', isActive: false, events: [] })] });
    const row = within(screen.getByRole('heading', { name: 'anna' }).closest('li') as HTMLElement);
    expect(row.getByText(PLATFORM_NAMES[platform])).toBeVisible();
    expect(row.getByText(messages.commandsOnly)).toBeVisible();
    expect(row.queryByRole('checkbox')).not.toBeInTheDocument();
    expect(row.getByText(messages.unlink)).toHaveAccessibleName(messages.unlinkOf('anna'));
  },
);

it('while the bot’s name is not known, the command can be sent all the same', async () => {
  await showWaiting({ botName: null });
  expect(screen.getByRole('textbox', { name: messages.send })).toHaveAccessibleDescription(messages.sendToUnnamed);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('a token’s time is counted down to its end, which is said once', async () => {
  vi.useFakeTimers();
  const onEnd = vi.fn();
  render(<Countdown remainingMs={62_000} onEnd={onEnd} />);
  const timer = screen.getByRole('timer');
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  expect(timer).toHaveTextContent(messages.left('1:02'));
  await pass(3_000);
  expect(timer).toHaveTextContent(messages.left('0:59'));
  await pass(58_000);
  expect(timer).toHaveTextContent(messages.left('0:01'));
  expect(onEnd).not.toHaveBeenCalled();
  await pass(MINUTE_MS);
  expect(timer).toHaveTextContent(messages.left('0:00'));
  expect(onEnd).toHaveBeenCalledOnce();
});

it('a token that waits is withdrawn by its button', async () => {
  const { server } = await showWaiting({ botName: null });
  await startUser().click(screen.getByRole('button', { name: messages.cancel }));
  expect(await screen.findByRole('button', { name: messages.link })).toBeVisible();
  expect(server.routes()).toContain(WITHDRAW);
  expect(bodies(server).at(-1)).toEqual({ token: TOKEN });
});

it('a linked chat is named where the page waited, and the page loads the list', async () => {
  const { server } = await showToken({ botName: null }, now('linked', 'Team'));
  expect(await screen.findByText(messages.linked('Team'))).toBeVisible();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: messages.linkAnother })).toBeVisible();
  await vi.waitFor(() => expect(router.refresh).toHaveBeenCalledTimes(2));
  await startUser().click(screen.getByRole('button', { name: messages.done }));
  expect(await screen.findByRole('button', { name: messages.link })).toBeVisible();
  expect(server.routes()).toEqual([MAKE, READ]);
});

it('a chat without a known name is linked all the same', async () => {
  await showToken({}, now('linked'));
  expect(await screen.findByText(messages.linkedUnnamed)).toBeVisible();
});

it('an expired token says so, and a new token can be created', async () => {
  const { server } = await showToken({}, [now('expired'), now('waiting')]);
  expect(await screen.findByText(messages.expired)).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await startUser().click(screen.getByRole('button', { name: messages.makeNew }));
  expect(await screen.findByText(messages.waiting)).toBeVisible();
  expect(server.routes().filter((route) => route === MAKE)).toHaveLength(2);
});

it.each([
  [{}, [messages.active, messages.group]],
  [{ isPrivate: true }, [messages.active, messages.privateChat]],
  [{ isActive: false }, [messages.paused]],
  [{ isActive: false, isBlocked: true }, [messages.blocked, messages.blockedHint]],
])('a linked chat says what it is and whether anything is sent to it: %o', (fields, said) => {
  show({ chats: [chat(fields)] });
  for (const words of said) expect(screen.getByText(words)).toBeVisible();
});

it('a chat without a title is called by its number', () => {
  show({ chats: [chat({ title: '' })] });
  expect(screen.getByRole('heading', { name: messages.untitled('-100200') })).toBeVisible();
});

const destination = json({
  id: 7,
  userId: 1,
  platform: 'telegram',
  chatId: '-100200',
  chatTitle: 'Team',
  isActive: true,
  events: ['paste.burned'],
  createdAt: '2031-01-01T00:00:00.000Z',
});

it('the events of a chat are chosen and saved for that chat', async () => {
  const server = serve({ [`PATCH ${ONE}`]: destination });
  show({ chats: [chat(), chat({ id: 8, title: 'Other' })] });
  const user = startUser();
  const events = within(screen.getByRole('group', { name: messages.tellWhenOf('Team') }));
  expect(events.getByLabelText(messages.events['paste.created'])).toBeChecked();
  await user.click(events.getByLabelText(messages.events['paste.created']));
  await user.click(events.getByLabelText(messages.events['paste.burned']));
  await user.click(screen.getByRole('button', { name: messages.saveOf('Team') }));
  expect(await screen.findByText(noticeMessages.done['chat-saved'])).toBeVisible();
  expect(bodies(server)).toEqual([{ events: ['paste.burned'], isActive: true }]);
});

it('a chat is unlinked only behind words that open the button', async () => {
  const server = serve({ [`DELETE ${ONE}`]: json({ deleted: true }) });
  const { rerender } = show({ chats: [chat()] });
  const user = startUser();
  const words = screen.getByText(messages.unlink);
  expect(words).toHaveAccessibleName(messages.unlinkOf('Team'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  await user.click(screen.getByRole('button', { name: messages.confirmUnlink }));
  expect(await screen.findByText(noticeMessages.done['chat-unlinked'])).toBeVisible();
  expect(server.requests).toHaveLength(1);
  rerender(<Chats chats={[]} ways={{ hasBot: true, botName: null, slashPlatforms: [] }} />);
  expect(screen.getByText(noticeMessages.done['chat-unlinked'])).toBeVisible();
});

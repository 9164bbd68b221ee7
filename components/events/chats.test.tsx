/** Linking a chat, from the button to the result, and choosing the events of linked chats. */

import { act, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formAddress } from '#components/account/action-form';
import { chatsMessages as messages } from '#components/messages/chats';
import { startUser, watchForms } from '#components/testing/fake-browser';
import { router } from '#components/testing/fake-router';
import { json, serve } from '#components/testing/fake-server';
import type { LinkedChat } from '#lib/messenger/messenger.presenter';
import { Chats } from './chats';
import { type Linking, type LinkingWays, PLATFORM_NAMES } from './chats-data';

const TOKEN = 'x'.repeat(32);
const END_LINKING = `POST ${formAddress('end-linking')}`;
const MINUTE_MS = 60_000;

const waiting = (fields: Partial<Extract<Linking, { state: 'waiting' }>> = {}): Linking => ({
  state: 'waiting',
  token: TOKEN,
  remainingMs: 15 * MINUTE_MS,
  botName: 'paste_bot',
  ...fields,
});

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

const show = ({
  chats = [] as LinkedChat[],
  hasBot = true,
  slashPlatforms = [] as LinkingWays['slashPlatforms'],
  linking = null as Linking | null,
} = {}) => render(<Chats chats={chats} ways={{ hasBot, slashPlatforms }} linking={linking} />);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const command = () => screen.getByRole('textbox', { name: messages.orSend });

beforeEach(() => {
  router.refresh.mockClear();
});

it('without a chat the page says how one is linked, and makes a token by its button', async () => {
  const sent = watchForms();
  show();
  expect(screen.getByRole('heading', { name: messages.emptyTitle })).toBeVisible();
  await startUser().click(screen.getByRole('button', { name: messages.link }));
  expect(sent).toEqual([{ action: formAddress('link-chat'), method: 'post', fields: {} }]);
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
  show({ linking: waiting() });
  expect(screen.getByRole('link', { name: messages.open })).toHaveAttribute('href', `https://t.me/paste_bot?start=${TOKEN}`);
  expect(screen.getByRole('link', { name: messages.addToGroup })).toHaveAttribute('href', `https://t.me/paste_bot?startgroup=${TOKEN}`);
  for (const link of screen.getAllByRole('link')) expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(await screen.findByRole('img', { name: messages.qrLabel })).toBeVisible();
});

it('a token is copied as the command that the bot takes', async () => {
  show({ linking: waiting() });
  await screen.findByRole('img', { name: messages.qrLabel });
  expect(command()).toHaveValue(`/link ${TOKEN}`);
  expect(command()).toHaveAccessibleDescription(messages.sendTo('paste_bot'));
  await startUser().click(screen.getByRole('button', { name: messages.copyCommand }));
  expect(await navigator.clipboard.readText()).toBe(`/link ${TOKEN}`);
});

it('a token is copied as the command of each platform, with a bot and without', () => {
  for (const hasBot of [true, false]) {
    const { unmount } = show({ hasBot, slashPlatforms: ['slack', 'discord', 'mattermost'], linking: waiting({ botName: null }) });
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

it('while the bot’s name is not known, the command can be sent all the same', () => {
  show({ linking: waiting({ botName: null }) });
  expect(screen.getByRole('textbox', { name: messages.send })).toHaveAccessibleDescription(messages.sendToUnnamed);
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});

it('a token’s time is counted down to its end, where the server is asked once', async () => {
  vi.useFakeTimers();
  // A hidden page doesn't refresh, so that only the countdown acts.
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  show({ linking: waiting({ remainingMs: 62_000, botName: null }) });
  const timer = screen.getByRole('timer');
  expect(timer).toHaveTextContent(messages.left('1:02'));
  await pass(3_000);
  expect(timer).toHaveTextContent(messages.left('0:59'));
  await pass(58_000);
  expect(timer).toHaveTextContent(messages.left('0:01'));
  expect(router.refresh).not.toHaveBeenCalled();
  await pass(1_000);
  expect(timer).toHaveTextContent(messages.left('0:00'));
  expect(router.refresh).toHaveBeenCalledTimes(1);
  await pass(MINUTE_MS);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

it('while a token waits, the page asks whether the chat has come', async () => {
  vi.useFakeTimers();
  show({ linking: waiting({ botName: null }) });
  expect(screen.getByText(messages.waiting)).toBeVisible();
  await pass(1_500);
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

it('a token that waits is cancelled by its button', async () => {
  const sent = watchForms();
  show({ linking: waiting({ botName: null }) });
  await startUser().click(screen.getByRole('button', { name: messages.cancel }));
  expect(sent).toEqual([{ action: formAddress('end-linking'), method: 'post', fields: {} }]);
});

it('a linked chat is named in the line that waited, and the page asks no more', async () => {
  vi.useFakeTimers();
  const server = serve({ [END_LINKING]: json({}) });
  const { rerender } = show({ linking: waiting({ botName: null }) });
  const line = screen.getByText(messages.waiting);
  rerender(<Chats chats={[chat()]} ways={{ hasBot: true, slashPlatforms: [] }} linking={{ state: 'linked', chatTitle: 'Team' }} />);
  expect(line).toHaveTextContent(messages.linked('Team'));
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(server.routes()).toEqual([END_LINKING]);
  await pass(MINUTE_MS);
  expect(router.refresh).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: messages.linkAnother })).toBeVisible();
  expect(screen.getByRole('button', { name: messages.done })).toBeVisible();
});

it('a chat without a known name is linked all the same', () => {
  serve({ [END_LINKING]: json({}) });
  show({ linking: { state: 'linked', chatTitle: null } });
  expect(screen.getByRole('status')).toHaveTextContent(messages.linkedUnnamed);
});

it('an expired token says so, and a new token can be created', async () => {
  serve({ [END_LINKING]: json({}) });
  const sent = watchForms();
  show({ linking: { state: 'expired' } });
  expect(screen.getByRole('status')).toHaveTextContent(messages.expired);
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await startUser().click(screen.getByRole('button', { name: messages.makeNew }));
  expect(sent).toEqual([{ action: formAddress('link-chat'), method: 'post', fields: {} }]);
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

it('the events of a chat are chosen and saved for that chat', async () => {
  const sent = watchForms();
  show({ chats: [chat(), chat({ id: 8, title: 'Other' })] });
  const user = startUser();
  const events = within(screen.getByRole('group', { name: messages.tellWhenOf('Team') }));
  expect(events.getByLabelText(messages.events['paste.created'])).toBeChecked();
  await user.click(events.getByLabelText(messages.events['paste.created']));
  await user.click(events.getByLabelText(messages.events['paste.burned']));
  await user.click(screen.getByRole('button', { name: messages.saveOf('Team') }));
  expect(sent).toEqual([
    { action: formAddress('change-chat'), method: 'post', fields: { destinationId: '7', 'paste.burned': 'on', isActive: 'on' } },
  ]);
});

it('a chat is unlinked only behind words that open the button', async () => {
  const sent = watchForms();
  show({ chats: [chat()] });
  const user = startUser();
  const words = screen.getByText(messages.unlink);
  expect(words).toHaveAccessibleName(messages.unlinkOf('Team'));
  expect(words.closest('details')).not.toHaveAttribute('open');
  await user.click(words);
  await user.click(screen.getByRole('button', { name: messages.confirmUnlink }));
  expect(sent).toEqual([{ action: formAddress('unlink-chat'), method: 'post', fields: { destinationId: '7' } }]);
});

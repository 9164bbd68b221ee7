/** The shapes of chats and linking tokens in responses. */
import { describe, expect, it } from 'vitest';
import { presentDestination, presentLinkedChat, presentToken } from './messenger.presenter';
import { TOKEN_TTL_MINUTES } from './messenger.rules';
import type { DestinationRow } from './messenger-rows';

const row: DestinationRow = {
  id: 3,
  userId: 1,
  platform: 'telegram',
  chatId: '-42',
  chatTitle: 'Team ☀',
  isActive: true,
  isBlocked: true,
  events: ['paste.created'],
  createdAt: Date.UTC(2026, 10, 21, 12),
  makers: ['maker'],
};
const createdAt = '2026-11-21T12:00:00.000Z';

describe('what is shown of a chat', () => {
  it('the interface tells a chat with its owner, and nothing of the bot’s rights', () => {
    const { isBlocked: _, makers: __, ...shown } = row;
    expect(presentDestination(row)).toEqual({ ...shown, createdAt });
  });

  it('the owner’s page tells whether the bot may write to a chat', () => {
    const shown = {
      id: 3,
      platform: 'telegram',
      chatId: '-42',
      title: 'Team ☀',
      isActive: true,
      isBlocked: true,
      events: ['paste.created'],
      createdAt,
    };
    expect(presentLinkedChat(row)).toEqual({ ...shown, isPrivate: false });
    expect(presentLinkedChat({ ...row, chatId: '42', isBlocked: false })).toEqual({
      ...shown,
      chatId: '42',
      isBlocked: false,
      isPrivate: true,
    });
  });
});

describe('the instructions for a linking token', () => {
  const token = 'k'.repeat(32);

  it('instructions name the bot, the command, the shortcut and the time there is', () => {
    expect(presentToken(token, 'OurBot')).toEqual({
      token,
      instructions: `Send /link ${token} to @OurBot, in the chat that is to be told. In a private chat https://t.me/OurBot?start=${token} does the same. The token works once, within ${TOKEN_TTL_MINUTES} minutes.`,
      expiresInMinutes: TOKEN_TTL_MINUTES,
    });
  });

  it('instructions do without the bot’s name while nobody knows it', () => {
    const { instructions } = presentToken(token, null);
    expect(instructions).toContain(`Send /link ${token} to the bot, in the chat`);
    expect(instructions).not.toMatch(/t\.me|@|null/);
  });
});

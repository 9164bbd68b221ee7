/**
 * Telegram as a format of messages: plain text with entities, so that nothing in a title can become markup, and the platform
 * can't refuse to parse it. Apart from the bot, whose package only programs with a token load.
 */
import type { MessageEntity } from 'grammy/types';
import { detailsOf, type EventMessage } from '../outbox/event-message';

/** Buttons under the text; a press sends `data` back. */
export type Buttons = readonly { text: string; data: string }[];

export interface TelegramMessage {
  text: string;
  entities: MessageEntity[];
  buttons?: Buttons;
}

export function telegram(message: EventMessage): TelegramMessage {
  const { headline, subject, link } = message;
  const bold = { type: 'bold' as const, offset: 0, length: headline.length };
  // In code, Telegram makes no link, mention or command of what strangers write.
  const code = { type: 'code' as const, offset: headline.length + 1, length: subject.length };
  return { text: [headline, ...detailsOf(message), link].join('\n'), entities: subject === '' ? [bold] : [bold, code] };
}

/** A message without markup. */
export const plain = (text: string): TelegramMessage => ({ text, entities: [] });

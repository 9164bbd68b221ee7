/**
 * Telegram as a format of messages: plain text with entities, so that nothing in a title can become markup, and the platform
 * can't refuse to parse it. Apart from the bot, whose package only programs with a token load.
 */
import type { MessageEntity } from 'grammy/types';
import type { EventMessage } from '../outbox/event-message';

/** Buttons under the text; a press sends `data` back. */
export type Buttons = readonly { text: string; data: string }[];

export interface TelegramMessage {
  text: string;
  entities: MessageEntity[];
  buttons?: Buttons;
}

export const telegram = ({ headline, subject, facts, link }: EventMessage): TelegramMessage => ({
  text: [headline, ...(subject === '' ? [] : [subject]), ...facts, link].join('\n'),
  entities: [
    { type: 'bold', offset: 0, length: headline.length },
    // In code, Telegram makes no link, mention or command of what strangers write.
    ...(subject === '' ? [] : [{ type: 'code' as const, offset: headline.length + 1, length: subject.length }]),
  ],
});

/** A message without markup. */
export const plain = (text: string): TelegramMessage => ({ text, entities: [] });

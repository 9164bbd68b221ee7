/** Reads the platform's updates with grammY's `Bot` and applies their commands. */
import { Bot, type Context } from 'grammy';
import type { Chat, Update, User, UserFromGetMe } from 'grammy/types';
import { sha256 } from '../encoding/sha256';
import { lookUpLanguage } from '../locales/offered-languages';
import type { MessengerRepository } from './messenger.repository';
import { isToken } from './messenger.rules';

export interface UpdateOptions {
  repository: Pick<MessengerRepository, 'apply' | 'moveChat'>;
  /** Asks for the bot's name, without @; null when it isn't known now, undefined when there is no bot. */
  botName(): Promise<string | null | undefined>;
  /** Counts a command of a chat. @returns whether it is one too many */
  isLimited(chatId: string): Promise<boolean>;
  /** The languages that the host offers. */
  languages: readonly string[];
}

export type UpdateHandler = (update: Update) => Promise<boolean>;

interface Command {
  /** The command's name in lower case. */
  name: string;
  /** The bot's name in `/name@bot`. */
  bot: string | undefined;
  argument: string;
}

const COMMAND = /^\/([a-z0-9_]{1,64})(?:@([a-z0-9_]{1,64}))?(?:\s+([\s\S]*))?$/i;
const MAX_TITLE_CHARACTERS = 255;

/**
 * Parses a command at the beginning of a message's text; captions of pictures and edited messages
 * don't count. Case doesn't matter, because telephones begin sentences with a capital letter.
 */
function parseCommand(text: string): Command | null {
  const [, name, bot, argument = ''] = COMMAND.exec(text) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), bot, argument: argument.trim() };
}

/** @returns a function that applies one update; it returns false when the command was one too many, and throws the database's errors */
export function createUpdateHandler({ repository, botName, isLimited, languages }: UpdateOptions): UpdateHandler {
  // This bot only reads updates, so it needs no token; its name is compared below.
  const bot = new Bot('0:receives-only', { botInfo: NOBODY });
  const dropped = new WeakSet<Update>();

  bot.on(['message:text', 'channel_post:text'], async (context) => {
    const command = parseCommand(String(context.msg.text));
    if (command === null || !(await isOurs(command.bot))) return;
    if (await isLimited(String(context.chat.id))) return void dropped.add(context.update);
    await repository.apply({
      updateId: context.update.update_id,
      chatId: String(context.chat.id),
      chatTitle: titleOf(context.chat),
      language: languageOf(context.from),
      isPrivate: context.chat.type === 'private',
      messageId: context.msg.message_id,
      ...whatToDo(command),
    });
  });

  bot.on('message:migrate_to_chat_id', async (context: Context & { chat: Chat; msg: { migrate_to_chat_id: number } }) => {
    await repository.moveChat(String(context.chat.id), String(context.msg.migrate_to_chat_id));
  });

  /** A post in a channel has no sender, and a group's anonymous administrator no language. */
  function languageOf(sender: User | undefined): string | null {
    return lookUpLanguage(String(sender?.language_code ?? ''), languages) ?? null;
  }

  /** Whether a command is for our bot. Without a configured bot every command counts as ours. */
  async function isOurs(addressee: string | undefined): Promise<boolean> {
    if (addressee === undefined) return true;
    const name = await botName();
    return name === undefined || name?.toLowerCase() === addressee.toLowerCase();
  }

  return async (update) => {
    await bot.handleUpdate(update);
    return !dropped.has(update);
  };
}

function whatToDo({ name, argument }: Command) {
  // People may copy the brackets of `/link <token>`, too.
  const [word = ''] = argument.replace(/^</, '').split(/[\s>]/, 1);
  const tokenHash = isToken(word) ? sha256(word) : null;
  if (name === 'link') return { command: 'link', tokenHash } as const;
  // A link t.me/bot?start=TOKEN sends `/start TOKEN`.
  if (name === 'start' && tokenHash !== null) return { command: 'link', tokenHash } as const;
  return { command: name === 'start' ? 'welcome' : 'help', tokenHash: null } as const;
}

function titleOf(chat: Chat): string {
  const title = chat.title ?? [chat.first_name, chat.last_name].filter(Boolean).join(' ');
  return [...(title || chat.username || '').replaceAll('\0', '')].slice(0, MAX_TITLE_CHARACTERS).join('');
}

const NOBODY = { id: 0, is_bot: true, first_name: '', username: '' } as UserFromGetMe;

/** Reads Telegram's updates, as far as they are commands (core.telegram.org/bots/api#update), and applies them. */
import * as z from 'zod';
import { DatabaseUnavailableError } from '../db/database';
import { inLanguage } from '../locales/current-language';
import { lookUpLanguage, type OfferedLanguages, offeredOr } from '../locales/offered-languages';
import type { MessengerRepository } from './messenger.repository';
import { AFTER_NAME, type CommandName, DECISIONS, type Decision, isCommandName, PRESSED, REPLY, TELEGRAM } from './messenger.rules';
import { updateSchema } from './messenger.schema';
import type { Pressed } from './messenger-bot';
import { type ChatCommands, tokenHashIn, writeReply } from './messenger-commands';
import { isCommandLimited, type UpdateLimits } from './messenger-limits';
import type { CommandSource } from './messenger-rows';
import { replies, spellTelegram } from './messenger-text';
import type { Effect } from './messenger-updates.repository';

/** Another value than text counts as none. */
const text = z.string().optional().catch(undefined);
const userSchema = z.object({ id: z.int(), language_code: text });
const chatSchema = z.object({ id: z.int(), type: z.string(), title: text, first_name: text, last_name: text, username: text });
const messageSchema = z.object({
  message_id: z.int(),
  chat: chatSchema,
  from: userSchema.optional(),
  /** There when somebody writes in the name of a chat. */
  sender_chat: z.unknown().optional(),
  text,
  reply_to_message: z.object({ text, caption: text }).optional(),
  migrate_to_chat_id: z.int().optional(),
});
const pressSchema = z.object({ id: z.string(), from: userSchema, data: text, message: messageSchema.optional() });

export const telegramUpdateSchema = updateSchema.extend({
  message: messageSchema.optional(),
  channel_post: messageSchema.optional(),
  callback_query: pressSchema.optional(),
});

type Update = z.output<typeof telegramUpdateSchema>;
type Message = z.output<typeof messageSchema>;
type User = z.output<typeof userSchema>;

export interface UpdateOptions {
  repository: MessengerRepository;
  limits: UpdateLimits;
  commands: ChatCommands;
  /** Asks for the bot's name, without @; null when it isn't known now, undefined when there is no bot. */
  botName(): Promise<string | null | undefined>;
  languages: OfferedLanguages;
}

interface Command {
  /** The command's name in lower case. */
  name: string;
  /** The bot's name in `/name@bot`. */
  bot: string | undefined;
  argument: string;
}

const COMMAND = new RegExp(`^/([a-z0-9_]{1,64})(?:@([a-z0-9_]{1,64}))?${AFTER_NAME}`, 'i');
/**
 * Telegram's clients send a text of more than 4,096 units as several messages, and end the first one at a paragraph or a line
 * of its second half. The other messages have no command.
 */
const MAYBE_CUT_UNITS = 2_048;
/** The data of a button. */
const PRESS = new RegExp(`^(${DECISIONS.join('|')}):(\\w{1,50})$`);

/**
 * Parses a command at the beginning of a message's text; captions of pictures and edited messages
 * don't count. Case doesn't matter, because telephones begin sentences with a capital letter.
 */
function parseCommand(text: string): Command | null {
  const [, name, bot, argument = ''] = COMMAND.exec(text) ?? [];
  return name === undefined ? null : { name: name.toLowerCase(), bot, argument };
}

/** @returns a function that applies one update; it returns false when the command was one too many, and throws the database's errors */
export function createUpdateHandler({ repository, limits, commands, botName, languages }: UpdateOptions) {
  async function applyCommand(updateId: string, message: Message): Promise<boolean> {
    const command = parseCommand(message.text ?? '');
    if (command === null || !(await isOurs(command.bot))) return true;
    const { chat, sender_chat: senderChat, from } = message;
    const { name } = command;
    // In a group another bot may have commands of these names, and a channel's posts have no author.
    if (isCommandName(name) && chat.type !== 'private' && (command.bot === undefined || chat.type === 'channel')) return true;
    // An anonymous administrator writes in the name of the group, by a sender whom all groups share.
    const source = sourceOf(updateId, message, senderChat ? undefined : from);
    if (await isCommandLimited(limits, source.id)) return false;
    if (isCommandName(name)) await run(source, name, command.argument.trim() === '' ? repliedText(message) : command.argument);
    else await repository.apply(source, effectOf(command));
    return true;
  }

  async function applyPress(updateId: string, { id, data, message, from }: z.output<typeof pressSchema>): Promise<boolean> {
    const [, decision, messageId] = PRESS.exec(data ?? '') ?? [];
    if (!message || messageId === undefined) return true;
    const source = sourceOf(updateId, message, from);
    if (await isCommandLimited(limits, source.id)) return false;
    const waiting = await repository.findNotifiedReader(source.id, messageId);
    if (waiting === null) return true;
    const caller = await repository.findCaller(source, source.senderId);
    await inLanguage(offeredOr(languages, source.isPrivate || caller === null ? source.language : caller.language), async () => {
      const decided = await commands.decide(waiting, decision as Decision, caller?.principal ?? null);
      await repository.apply(source, { kind: PRESSED, text: JSON.stringify({ query: id, ...decided } satisfies Pressed) });
    });
    return true;
  }

  const sourceOf = (updateId: string, { chat, message_id: messageId }: Message, sender: User | undefined): CommandSource => ({
    updateId,
    platform: TELEGRAM,
    id: String(chat.id),
    title: titleOf(chat),
    language: lookUpLanguage(sender?.language_code ?? '', languages.languages) ?? null,
    senderId: sender === undefined ? null : String(sender.id),
    isPrivate: chat.type === 'private',
    messageId,
  });

  /** Runs a command of a linked account. Whoever hasn't linked one is told how to. */
  async function run(source: CommandSource, name: CommandName, argument: string): Promise<void> {
    const caller = await repository.findCaller(source, source.senderId);
    if (caller === null) return repository.apply(source, { kind: 'unlinked' });
    const language = caller.isHere ? source.language : caller.language;
    const { isPrivate, updateId } = source;
    const isMaybeCut = argument.length > MAYBE_CUT_UNITS;
    const call = { name, argument, isPrivate, canReply: true, isMaybeCut, spell: spellTelegram, ...caller };
    let pasteId: string | null = null;
    await inLanguage(offeredOr(languages, language), async () => {
      try {
        const reply = await commands.run(call, (made, id) => {
          pasteId = id;
          return repository.applying(source, writeReply(made));
        });
        // A new paste's reply is queued by the transaction that stored the paste.
        if (pasteId === null) await repository.apply(source, { kind: REPLY, text: writeReply(reply) });
        else await repository.withdrawNotice(source, pasteId);
      } catch (error) {
        // The same update may have been applied meanwhile, which makes the transaction fail.
        if (pasteId !== null && (await repository.isApplied(updateId))) return;
        // The platform sends the update again only while the database is away.
        if (!(error instanceof DatabaseUnavailableError)) await repository.apply(source, { kind: REPLY, text: replies().failed });
        throw error;
      }
    });
  }

  /** Whether a command is for our bot. Without a configured bot every command counts as ours. */
  async function isOurs(addressee: string | undefined): Promise<boolean> {
    if (addressee === undefined) return true;
    const name = await botName();
    return name === undefined || name?.toLowerCase() === addressee.toLowerCase();
  }

  return async ({ update_id: id, message, channel_post: post, callback_query: press }: Update): Promise<boolean> => {
    if (press) return applyPress(String(id), press);
    if (message?.migrate_to_chat_id) await repository.moveChat(String(message.chat.id), String(message.migrate_to_chat_id));
    const sent = message ?? post;
    return sent === undefined || applyCommand(String(id), sent);
  };
}

/** The effect of a command that needs no account. */
function effectOf({ name, argument }: Command): Effect {
  const tokenHash = tokenHashIn(argument);
  if (name === 'link') return tokenHash === null ? { kind: 'not-linked' } : { kind: 'link', tokenHash };
  // A link t.me/bot?start=TOKEN sends `/start TOKEN`.
  if (name === 'start' && tokenHash !== null) return { kind: 'link', tokenHash };
  return { kind: name === 'start' ? 'welcome' : 'help' };
}

/** The text of the message that a command replies to; '' when there is none, as in the topic of a forum. */
function repliedText({ reply_to_message: replied }: Message): string {
  return replied?.text ?? replied?.caption ?? '';
}

function titleOf(chat: Message['chat']): string {
  return (chat.title ?? [chat.first_name, chat.last_name].filter(Boolean).join(' ')) || chat.username || '';
}

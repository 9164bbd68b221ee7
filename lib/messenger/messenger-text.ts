/** Texts of the bot that are about no event, in the language in which they are made (`inLanguage`). */
import type { botMessages } from '../../components/messages/bot';
import type { AccountEvent } from '../accounts/accounts.rules';
import { formatBytes } from '../locales/format.rules';
import { messagesOf } from '../locales/messages';
import { formatMoment, oneLine } from '../outbox/event-message';
import { type AnswerKind, COMMANDS, type CommandName, DECISIONS } from './messenger.rules';
import type { Buttons } from './telegram-format';

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('bot') as typeof botMessages;

/** Commands as they are written; arguments of sentences, so that no translation changes their letters or their direction. */
const WITH_ARGUMENT: Record<CommandName | 'link' | 'start' | 'help', string> = {
  paste: 'paste TEXT',
  request: 'request LABEL',
  secret: 'secret',
  list: 'list',
  delete: 'delete ID',
  link: 'link TOKEN',
  start: 'start',
  help: 'help',
};
type MenuName = keyof typeof WITH_ARGUMENT;

/** Writes a command, such as `paste TEXT`, as its platform takes it. */
export type Spell = (command: string) => string;
export const spellTelegram: Spell = (command) => `/${command}`;
const LINK = spellTelegram(WITH_ARGUMENT.link);

const ANSWER_TEXTS: Record<AnswerKind, (siteName: string, baseUrl: string) => string> = {
  welcome: (siteName) => `${messages.welcome({ siteName, command: LINK })}\n\n${commandLines(TELEGRAM_COMMANDS, spellTelegram)}`,
  help: () => helpText(TELEGRAM_COMMANDS, spellTelegram),
  linked: () => messages.linked,
  'not-linked': () => messages.notLinked(LINK),
  unlinked: (_, baseUrl) => unlinkedText(baseUrl, spellTelegram),
};
const TELEGRAM_COMMANDS: readonly MenuName[] = [...COMMANDS, 'link', 'start', 'help'];
/** Commands of the platforms that only give commands, where nobody starts a bot. */
export const SLASH_COMMANDS: readonly MenuName[] = [...COMMANDS, 'link', 'help'];

function commandLines(names: readonly MenuName[], spell: Spell): string {
  const { menu } = messages;
  return names.map((name) => messages.commandLine({ command: spell(WITH_ARGUMENT[name]), text: menu[name] })).join('\n');
}

export const replies = () => messages.replies;

export const helpText = (names: readonly MenuName[], spell: Spell): string => `${messages.commands}\n${commandLines(names, spell)}`;

/** The way to link an account, for whoever hasn't. */
export const unlinkedText = (baseUrl: string, spell: Spell): string =>
  messages.replies.unlinked({ page: `${baseUrl}/account/chats`, command: spell(WITH_ARGUMENT.link) });

export const notLinkedText = (spell: Spell): string => messages.notLinked(spell(WITH_ARGUMENT.link));

export const botMenu = (): { command: string; description: string }[] =>
  TELEGRAM_COMMANDS.map((command) => ({ command, description: messages.menu[command] }));

/** @param siteName the instance's name @param baseUrl without a slash at its end */
export const answerText = (kind: AnswerKind, siteName: string, baseUrl: string): string => ANSWER_TEXTS[kind](siteName, baseUrl);

/** Text about an event that may mean that somebody else has got into the account. */
export const accountText = (kind: AccountEvent, siteName: string): string => messages.account[kind](siteName);

/** The buttons that release and refuse a waiting reader. @param id of the queue's row, by which they name the reader */
export const decisionButtons = (id: string, code: string): Buttons =>
  DECISIONS.map((decision) => ({ text: messages.waiting[decision](code), data: `${decision}:${id}` }));

/** The facts of a new paste in a reply. @param expiresAt in ms since 1970; null: never */
export function factsOf(language: string, contentBytes: number, expiresAt: number | null): string {
  const [syntax, size] = [oneLine(language), formatBytes(contentBytes)];
  return expiresAt === null ? messages.neverExpires({ syntax, size }) : messages.expires({ syntax, size, time: formatMoment(expiresAt) });
}

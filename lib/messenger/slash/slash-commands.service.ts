/**
 * Commands that Slack, Discord and Mattermost send.
 *
 * Guarantees:
 * - A command is run only when the platform made its request in the last five minutes, and once, across any number of
 *   processes. A request that is refused writes nothing, and beyond a few a minute is not logged.
 * - Each response comes in time for the platform, and is shown to nobody but the sender.
 * - Whoever has linked no account is told how to, and nothing else happens. A token links once, as on Telegram.
 * - Commands are run at a bounded rate, for each sender and in all; no text of a command reaches the log.
 * Not protected: a command that was interrupted by the death of the process isn't repeated.
 */

import { NotFoundError } from '../../http/errors';
import { within } from '../../http/within';
import { inLanguage } from '../../locales/current-language';
import { lookUpLanguage } from '../../locales/offered-languages';
import { ChatRequestRefusedError } from '../messenger.errors';
import { AFTER_NAME, isCommandName, SLASH_REPLY_MS, type SlashPlatform } from '../messenger.rules';
import type { DiscordReply, EphemeralReply } from '../messenger.schema';
import type { MessengerServiceOptions } from '../messenger.service';
import { type Reply, tokenHashIn } from '../messenger-commands';
import { isCommandLimited, isRefusalQuiet } from '../messenger-limits';
import type { Identity } from '../messenger-rows';
import { helpText, notLinkedText, replies, SLASH_COMMANDS, unlinkedText } from '../messenger-text';
import type { SlashAdapter, SlashCommand } from './slash-platforms';

const COMMAND = new RegExp(`^\\s*(\\S*)${AFTER_NAME}`);

/** The responses of each platform. */
interface SlashReplies {
  slack: EphemeralReply;
  discord: DiscordReply;
  mattermost: EphemeralReply;
}

export interface SlashCommandsOptions extends Omit<MessengerServiceOptions, 'secrets' | 'botName'> {
  /** Platforms that are configured have one. */
  adapters: { [Platform in SlashPlatform]?: SlashAdapter<SlashReplies[Platform]> };
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  clock?(): number;
  replyMs?: number;
}

export interface SlashArrival {
  requestId: string;
  clientAddress: string | null;
  header(name: string): string | null;
  read(): Promise<Buffer>;
}

export function createSlashCommandsService(options: SlashCommandsOptions) {
  const { repository, adapters, commands, limits, languages, baseUrl, count, log, clock = Date.now, replyMs = SLASH_REPLY_MS } = options;

  /** @throws ChatRequestRefusedError */
  async function refuse({ requestId, clientAddress }: SlashArrival, platform: string): Promise<never> {
    count('refused');
    if (!(await isRefusalQuiet(limits, clientAddress)))
      log.warn({ requestId, clientAddress, platform }, 'chat command refused: not made by the platform, too old, or repeated');
    throw new ChatRequestRefusedError();
  }

  /** @returns null for a request that came before */
  async function serve(sender: Identity, { requestHash, text, spell }: SlashCommand): Promise<Reply | null> {
    if (await isCommandLimited(limits, `${sender.platform}/${sender.id}`)) {
      count('limited');
      return [replies().limited];
    }
    const updateId = `${sender.platform}/${requestHash}`;
    const nonce = await repository.mark(updateId);
    if (nonce === null) return null;
    count('applied');
    const [, word = '', argument = ''] = COMMAND.exec(text) ?? [];
    const name = word.toLowerCase();
    if (name === 'link') {
      const tokenHash = tokenHashIn(argument);
      const isLinked = tokenHash !== null && (await repository.linkIdentity(sender, tokenHash, nonce));
      return [isLinked ? replies().linkedIdentity : notLinkedText(spell)];
    }
    const caller = await repository.findCaller(sender, sender.id);
    if (caller === null) return [unlinkedText(baseUrl, spell)];
    if (!isCommandName(name)) return [helpText(SLASH_COMMANDS, spell)];
    return commands.run({
      name,
      argument,
      principal: caller.principal,
      isPrivate: true,
      isNotified: false,
      canReply: false,
      spell,
    });
  }

  return {
    platforms: Object.keys(adapters) as SlashPlatform[],

    /** @throws NotFoundError when the platform isn't configured, ChatRequestRefusedError, and what `read` throws */
    async receive<Platform extends SlashPlatform>(platform: Platform, arrival: SlashArrival): Promise<SlashReplies[Platform]> {
      const adapter: SlashAdapter<SlashReplies[Platform]> | undefined = adapters[platform];
      if (!adapter) throw new NotFoundError();
      const call = adapter.read({ header: arrival.header, body: await arrival.read(), nowMs: clock() });
      if (call === null) return refuse(arrival, platform);
      if ('pong' in call) return call.pong;
      const language = lookUpLanguage(call.language ?? '', languages.languages) ?? null;
      const sender: Identity = { platform, id: call.senderId, title: call.senderName, language };
      const reply = await inLanguage(language ?? languages.fallback, () => {
        const served = serve(sender, call).catch((err: unknown): Reply => {
          count('failed');
          log.error({ err, requestId: arrival.requestId, platform }, 'chat command failed');
          return [replies().failed];
        });
        return within(replyMs, served).catch((): Reply => [replies().late(call.spell('list'))]);
      });
      return reply === null ? refuse(arrival, platform) : adapter.present(reply);
    },
  };
}

/**
 * Commands that a linked account gives in a chat: the same on every platform, a command in and a reply out. And its decisions about
 * readers who wait for a burn paste, by the buttons under a chat's message.
 *
 * Guarantees: a command acts for the account that its caller has linked, within the scopes and rules of the key that linked it, and
 * counts against that account's limit of requests. Pastes are listed only where nobody else reads the reply. No reply has a
 * key, and what somebody else may have written (titles) is marked, so that it stays text on every platform.
 * Only the paste's owner decides. Paste and code are those of a message that was queued for this chat, so that an invented press does
 * nothing. The decision is about the reader of that message: a later reader with the same code is another.
 * Not protected: the text of `paste`, which the platform and this server see; the reply says so.
 */
import type { botMessages } from '../../components/messages/bot';
import type { KeyScope } from '../accounts/house-rules.rules';
import type { Principal } from '../accounts/principal';
import type { Statement } from '../db/database';
import { sha256 } from '../encoding/sha256';
import { publicIdIn } from '../envelope/link';
import { ForbiddenError, NotFoundError, PublicError } from '../http/errors';
import type { RateLimiter } from '../http/rate-limit';
import { messagesOf } from '../locales/messages';
import { oneLine, shownTitle } from '../outbox/event-message';
import { DEFAULT_EXPIRY, type Expiry } from '../pastes/expiry.rules';
import { AlreadyReleasedError, NetworkError, NotWaitingError } from '../pastes/paste.errors';
import { createPasteSchema } from '../pastes/paste.schema';
import type { PasteService } from '../pastes/service/paste.service';
import type { PasteSummary } from '../pastes/storage/paste-decryption';
import { type CommandName, type Decision, isToken, LISTED_PASTES, MAX_LISTED_TITLE_UNITS } from './messenger.rules';
import type { Decided } from './messenger-bot';
import { isBeyond } from './messenger-limits';
import { factsOf, type Spell } from './messenger-text';

/** A text for a chat; a `title` is of somebody's choice, and may contain markup of the platform. */
export type Reply = readonly (string | { title: string })[];

/** The text of a reply on a platform. @param toText escapes a title */
export const writeReply = (reply: Reply, toText: (title: string) => string = (title) => title): string =>
  reply.map((part) => (typeof part === 'string' ? part : toText(part.title))).join('');

/** The reader whom a message was about. */
export interface NotifiedReader {
  publicId: string;
  code: string;
  /** When the message was queued, in ms since 1970. */
  notifiedAt: number;
}

interface CommandCall {
  name: CommandName;
  /** The text after the command's name, or the message that it replies to. */
  argument: string;
  principal: Principal;
  /** Whether nobody but the caller sees the reply. */
  isPrivate: boolean;
  /** Whether the chat gets messages about answers to the account's requests. */
  isNotified: boolean;
  /** Whether a command can reply to a message and take its text. */
  canReply: boolean;
  /** Whether the platform may have sent the rest of the argument as another message. */
  isMaybeCut?: boolean;
  spell: Spell;
}

/** Statements for the transaction that creates the paste of a reply. @param pasteId id of the paste's row */
type AlongsideReply = (reply: Reply, pasteId: string) => readonly Statement[];

export type ChatCommands = ReturnType<typeof createChatCommands>;

export interface ChatCommandsOptions {
  pastes: Pick<PasteService, 'create' | 'list' | 'remove' | 'listWaiting' | 'release' | 'refuse'>;
  /** Limits the account's requests of all kinds. */
  ofUser: RateLimiter;
  /** The service's address, without a slash at its end. */
  baseUrl: string;
  /** The expiry of a paste that asks for the default. */
  defaultTtlOf(principal: Principal): Expiry;
  /** Whether the host names networks for creating, which a chat's caller can't be known to be in. */
  isOnlyInNetworks: boolean;
}

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('bot') as typeof botMessages;
/** Fields of a paste from a chat. The content is streamed. */
const FIELDS = createPasteSchema.parse({ content: '', ttlSeconds: DEFAULT_EXPIRY });
/** UTF-16 units of a label that the page is given; it says itself when it is too long. */
const MAX_LABEL_UNITS = 400;

/** The scope that a key needs for a command. null: the command leads to a page. */
const SCOPES: Record<CommandName, KeyScope | null> = {
  paste: 'pastes:create',
  request: null,
  secret: null,
  list: 'pastes:read',
  delete: 'pastes:manage',
};

export function createChatCommands({ pastes, ofUser, baseUrl, defaultTtlOf, isOnlyInNetworks }: ChatCommandsOptions) {
  const linkOf = (publicId: string) => `${baseUrl}/view/${publicId}`;

  async function paste({ argument, principal, canReply, isMaybeCut, spell }: CommandCall, alongside: AlongsideReply): Promise<Reply> {
    const command = spell('paste TEXT');
    if (argument.trim() === '') return [canReply ? messages.replies.pasteUsageReply(command) : messages.replies.pasteUsage(command)];
    if (isOnlyInNetworks) throw new NetworkError();
    const content = Buffer.from(argument, 'utf8');
    const ttlSeconds = defaultTtlOf(principal);
    const expiresAt = ttlSeconds === null ? null : Date.now() + ttlSeconds * 1_000;
    const facts = factsOf(FIELDS.syntax, content.length, expiresAt);
    const cut = isMaybeCut ? `\n${messages.replies.maybeCut(`${baseUrl}/`)}` : '';
    const replyWith = (publicId: string): Reply => [messages.replies.pasted(spell('secret')), `\n${facts}\n${linkOf(publicId)}${cut}`];
    const { publicId } = await pastes.create(
      principal,
      async (sink) => {
        await sink(content);
        return FIELDS;
      },
      (made, id) => alongside(replyWith(made.publicId), id),
    );
    return replyWith(publicId);
  }

  /** A server that made the key could read the answers (docs/decisions/0091). */
  async function request({ argument, isNotified }: CommandCall): Promise<Reply> {
    const label = oneLine(argument.toWellFormed()).slice(0, MAX_LABEL_UNITS).toWellFormed();
    const hint = isNotified ? ` ${messages.replies.requestNotified}` : '';
    return [`${messages.replies.request}${hint}\n${baseUrl}/requests${label === '' ? '' : `#label=${encodeLabel(label)}`}`];
  }

  const secret = async (): Promise<Reply> => [`${messages.replies.secret}\n${baseUrl}/`];

  async function list({ principal, isPrivate, spell }: CommandCall): Promise<Reply> {
    if (!isPrivate) return [messages.replies.listPrivately(spell('list'))];
    const listed = await pastes.list(principal, LISTED_PASTES, 0);
    if (listed.length === 0) return [messages.replies.listEmpty];
    const lines = listed.flatMap((each) => ['\n', nameOf(each), `\n${linkOf(each.publicId)}`]);
    return [messages.replies.list, ...lines, `\n${messages.replies.listHint(spell('delete ID'))}`];
  }

  async function remove({ argument, principal, spell }: CommandCall): Promise<Reply> {
    const id = publicIdIn(argument.trim().split(/\s/, 1)[0] ?? '');
    if (id === null) return [messages.replies.deleteUsage(spell('delete ID'))];
    try {
      await pastes.remove(id, { principal, manageToken: null });
      return [messages.replies.deleted(id)];
    } catch (error) {
      // Somebody else's paste is as if it were missing.
      if (error instanceof PublicError && [401, 403, 404].includes(error.status)) return [messages.replies.deleteMissing(id)];
      throw error;
    }
  }

  const handlers: Record<CommandName, (call: CommandCall, alongside: AlongsideReply) => Promise<Reply>> = {
    paste,
    request,
    secret,
    list,
    delete: remove,
  };

  /** Returns why the account may not do something now; null if it may. */
  async function refusedFor({ userId, scopes }: Principal, scope: KeyScope | null): Promise<string | null> {
    if (scopes && scope !== null && !scopes.includes(scope)) return messages.replies.notAllowed;
    return (await isBeyond(ofUser, String(userId))) ? messages.replies.limited : null;
  }

  return {
    /**
     * Runs a command, in the language of what runs.
     * @param alongside for the transaction of a new paste; other commands can be repeated, and run without it
     */
    async run(call: CommandCall, alongside: AlongsideReply = () => []): Promise<Reply> {
      const refused = await refusedFor(call.principal, SCOPES[call.name]);
      if (refused !== null) return [refused];
      try {
        return await handlers[call.name](call, alongside);
      } catch (error) {
        if (error instanceof PublicError && (error.status < 500 || error.status === 507)) return [refusal(error)];
        throw error;
      }
    },

    /** Releases or refuses a reader. @param principal null: whoever pressed has linked no account */
    async decide({ publicId, code, notifiedAt }: NotifiedReader, decision: Decision, principal: Principal | null): Promise<Decided> {
      const { waiting } = messages;
      const shown = (text: string): Decided => ({ text, isFinal: false });
      const final = (text: string): Decided => ({ text, isFinal: true });
      if (principal === null) return shown(waiting.notYours);
      const refused = await refusedFor(principal, 'pastes:manage');
      if (refused !== null) return shown(refused);
      const credentials = { principal, manageToken: null, releaseToken: null };
      try {
        const listed = await pastes.listWaiting(publicId, credentials);
        if (!listed.waiting.some((reader) => reader.code === code && reader.since <= notifiedAt)) return final(waiting.gone(code));
        if (decision === 'refuse') {
          await pastes.refuse(publicId, code, credentials);
          return final(waiting.refused(code));
        }
        const { approved, approvals } = await pastes.release(publicId, code, credentials);
        return final(approved === approvals ? waiting.released(code) : waiting.secondMissing(code));
      } catch (error) {
        if (error instanceof AlreadyReleasedError) return shown(waiting.alreadyReleased);
        if (error instanceof NotWaitingError || error instanceof NotFoundError) return final(waiting.gone(code));
        if (error instanceof ForbiddenError) return shown(waiting.notYours);
        throw error;
      }
    },
  };
}

/** @returns the hash of the linking token that the argument begins with; null when it is none */
export function tokenHashIn(argument: string): Uint8Array | null {
  // People may copy the brackets of `/link <token>`, too.
  const [word = ''] = argument.trim().replace(/^</, '').split(/[\s>]/, 1);
  return isToken(word) ? sha256(word) : null;
}

/** Errors of the API are English; their sentences say what to do. */
const refusal = ({ message, options: { details = [] } }: PublicError): string =>
  messages.replies.refused(details.map((detail) => detail.message).join('; ') || message);

function nameOf({ title, isE2ee }: PasteSummary): string | { title: string } {
  if (isE2ee) return messages.replies.listEncrypted;
  const shown = shownTitle(title, MAX_LISTED_TITLE_UNITS);
  return shown === '' ? messages.replies.listUntitled : { title: shown };
}

/** Encodes every character at which a chat could end a link, or begin markup. */
const encodeLabel = (label: string): string =>
  encodeURIComponent(label).replace(/[^A-Za-z0-9%]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Decisions about readers who wait for a burn paste, by the buttons under a chat's message.
 *
 * Guarantees: a press acts for the account that whoever pressed has linked, within the scopes of the key that linked it, and counts
 * against that account's limit of requests; only the paste's owner decides. Paste and code are those of a message that was queued for
 * this chat, so that an invented press does nothing. The decision is about the reader of that message: a later reader with the same code
 * is another.
 */
import type { botMessages } from '../../components/messages/bot';
import type { Principal } from '../accounts/principal';
import { ForbiddenError, NotFoundError } from '../http/errors';
import type { RateLimiter } from '../http/rate-limit';
import { messagesOf } from '../locales/messages';
import { AlreadyReleasedError, NotWaitingError } from '../pastes/paste.errors';
import type { PasteService } from '../pastes/service/paste.service';
import type { Decision } from './messenger.rules';

export interface Decided {
  text: string;
  /** Whether it takes the place of the message and its buttons; otherwise only whoever pressed sees it. */
  isFinal: boolean;
}

/** The reply to a press of a button, as it is queued. */
export interface Pressed extends Decided {
  /** The platform's id of the press. */
  query: string;
}

/** The reader whom a message was about. */
export interface NotifiedReader {
  publicId: string;
  code: string;
  /** When the message was queued, in ms since 1970. */
  notifiedAt: number;
}

export type ChatReleases = ReturnType<typeof createChatReleases>;

/** In the language of what runs (`lib/locales`). */
const messages = messagesOf('bot') as typeof botMessages;

/** @param ofUser limits the account's requests of all kinds */
export function createChatReleases(pastes: Pick<PasteService, 'listWaiting' | 'release' | 'refuse'>, ofUser: RateLimiter) {
  return {
    /** @param principal null: whoever pressed has linked no account */
    async decide({ publicId, code, notifiedAt }: NotifiedReader, decision: Decision, principal: Principal | null): Promise<Decided> {
      const { waiting, replies } = messages;
      const shown = (text: string): Decided => ({ text, isFinal: false });
      const final = (text: string): Decided => ({ text, isFinal: true });
      if (principal === null) return shown(waiting.notYours);
      if (principal.scopes && !principal.scopes.includes('pastes:manage')) return shown(replies.notAllowed);
      if ((await ofUser.consume(String(principal.userId)))?.allowed === false) return shown(replies.limited);
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

/**
 * Links between users and their chats, and the updates that the platform sends for chats.
 *
 * Guarantees:
 * - Responses don't tell somebody else's chat from one that isn't linked.
 * - A linking token is shown once and stored as a hash. It links one chat, once, within 15 minutes,
 *   however many try it at the same moment.
 * - An update is applied once, however often and in whatever order it comes, and only with the
 *   secret. The platform isn't told whether that failed, unless the database is unavailable: then it
 *   must send the update again. An update without the secret writes
 *   nothing, and beyond a few a minute is neither read nor logged.
 * - Commands are applied at a bounded rate, for each chat and in all. Those of a linked account act for whoever sent them:
 *   nobody else in a group can use somebody's account.
 * - Replies go through the queue: no request waits for the platform.
 * Not protected: somebody who gets hold of a token can link any chat with it.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Principal } from '../accounts/principal';
import { DatabaseUnavailableError } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { sha256 } from '../encoding/sha256';
import type { Logger } from '../log/logger';
import { ChatWithoutMessagesError, DestinationNotFoundError, TooManyChatsError, TooManyTokensError } from './messenger.errors';
import { TOKEN_CHARACTERS } from './messenger.rules';
import type { DestinationChanges, LinkingJson } from './messenger.schema';
import { isRefusalQuiet } from './messenger-limits';
import type { DestinationRow } from './messenger-rows';
import { createUpdateHandler, telegramUpdateSchema, type UpdateOptions } from './messenger-updates';

const newToken = base62Generator(TOKEN_CHARACTERS);

export interface MessengerServiceOptions extends UpdateOptions {
  /** Secrets of which an update must show one; with an empty list no update is applied. */
  secrets: readonly string[];
  count(outcome: UpdateOutcome): void;
  log: Logger;
}

type UpdateOutcome = 'postponed' | 'applied' | 'refused' | 'limited' | 'not-understood' | 'failed';

/** A request to the address for the platform's updates. */
export interface InboundRequest {
  requestId: string;
  clientAddress: string | null;
  /** Values of the headers that may hold the secret. */
  secrets: readonly (string | null)[];
  read(): Promise<unknown>;
}

export type MessengerService = ReturnType<typeof createMessengerService>;

export function createMessengerService(options: MessengerServiceOptions) {
  const { repository, secrets, limits, count, botName, log } = options;
  const applyUpdate = createUpdateHandler(options);
  const digests = secrets.map(sha256);
  const isSecret = (shown: string | null) => shown !== null && digests.some((one) => timingSafeEqual(sha256(shown), one));

  async function refuse({ requestId, clientAddress, read }: InboundRequest): Promise<void> {
    count('refused');
    if (await isRefusalQuiet(limits, clientAddress)) return;
    // The body is read all the same, so that the connection can be used again.
    await read().catch(() => undefined);
    const reason = secrets.length === 0 ? 'there is no bot' : 'its secret is missing or wrong';
    log.warn({ requestId, clientAddress }, `chat update refused: ${reason}`);
  }

  return {
    /** @returns the token, which can't be read again, and the bot to send it to @throws TooManyChatsError, TooManyTokensError */
    async createToken(owner: Principal): Promise<{ token: string; botName: string | null }> {
      const token = newToken();
      const outcome = await repository.insertToken(owner, sha256(token));
      if (outcome === 'too-many-chats') throw new TooManyChatsError();
      if (outcome === 'too-many-tokens') throw new TooManyTokensError();
      return { token, botName: (await botName()) ?? null };
    },

    /** Finds the state of a token for the user who made it. Somebody else's token looks expired. */
    async findLinking(owner: Principal, token: string): Promise<LinkingJson> {
      const stored = await repository.findToken(owner.userId, sha256(token));
      if (stored?.isUsed) return { state: 'linked', chatTitle: stored.chatTitle };
      return { state: stored && !stored.isExpired ? 'waiting' : 'expired', chatTitle: null };
    },

    /** Withdraws an unused token; a chat that a token has linked stays linked. */
    withdrawToken: (owner: Principal, token: string): Promise<void> => repository.removeToken(owner.userId, sha256(token)),

    list: (owner: Principal): Promise<DestinationRow[]> => repository.list(owner.userId),

    /** @throws DestinationNotFoundError, ChatWithoutMessagesError */
    async update(owner: Principal, id: number | null, changes: DestinationChanges): Promise<DestinationRow> {
      const destination = id === null ? null : await repository.update(owner.userId, id, changes);
      if (!destination) throw new DestinationNotFoundError();
      if (destination === 'without-messages') throw new ChatWithoutMessagesError();
      return destination;
    },

    /** @throws DestinationNotFoundError */
    async remove(owner: Principal, id: number | null): Promise<void> {
      if (id === null || !(await repository.remove(owner.userId, id))) throw new DestinationNotFoundError();
    },

    /**
     * Applies an update. Errors are logged without the text that was sent.
     * @throws DatabaseUnavailableError only for requests with the secret, so that the platform sends the update again
     */
    async receive(request: InboundRequest): Promise<void> {
      if (!request.secrets.some(isSecret)) return refuse(request);
      const { requestId, clientAddress } = request;
      const update = telegramUpdateSchema.safeParse(await request.read().catch(() => undefined));
      if (!update.success) {
        count('not-understood');
        log.info({ requestId, clientAddress }, 'chat update not understood');
        return;
      }
      try {
        count((await applyUpdate(update.data)) ? 'applied' : 'limited');
      } catch (err) {
        if (err instanceof DatabaseUnavailableError) {
          count('postponed');
          throw err;
        }
        count('failed');
        log.error({ err, requestId }, 'chat update not applied');
      }
    },

    prune: () => repository.prune(),
  };
}

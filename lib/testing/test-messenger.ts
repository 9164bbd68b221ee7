/** Services for chats and pastes on a fresh database, with a clock that tests can set. */

import { createRateLimiter } from '../http/rate-limit';
import { LANGUAGE_NAMES } from '../locales/languages.rules';
import { createMessengerRepository, type MessengerRepository } from '../messenger/messenger.repository';
import { createMessengerService, type MessengerService, type MessengerServiceOptions } from '../messenger/messenger.service';
import { type ChatCommands, createChatCommands } from '../messenger/messenger-commands';
import type { UpdateLimits } from '../messenger/messenger-limits';
import { CHATS } from '../messenger/messenger-receivers';
import { createEventRecorder } from '../outbox/event-recorder';
import { createOutboxQueue } from '../outbox/outbox-queue';
import type { PasteService } from '../pastes/service/paste.service';
import { BOT_NAME } from './fake-bot-api';
import { silentLogger } from './loggers';
import type { Engine } from './test-database';
import { pastesOn } from './test-pastes';
import { messageUpdate } from './updates';
import { BASE_URL, openUsersDatabase, type UsersDatabase } from './users';

export const MAX_ATTEMPTS = 5;
/** Secret that the platform's updates show. */
export const SECRET = 'a-secret_of-tests';

const off = createRateLimiter('off', 0, { kind: 'memory' });
/** Languages that the host of tests offers. */
const LANGUAGES = { languages: Object.keys(LANGUAGE_NAMES), fallback: 'en' };
export const UNLIMITED: UpdateLimits = { refusedPerAddress: off, refusedInAll: off, commandsPerChat: off, commandsInAll: off };

interface Parts {
  repository: MessengerRepository;
  queue: ReturnType<typeof createOutboxQueue>;
  pastes: PasteService;
  commands: ChatCommands;
  service: MessengerService;
}

export interface TestMessenger extends Parts, UsersDatabase {
  /** Makes the services with a database's clock that reads `now`, an SQL expression. */
  at(now: string | number): Parts;
  /** Makes the service with other options. */
  serviceWith(options: Partial<Omit<MessengerServiceOptions, 'repository'>>): MessengerService;
  /** Posts an update as the platform would. */
  post(update: unknown, service?: MessengerService, secrets?: readonly (string | null)[]): Promise<void>;
  /** Links a chat to anna or another owner, and deletes the reply. @returns the link's id */
  link(chatId: number, owner?: { userId: number }, languageCode?: string): Promise<number>;
}

export async function openTestMessenger(engine: Engine): Promise<TestMessenger> {
  const users = await openUsersDatabase(engine);
  const { db, keyring, anna, run } = users;
  const botName = async () => BOT_NAME;

  const at = (now: string | number): Parts => {
    const on = users.on(now);
    const queue = createOutboxQueue(on, CHATS, MAX_ATTEMPTS);
    const repository = createMessengerRepository(on, keyring);
    const pastes = pastesOn(on, keyring, [createEventRecorder(on.dialect, CHATS)]).service;
    const commands = createChatCommands({ pastes, ofUser: off, baseUrl: BASE_URL, defaultTtlOf: () => 604_800, isOnlyInNetworks: false });
    return {
      queue,
      repository,
      pastes,
      commands,
      service: createMessengerService({
        repository,
        secrets: [SECRET],
        limits: UNLIMITED,
        commands,
        languages: LANGUAGES,
        count: () => undefined,
        botName,
        log: silentLogger,
      }),
    };
  };
  const parts = at(db.dialect.now);
  const post: TestMessenger['post'] = (update, service = parts.service, secrets = [SECRET]) =>
    service.receive({ requestId: 'r', clientAddress: null, secrets, read: async () => JSON.parse(JSON.stringify(update)) });

  return {
    ...users,
    ...parts,
    at,
    serviceWith: (options) =>
      createMessengerService({
        repository: parts.repository,
        secrets: [SECRET],
        limits: UNLIMITED,
        commands: parts.commands,
        languages: LANGUAGES,
        count: () => undefined,
        botName,
        log: silentLogger,
        ...options,
      }),
    post,
    async link(chatId, owner = anna, languageCode) {
      const { token } = await parts.service.createToken(owner);
      await post(messageUpdate(`/link ${token}`, chatId, { languageCode, type: chatId < 0 ? 'group' : 'private' }));
      await run('DELETE FROM notification_queue');
      const links = await parts.service.list(owner);
      return Number(links.find((link) => link.chatId === String(chatId))?.id);
    },
  };
}

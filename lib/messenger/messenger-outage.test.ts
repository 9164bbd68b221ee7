/** The platform must repeat an update that comes while the database is unavailable, on both engines. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailableError } from '../db/database';
import { BOT_NAME } from '../testing/fake-bot-api';
import { silentLogger } from '../testing/loggers';
import { engines } from '../testing/test-database';
import { openTestMessenger, SECRET, type TestMessenger, UNLIMITED } from '../testing/test-messenger';
import { messageUpdate } from '../testing/updates';
import { createMessengerRepository } from './messenger.repository';
import { createMessengerService } from './messenger.service';

describe.each(engines)('an update that comes while the database is away, on %s', (engine) => {
  let chats: TestMessenger;
  let isAway = false;
  beforeAll(async () => {
    chats = await openTestMessenger(engine);
  });
  afterAll(() => chats?.close());

  function serviceOnBreakingDatabase(count: (outcome: string) => void) {
    const unlessAway = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isAway) throw new DatabaseUnavailableError('the database is away');
      return work();
    };
    const db: Database = {
      ...chats.db,
      read: (...statement) => unlessAway(() => chats.db.read(...statement)),
      write: (...statements) => unlessAway(() => chats.db.write(...statements)),
    };
    const repository = createMessengerRepository(db, chats.keyring);
    return createMessengerService({
      repository,
      secrets: [SECRET],
      limits: UNLIMITED,
      commands: chats.commands,
      languages: { languages: [], fallback: 'en' },
      count,
      botName: async () => BOT_NAME,
      log: silentLogger,
    });
  }

  it('is left to the platform to send again, and is applied once when it does', async () => {
    const outcomes: string[] = [];
    const service = serviceOnBreakingDatabase((outcome) => void outcomes.push(outcome));
    const update = messageUpdate('/start', 7);
    isAway = true;
    await expect(chats.post(update, service)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    // A request with a wrong secret doesn't learn of the outage.
    await chats.post(update, service, ['wrong']);
    isAway = false;
    await chats.post(update, service);
    await chats.post(update, service);
    expect(outcomes).toEqual(['postponed', 'refused', 'applied', 'applied']);
    expect(await chats.rows('SELECT kind FROM notification_queue')).toHaveLength(1);
  });
});

/** Starts the one host that all contract suites of a file share. */
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import { BOT_TOKEN, type FakeBotApi, startFakeBotApi } from '#lib/messenger/testing/fake-bot-api';
import { createKeys } from './accounts';
import type { Host } from './balancer';
import { holdAnswersToDescription } from './described-responses';
import type { TestedHost } from './hosts';
import { type Environment, testEnvironment } from './processes';

export const ORIGIN = 'https://paste.example';
export const SESSION_SECRET = 'a secret that only this test has, of 32 characters';
export const MESSENGER_SECRET = 'secret-of-tests_0123456789';

export interface Contract {
  web: Host;
  database: TestDatabase;
  environment: Environment;
  /** The platform of the chats. */
  bot: FakeBotApi;
  /** The keys of two users that nobody else has. */
  newKeys(): Promise<{ anna: string; bert: string }>;
  end(): Promise<void>;
}

/** Returns the host after its start. */
export type Started = () => Contract;

/** Starts a host on a database of its own, and checks each of its responses against the API's description. */
export async function startContract({ start, engine }: TestedHost): Promise<Contract> {
  const [database, bot] = await Promise.all([createTestDatabase(engine), startFakeBotApi()]);
  const giveBack = () => Promise.all([database.drop(), bot.stop()]);
  try {
    const environment = testEnvironment(database, {
      BASE_URL: ORIGIN,
      SESSION_SECRET,
      LOG_LEVEL: 'trace',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      MESSENGER_WEBHOOK_SECRET: MESSENGER_SECRET,
      MESSENGER_API_URL: `${bot.url}/`,
    });
    const web = await start(environment);
    const release = holdAnswersToDescription();
    let pairs = 0;
    return {
      web,
      database,
      environment,
      bot,
      async newKeys() {
        pairs += 1;
        const [anna, bert] = [`anna${pairs}`, `bert${pairs}`];
        const keys = await createKeys(database, anna, bert);
        return { anna: keys[anna] as string, bert: keys[bert] as string };
      },
      async end() {
        release();
        await web.kill();
        await giveBack();
      },
    };
  } catch (error) {
    await giveBack();
    throw error;
  }
}

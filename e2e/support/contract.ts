/** What every suite of the interface starts from. */
import { createTestDatabase, type TestDatabase } from '#lib/db/testing/test-database';
import type { Host } from './balancer';
import { holdAnswersToDescription } from './described-answers';
import type { TestedHost } from './hosts';
import { type Environment, runAdmin, testEnvironment } from './processes';

export interface Contract {
  web: Host;
  database: TestDatabase;
  environment: Environment;
  /** The keys of two users. */
  keys: { anna: string; bert: string };
  end(): Promise<void>;
}

/** Starts a host on a database of its own that knows two users. From now on its answers are held to the API's description. */
export async function startContract({ start, engine }: TestedHost, overrides: Environment = {}): Promise<Contract> {
  const database = await createTestDatabase(engine);
  try {
    const environment = testEnvironment(database, overrides);
    const createKey = async (user: string) => (await runAdmin(['key', 'create', '--user', user], environment)).stdout.trim();
    const keys = { anna: await createKey('anna'), bert: await createKey('bert') };
    const web = await start(environment);
    const release = holdAnswersToDescription();
    return {
      web,
      database,
      environment,
      keys,
      async end() {
        release();
        await web.stop();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
}

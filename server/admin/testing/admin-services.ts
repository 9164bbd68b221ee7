import { vi } from 'vitest';
import { buildWeb } from '#lib/composition/build-web';
import { createTestDatabase } from '#lib/testing/test-database';

/** The services of a web process, on a new database. The environment variables name that database until it is closed. */
export async function openAdminServices() {
  const database = await createTestDatabase('sqlite');
  const environment = {
    NODE_ENV: 'test',
    BASE_URL: 'https://paste.example',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    MASTER_KEY: 'a1'.repeat(32),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const services = await buildWeb();
  const close = async () => {
    vi.unstubAllEnvs();
    await services.close();
    await database.drop();
  };
  return { services, close };
}

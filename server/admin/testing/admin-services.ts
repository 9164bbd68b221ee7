import { vi } from 'vitest';
import { buildServices } from '#lib/composition/build-services';
import { createTestDatabase } from '#lib/db/testing/test-database';

/** Services as a command has them, on a database of their own, which the environment names until they are closed. */
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
  const services = await buildServices('admin');
  const close = async () => {
    vi.unstubAllEnvs();
    await services.close();
    await database.drop();
  };
  return { services, close };
}

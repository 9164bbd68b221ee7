import { expect, it } from 'vitest';
import { loadConfig } from '../config/config';
import { createTestDatabase } from '../testing/test-database';
import { store } from '../testing/test-pastes';
import { buildWeb } from './build-web';

it('a read just before the end is counted', async () => {
  const database = await createTestDatabase('sqlite');
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: database.url, MASTER_KEY: 'a1'.repeat(32) });
  try {
    const services = await buildWeb(config);
    const { publicId } = await store(services.pastes, 'text');
    await services.pastes.read(publicId);
    await services.close();
    const again = await buildWeb(config);
    expect(await again.db.read('SELECT view_count FROM pastes')).toEqual([{ view_count: 1 }]);
    await again.close();
  } finally {
    await database.drop();
  }
});

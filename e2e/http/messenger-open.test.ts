/** The messenger endpoint of a service that is not configured for it. */
import { expect, it } from 'vitest';
import { createTestDatabase } from '#lib/db/testing/test-database';
import { messageUpdate } from '#lib/messenger/testing/updates';
import { createOwner } from '../support/accounts';
import { call } from '../support/api';
import { startWeb, testEnvironment } from '../support/processes';

it('without a secret updates are accepted, and the log warns of it once', async () => {
  const database = await createTestDatabase('sqlite');
  const headers = await createOwner(database);
  const web = await startWeb(testEnvironment(database, { RATE_LIMIT_ANONYMOUS: '5' }));
  try {
    const { token } = (await call<{ token: string }>(`${web.url}/api/v1/messenger/tokens`, { method: 'POST', headers })).body;
    await call(`${web.url}/api/v1/messenger/webhook`, { json: messageUpdate(`/link ${token}`) });
    const { body } = await call<{ destinations: unknown[] }>(`${web.url}/api/v1/messenger/destinations`, { headers });
    expect(body.destinations).toHaveLength(1);
    await web.waitFor('MESSENGER_WEBHOOK_SECRET is not set');
    expect(web.output().match(/MESSENGER_WEBHOOK_SECRET is not set/g)).toHaveLength(1);
  } finally {
    await web.kill();
    await database.drop();
  }
});

it('updates are never limited, as requests without a key are', async () => {
  const database = await createTestDatabase('sqlite');
  const web = await startWeb(testEnvironment(database, { RATE_LIMIT_ANONYMOUS: '5' }));
  try {
    for (let times = 0; times < 20; times++)
      expect((await call(`${web.url}/api/v1/messenger/webhook`, { json: messageUpdate('/start') })).status).toBe(200);
    // Nor do they use up what the sender's address has.
    expect((await call(`${web.url}/api/v1/pastes`, { json: { content: 'x' } })).status).toBe(201);
  } finally {
    await web.kill();
    await database.drop();
  }
});

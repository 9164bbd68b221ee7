/** Tests webhooks under the default configuration, which allows only public addresses by HTTPS. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { FORBIDDEN_LITERALS, PUBLIC_LITERALS, REFUSED_URLS } from '#lib/webhooks/testing/addresses';
import { createOwner } from '../support/accounts';
import { call, type ErrorBody, EVENTS, type WebhookBody } from '../support/api';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';

const SECRET = 'a secret of anna';

/** Limit of webhooks of one user. */
const MOST = 40;

describe.each(engines)('webhooks as people run them on %s', (engine) => {
  let database: TestDatabase;
  let web: WebProcess;
  let headers: { 'X-Api-Key': string };

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const environment = testEnvironment(database, { WEBHOOK_ALLOW_INSECURE_TARGETS: 'false', WEBHOOKS_PER_USER: String(MOST) });
    headers = await createOwner(database);
    web = await startWeb(environment);
  });

  afterAll(async () => {
    await web?.kill();
    await database?.drop();
  });

  const create = (url: string) => call<ErrorBody>(`${web.url}/api/v1/webhooks`, { json: { url, secret: SECRET, events: EVENTS }, headers });
  const urlOf = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`;

  it('a webhook to an address that is not public is refused in every spelling', async () => {
    for (const url of [...FORBIDDEN_LITERALS.map(urlOf), ...REFUSED_URLS]) {
      const { status, body } = await create(url);
      expect({ url, status, path: body.details?.[0]?.path }).toEqual({ url, status: 400, path: ['url'] });
    }
    expect((await call<{ webhooks: unknown[] }>(`${web.url}/api/v1/webhooks`, { headers })).body.webhooks).toEqual([]);
  });

  it('accept public ones, and names that nobody knows yet', async () => {
    for (const url of [...PUBLIC_LITERALS.map(urlOf), 'https://hooks.invalid/']) expect((await create(url)).status).toBe(201);
  });

  it('are at most WEBHOOKS_PER_USER for each user, however many are asked for at once', async () => {
    for (let made = PUBLIC_LITERALS.length + 1; made < MOST - 10; made += 1) await create(urlOf('1.1.1.1'));
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(urlOf('1.1.1.1'))));
    const { webhooks } = (await call<{ webhooks: WebhookBody[] }>(`${web.url}/api/v1/webhooks`, { headers })).body;
    expect(webhooks).toHaveLength(MOST);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBe(20);
    for (const { status, body } of refused)
      expect({ status, details: body.details }).toMatchObject({ status: 400, details: [{ path: [] }] });
    await call(`${web.url}/api/v1/webhooks/${webhooks[0]?.id}`, { method: 'DELETE', headers });
    expect((await create(urlOf('1.1.1.1'))).status).toBe(201);
  });
});

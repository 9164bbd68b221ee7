/** Tests a PostgreSQL that is unreachable: clients are told to try again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainPageMessages } from '#components/messages/plain-page';
import { startTcpProxy, type TcpProxy } from '#lib/testing/tcp-proxy';
import { createTestDatabase, engines, type TestDatabase } from '#lib/testing/test-database';
import { call, createPaste } from '../support/api';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';

describe.runIf(engines.includes('postgresql'))('when PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let web: WebProcess;
  let publicId: string;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    proxy = await startTcpProxy(database.url);
    web = await startWeb(testEnvironment(proxy));
    ({ publicId } = await createPaste(web.url, { content: 'here' }));
  });
  afterAll(async () => {
    await web?.kill();
    await proxy?.stop();
    await database?.drop();
  });

  const create = async () => (await call(`${web.url}/api/v1/pastes`, { json: { content: 'x' } })).status;
  const statusOf = async (path: string) => (await fetch(`${web.url}${path}`)).status;

  it('an unreachable PostgreSQL makes pages and API 503, with the time to wait', async () => {
    const paths = [`/view/${publicId}`, `/manage/${publicId}`, `/raw/${publicId}`, `/api/v1/pastes/${publicId}`];
    for (const path of paths) expect({ path, status: await statusOf(path) }).toEqual({ path, status: 200 });
    await proxy.stop();
    for (const path of paths) {
      const response = await fetch(`${web.url}${path}`);
      expect({ path, status: response.status, retryAfter: response.headers.get('retry-after') }).toEqual({
        path,
        status: 503,
        retryAfter: '5',
      });
      if (/^\/(?:view|manage)/.test(path))
        expect(await response.text()).toContain(`<h1>${plainPageMessages.failed.unavailable.title}</h1>`);
    }
    expect(await create()).toBe(503);
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
  });
});

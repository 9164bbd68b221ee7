/** Tests a PostgreSQL that is unreachable or read-only: clients are told to try again, and no process needs a restart. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#lib/db/testing/tcp-proxy';
import { createTestDatabase, engines, type TestDatabase } from '#lib/db/testing/test-database';
import { call, createPaste } from '../support/api';
import { startWeb, testEnvironment, type WebProcess } from '../support/processes';

describe.runIf(engines.includes('postgresql'))('when PostgreSQL', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let operator: pg.Client;
  let web: WebProcess;
  let publicId: string;

  beforeAll(async () => {
    database = await createTestDatabase('postgresql');
    proxy = await startTcpProxy(database.url);
    web = await startWeb(testEnvironment(proxy));
    ({ publicId } = await createPaste(web.url, { content: 'here' }));
    operator = new pg.Client({ connectionString: database.url });
    await operator.connect();
  });
  afterAll(async () => {
    await operator?.end();
    await web?.kill();
    await proxy?.stop();
    await database?.drop();
  });

  const create = async () => (await call(`${web.url}/api/v1/pastes`, { json: { content: 'x' } })).status;
  const statusOf = async (path: string) => (await fetch(`${web.url}${path}`)).status;

  it('a read-only PostgreSQL serves reads, gives 503 for creates, and heals by itself', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await operator.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()', [name]);
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round++) for (const status of await Promise.all(Array.from({ length: 8 }, create))) statuses.add(status);
    expect([...statuses]).toEqual([503]);
    expect(await statusOf('/readyz')).toBe(503);
    expect((await call(`${web.url}/api/v1/pastes/${publicId}`)).status).toBe(200);
    await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = off`);
    await vi.waitFor(async () => expect(await create()).toBe(201));
    expect(await Promise.all(Array.from({ length: 8 }, create))).toEqual(Array(8).fill(201));
    expect(await statusOf('/readyz')).toBe(200);
  });

  it('cannot be reached, pages are 503 as the API is, with the time to come again', async () => {
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
    }
    expect(await create()).toBe(503);
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);
  });
});

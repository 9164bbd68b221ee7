/** The doctor's findings about each thing that the service needs. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config/config';
import type { Database } from '../../db/database';
import { createTestDatabase, engines, type TestDatabase } from '../../testing/test-database';
import { redisUrl } from '../../testing/test-redis';
import { checkMasterKeys } from '../../vault/check-master-keys';
import { createKeyring } from '../../vault/keyring';
import { pasteIdPlace, sealValue } from '../../vault/vault';
import { noteVital } from '../metrics/vitals';
import { type Check, runChecks } from './doctor.service';

/** A port on which nobody listens. */
const NOBODY = '127.0.0.1:1';

describe.each(engines)('the doctor on %s', (engine) => {
  const secret = randomBytes(32);
  const keyring = createKeyring([secret]);
  let database: TestDatabase;
  let db: Database;
  /** The server at BASE_URL. */
  let service: Server;
  let answer: { status: number; body: string };

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    db = await database.open();
    service = createServer((_, response) => response.writeHead(answer.status).end(answer.body)).listen(0, 'localhost');
    await once(service, 'listening');
  });
  afterAll(async () => {
    await new Promise((resolve) => service?.close(resolve));
    await db?.close();
    await database?.drop();
  });
  beforeEach(async () => {
    answer = { status: 200, body: '{"status":"ok"}' };
    await db.write(['pastes', 'master_keys'].map((table) => ({ sql: `DELETE FROM ${table}`, params: [] })));
    await checkMasterKeys(db, keyring);
  });

  const baseUrl = () => `http://localhost:${(service.address() as AddressInfo).port}`;

  async function look(environment: Record<string, string> = {}, deep = false): Promise<Record<string, Omit<Check, 'name'>>> {
    const env = {
      NODE_ENV: 'test' as const,
      DATABASE_URL: database.url,
      MASTER_KEY: secret.toString('base64'),
      BASE_URL: baseUrl(),
      ...environment,
    };
    const checks = await runChecks(loadConfig(env), { deep });
    return Object.fromEntries(checks.map(({ name, ...found }) => [name, found]));
  }

  const sealed = (id: string) => sealValue(keyring, pasteIdPlace(id), id);
  const store = (id: string, expiresAt: string, idSealed: Uint8Array) =>
    db.write([
      {
        sql: `INSERT INTO pastes (id, lookup, id_sealed, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at, expires_at)
          VALUES (?, ?, ?, '', FALSE, FALSE, 1, 1, ?, ?, 0, ${expiresAt})`,
        params: [id, id, idSealed, Buffer.alloc(60), keyring.current.id],
      },
    ]);

  it('finds nothing wrong with a service that is well', async () => {
    const found = await look();
    expect(Object.keys(found)).toEqual([
      'config',
      'database',
      'key',
      'clock',
      'worker',
      'backup',
      'administrators',
      ...(engine === 'sqlite' ? [] : ['connections']),
      'damage',
      'disk',
      ...(engine === 'sqlite' ? ['files', 'copies'] : []),
      'backup-folder',
      'variables',
      'webhooks',
      'proxy',
      'address',
      'time',
    ]);
    expect(Object.values(found).filter(({ state }) => state === 'failed')).toEqual([]);
    expect(found).toMatchObject({
      database: { state: 'ok', message: expect.stringContaining(engine) },
      key: { state: 'ok', message: expect.stringContaining(keyring.current.id) },
      clock: { state: 'ok' },
      worker: { state: 'warning', message: expect.stringMatching(/none is running/) },
      address: { state: 'ok', message: expect.stringContaining(baseUrl()) },
    });
  });

  it('says whether the key opens what is stored', async () => {
    expect((await look()).key?.message).toMatch(/nothing is stored yet/);
    await store('paste', 'NULL', sealed('paste'));
    expect((await look()).key).toMatchObject({ state: 'ok', message: expect.stringMatching(/opens what is stored/) });
    await store('damaged', 'NULL', Buffer.concat([sealed('another').subarray(0, 20), Buffer.alloc(60)]));
    expect((await look()).key).toMatchObject({ state: 'failed', message: expect.stringMatching(/doesn't open/) });
  });

  it('finds the wrong key, and says nothing of either', async () => {
    const wrong = randomBytes(32).toString('base64');
    const { key } = await look({ MASTER_KEY: wrong });
    expect(key).toMatchObject({ state: 'failed', message: expect.stringContaining(keyring.current.id) });
    for (const hidden of [wrong, secret.toString('base64')]) expect(key?.message).not.toContain(hidden);
  });

  it('finds an archive that was loaded only in part, and looks at all else', async () => {
    await db.write([{ sql: 'CREATE TABLE _sealpaste_load (archive TEXT NOT NULL, row_count BIGINT NOT NULL)', params: [] }]);
    try {
      const found = await look();
      expect(found.database).toMatchObject({ state: 'failed', message: expect.stringMatching(/only in part/) });
      expect(found.address).toMatchObject({ state: 'ok' });
    } finally {
      await db.write([{ sql: 'DROP TABLE _sealpaste_load', params: [] }]);
    }
  });

  it('says so when its address does not lead to this service, and shows no stack', async () => {
    const failed = async (environment: Record<string, string> = {}) => {
      const { address } = await look(environment);
      expect(address?.state).toBe('failed');
      expect(address?.message).toMatch(/BASE_URL/);
      expect(address?.message).not.toMatch(/\n|\bat .*\.[tj]s/);
    };
    await failed({ BASE_URL: `http://${NOBODY}` });
    for (const other of [
      { status: 404, body: '{"status":"ok"}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '{"status":"else"}' },
    ]) {
      answer = other;
      await failed();
    }
  });

  it('warns of an address without HTTPS, where browsers refuse to encrypt', async () => {
    const server = createServer((_, response) => response.end('{"status":"ok"}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect((await look({ BASE_URL: url })).address).toMatchObject({ state: 'warning', message: expect.stringMatching(/without https/) });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it.runIf(engine === 'sqlite')('a database readable by other users, and a disk below the floor, are warned of', async () => {
    const file = database.url.slice('file:'.length);
    for (const [mode, state] of [
      [0o600, 'ok'],
      [0o644, 'warning'],
      [0o620, 'warning'],
    ] as const) {
      chmodSync(file, mode);
      expect((await look()).files).toMatchObject({ state, message: expect.stringContaining(mode.toString(8)) });
    }
    const { disk } = await look({ MIN_FREE_DISK_BYTES: String(Number.MAX_SAFE_INTEGER) });
    expect(disk).toMatchObject({ state: 'failed', message: expect.stringMatching(/MIN_FREE_DISK_BYTES.*507/) });
  });

  it.each([
    ['0', '0.0.0.0', 'ok'],
    ['1', '127.0.0.1', 'ok'],
    ['1', '0.0.0.0', 'warning'],
    ['2', '::', 'warning'],
    ['loopback', '0.0.0.0', 'ok'],
    ['10.0.0.5,10.0.0.6', '::', 'ok'],
    ['10.0.0.0/24', '::', 'ok'],
    ['10.0.0.0/24,10.0.1.0', '127.0.0.1', 'warning'],
    ['2,10.0.0.0/8', '::', 'warning'],
  ])('TRUST_PROXY=%s with the host %s is %s, since clients may not be believed', async (trusted, HOST, state) => {
    const { proxy } = await look({ TRUST_PROXY: trusted, HOST });
    expect(proxy?.state).toBe(state);
    if (state === 'warning') expect(proxy?.message).toMatch(/TRUST_PROXY.*choose (?:its|their) own address.*10\.0\.0\.5/);
  });

  it('looks at Redis where there is one to be', async () => {
    expect((await look({ REDIS_URL: `redis://${NOBODY}` })).redis).toMatchObject({ state: 'failed' });
    if (redisUrl !== null) expect((await look({ REDIS_URL: redisUrl })).redis).toMatchObject({ state: 'ok' });
  });

  it.runIf(engine === 'sqlite')('fails of known damage until it finds everything whole', async () => {
    await noteVital(db, 'damage', 'row 7 of pastes');
    const damage = async (deep: boolean) => (await look({}, deep)).damage;
    for (let time = 0; time < 2; time++)
      expect(await damage(false)).toMatchObject({ state: 'failed', message: expect.stringMatching(/^row 7 of pastes, .*doctor --deep/) });
    await store('broken', 'NULL', Buffer.alloc(60));
    expect(await damage(true)).toMatchObject({ state: 'ok' });
    expect(await damage(false)).toMatchObject({ state: 'failed' });
    await db.write([{ sql: 'DELETE FROM pastes', params: [] }]);
    expect(await damage(true)).toMatchObject({ state: 'ok' });
    expect(await damage(false)).toMatchObject({ state: 'ok' });
  });

  it('goes on without a database, and leaves out what only that could tell', async () => {
    const url = engine === 'sqlite' ? 'file:/dev/null/database.db' : `postgresql://nobody@${NOBODY}/nothing`;
    const found = await look({ DATABASE_URL: url });
    expect(found.database?.state).toBe('failed');
    expect(Object.keys(found)).toEqual([
      'config',
      'database',
      'disk',
      'backup-folder',
      'variables',
      'webhooks',
      'proxy',
      'address',
      'time',
    ]);
    expect(found.address?.state).toBe('ok');
  });
});

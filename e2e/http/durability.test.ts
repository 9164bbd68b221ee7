/** Tests that acknowledged pastes are kept, whatever happens to a process, a connection or a lock. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { firstValue, openFile } from '#lib/db/engines/sqlite-driver';
import { createTestDatabase, engines } from '#lib/testing/test-database';
import { type CreatedBody, call, createPaste, createWebhook, readPaste } from '../support/api';
import { startWeb, startWorker, testEnvironment } from '../support/processes';
import { rounds } from '../support/rounds';
import { publicIdOf, rowIdOf } from '../support/rows';
import { withService } from '../support/service';
import { settings } from '../support/settings';

const CLIENTS = 16;

describe.each(engines)('on %s', (engine) => {
  const service = withService({ engine });
  beforeAll(() => createWebhook(service.url, service.owner, { events: ['paste.created', 'paste.deleted'] }));

  describe('an upload of 10 MB', () => {
    const CONTENT = randomBytes(5 * 1024 * 1024).toString('hex');

    /** Sends the first half of the upload and waits until pieces of it are stored. */
    async function sendHalf() {
      const body = JSON.stringify({ content: CONTENT });
      const upload = request(`${service.url}/api/v1/pastes`, {
        method: 'POST',
        agent: false,
        headers: { ...service.owner, 'Content-Type': 'application/json', 'Content-Length': body.length },
      });
      upload.on('error', () => undefined);
      upload.write(body.slice(0, body.length / 2));
      const { id, publicId } = await vi.waitFor(async () => {
        const [row] = await service.db.read(
          'SELECT p.id, p.id_sealed FROM pastes p JOIN paste_chunks c ON c.paste_id = p.id WHERE p.chunk_count = 0 AND c.seq = 10',
        );
        const found = expectDefined(row);
        return { id: String(found.id), publicId: publicIdOf(service.environment, found) };
      });
      return { id, publicId };
    }

    const rowsOf = async (id: string) =>
      (await service.db.read('SELECT seq FROM paste_chunks WHERE paste_id = ? UNION ALL SELECT -1 FROM pastes WHERE id = ?', [id, id]))
        .length;

    async function expectInvisible(publicId: string): Promise<void> {
      const api = `${service.url}/api/v1/pastes`;
      for (const headers of [{}, service.owner]) {
        const answers = await Promise.all([
          call(`${api}/${publicId}`, { headers }),
          call(`${api}/${publicId}`, { headers, method: 'HEAD' }),
          call(`${service.url}/raw/${publicId}`, { headers }),
          call(`${service.url}/raw/${publicId}`, { headers, method: 'HEAD' }),
          call(`${api}/${publicId}/extend`, { headers, json: { ttlSeconds: 60 } }),
          call(`${api}/${publicId}`, { headers, method: 'DELETE' }),
        ]);
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
      }
      const { body } = await call<{ pastes: { publicId: string }[] }>(`${api}?limit=100`, { headers: service.owner });
      expect(body.pastes.map((paste) => paste.publicId)).not.toContain(publicId);
    }

    it('an upload whose process is killed stays invisible until cleanup removes it', async () => {
      const { id, publicId } = await sendHalf();
      await service.restart();
      await expectInvisible(publicId);
      const stored = await rowsOf(id);
      expect(stored).toBeGreaterThan(10);

      const created = await createPaste(service.url, { content: 'x', ttlSeconds: 60 });
      const marker = await rowIdOf(service.db, service.environment, created.publicId);
      const expire = (row: string) =>
        service.db.write([{ sql: `UPDATE pastes SET expires_at = ${service.db.dialect.now} WHERE id = ?`, params: [row] }]);
      const worker = await startWorker(service.environment);
      try {
        // A missing marker shows that cleanup has run; the upload stays because its hour isn't over.
        await expire(marker);
        await vi.waitFor(async () => expect(await rowsOf(marker)).toBe(0));
        expect(await rowsOf(id)).toBe(stored);
        await expire(id);
        await vi.waitFor(async () => expect(await rowsOf(id)).toBe(0));
      } finally {
        await worker.kill();
      }
    });
  });

  it.runIf(engine === 'sqlite')('another process’s lock on the database fails writes with 503 and loses nothing', async () => {
    const acknowledged: CreatedBody[] = [];
    for (let index = 0; index < 10; index++) acknowledged.push(await createPaste(service.url, { content: `before ${index}` }));
    const burn = await createPaste(service.url, { content: 'burn', burnAfterRead: true });
    const readable = acknowledged[0]?.publicId as string;
    const path = join(service.database.folder as string, 'database.db');
    const other = openFile(path);
    const pastes = () => Number(firstValue(other, 'SELECT count(*) FROM pastes'));
    const before = pastes();

    other.exec('BEGIN IMMEDIATE');
    const writes = [
      call(`${service.url}/api/v1/pastes`, { json: { content: 'during' } }),
      readPaste(service.url, burn.publicId),
      call(`${service.url}/api/v1/pastes/${readable}`, { method: 'DELETE' }),
    ];
    let pending = true;
    const answered = Promise.all(writes).finally(() => (pending = false));
    const readsMeanwhile: number[][] = [];
    const readAll = async () => {
      const reads = await Promise.all([
        readPaste(service.url, readable),
        call(`${service.url}/raw/${readable}`),
        call(`${service.url}/healthz`),
        call(`${service.url}/readyz`),
      ]);
      readsMeanwhile.push(reads.map(({ status }) => status));
      expect(pending).toBe(false);
    };
    // Writes wait for the lock for seconds; reading without a pause would take the processor from them.
    await vi.waitFor(readAll, { interval: 100 });
    for (const { status, headers, body } of await answered) {
      expect({ status, body }).toEqual({ status: 503, body: { error: 'Service Unavailable', code: 'unavailable' } });
      expect(headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(readsMeanwhile.length).toBeGreaterThan(10);
    expect(new Set(readsMeanwhile.flat())).toEqual(new Set([200]));
    other.exec('COMMIT');

    expect(pastes()).toBe(before);
    for (let index = 0; index < 10; index++) acknowledged.push(await createPaste(service.url, { content: `after ${index}` }));
    other.close();
    await service.restart();
    for (const { publicId } of acknowledged) expect((await readPaste(service.url, publicId)).status).toBe(200);
    expect((await readPaste(service.url, burn.publicId)).body.content).toBe('burn');
  });

  it.runIf(engine === 'postgresql')('a server that drops its connections fails requests with 503, not the process', async () => {
    const server = new pg.Client({ connectionString: service.database.url, application_name: 'operator' });
    await server.connect();
    const acknowledged: CreatedBody[] = [];
    const statuses = new Set<number>();
    let dropping = true;
    const client = async () => {
      while (dropping) {
        const { status, body } = await call<CreatedBody>(`${service.url}/api/v1/pastes`, {
          json: { content: 'x' },
          headers: service.owner,
        });
        statuses.add(status);
        if (status === 201) acknowledged.push(body);
      }
    };
    const clients = Array.from({ length: CLIENTS }, () => client().catch((error: unknown) => error));
    for (let drop = 0; drop < 10; drop++) {
      const enough = acknowledged.length + 50;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(enough), { interval: 5 });
      await server.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sealpaste' AND datname = current_database()",
      );
    }
    dropping = false;
    expect((await Promise.all(clients)).filter(Boolean)).toEqual([]);
    await server.end();
    expect([...statuses].sort()).toEqual([201, 503]);
    for (const { publicId } of acknowledged) expect((await readPaste(service.url, publicId)).status).toBe(200);
  });
});

describe.each(settings)('an empty database on $setting', ({ engine, processes, variables }) => {
  it('an empty database is set up by processes that start at once, and all get ready', async () => {
    for (let round = 0; round < rounds(1); round++) {
      const database = await createTestDatabase(engine, { isMigrated: false });
      const environment = testEnvironment(database, variables);
      const each = Array.from({ length: processes });
      const [webs, workers] = await Promise.all([
        Promise.all(each.map(() => startWeb(environment))),
        Promise.all(each.map(() => startWorker(environment))),
      ]);
      try {
        for (const { url } of webs) {
          expect(await call(`${url}/readyz`)).toMatchObject({ status: 200, body: { status: 'ok', db: 'connected' } });
          await createPaste(url, { content: 'x' });
        }
      } finally {
        await Promise.all([...webs, ...workers].map((one) => one.kill()));
        await database.drop();
      }
    }
  });
});

function expectDefined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not there (yet)');
  return value;
}

/** Tests burn pastes through two web processes on one database: which reader gets one, and which requests don't burn it. */

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SqlValue } from '#lib/db/database';
import { createLogger } from '#lib/log/logger';
import { createEventRecorder } from '#lib/outbox/event-recorder';
import type { PasteService } from '#lib/pastes/service/paste.service';
import { engines } from '#lib/testing/test-database';
import { pastesOn } from '#lib/testing/test-pastes';
import { createKeyring } from '#lib/vault/keyring';
import { WEBHOOKS } from '#lib/webhooks/webhook-receivers';
import { call, createPaste, createWebhook, MISSING_ID, type PasteBody, readPaste, told } from '../support/api';
import { rounds } from '../support/rounds';
import { lookupOf, rowIdOf } from '../support/rows';
import { withService } from '../support/service';

const READERS = 100;
/** Length of a content of three pieces, which don't compress into fewer. */
const LARGE_BYTES = 600_000;
const PIECES = { one: 'a secret', several: randomBytes(LARGE_BYTES / 2).toString('hex') };

describe.each(engines)('burn pastes on %s', (engine) => {
  const service = withService({ engine, webs: 2 });
  /** The service that cleans up, as the worker does at intervals. */
  let cleaner: PasteService;

  beforeAll(async () => {
    await createWebhook(service.url, service.owner);
    const { log } = await createLogger({ level: 'silent', pretty: false, name: 'worker' });
    const recorders = [createEventRecorder(service.db.dialect, WEBHOOKS)];
    // Cleanup needs no master key of the pastes.
    const keyring = createKeyring([randomBytes(32)]);
    cleaner = pastesOn(service.db, keyring, recorders, { log }).service;
  });

  const anyWeb = (index: number) => service.urlOf(index);
  const rowsOf = async (publicId: string) =>
    (
      await service.db.read('SELECT c.seq FROM pastes p JOIN paste_chunks c ON c.paste_id = p.id WHERE p.lookup = ?', [
        lookupOf(service.environment, publicId),
      ])
    ).length;

  /** Sends all reads at once, to the two processes in turn. */
  const readAtOnce = (publicId: string, readers: number) =>
    Promise.all(Array.from({ length: readers }, (_, index) => readPaste(anyWeb(index), publicId)));

  it.each(Object.entries(PIECES))(`a paste of %s piece(s) reaches exactly one of ${READERS} simultaneous readers`, async (_, content) => {
    const notFound = told(await readPaste(anyWeb(0), MISSING_ID));
    for (let round = 0; round < rounds(3); round++) {
      const { publicId } = await createPaste(anyWeb(round), { content, burnAfterRead: true });
      const answers = await readAtOnce(publicId, READERS);
      const delivered = answers.filter(({ status }) => status === 200);
      expect(delivered.map(({ body }) => body.content === content)).toEqual([true]);
      const others = answers.filter((answer) => !delivered.includes(answer));
      expect([...new Set(others.map(told))]).toEqual([notFound]);
      expect(await rowsOf(publicId)).toBe(0);
    }
  });

  it.each(Object.entries(PIECES))(`three of ${READERS} readers get a paste of %s piece(s) with three reads`, async (_, content) => {
    const notFound = told(await readPaste(anyWeb(0), MISSING_ID));
    for (let round = 0; round < rounds(3); round++) {
      const { publicId } = await createPaste(anyWeb(round), { content, maxReads: 3 });
      const answers = await readAtOnce(publicId, READERS);
      const delivered = answers.filter(({ status }) => status === 200);
      expect(delivered.map(({ body }) => body.content === content)).toEqual([true, true, true]);
      const others = answers.filter((answer) => !delivered.includes(answer));
      expect([...new Set(others.map(told))]).toEqual([notFound]);
      expect(await rowsOf(publicId)).toBe(0);
    }
  });

  it('reader, owner and cleanup at once remove a paste once, without any error', async () => {
    for (let round = 0; round < rounds(16); round++) {
      const { publicId } = await createPaste(anyWeb(round), { content: 'x', burnAfterRead: true, ttlSeconds: 3600 }, service.owner);
      const id = await rowIdOf(service.db, service.environment, publicId);
      const expire = () =>
        service.db.write([{ sql: `UPDATE pastes SET expires_at = ${service.db.dialect.now} WHERE id = ?`, params: [id] }]);
      const read = (web: number) => async () => ({ as: 'burned', status: (await readPaste(anyWeb(web), publicId)).status });
      const remove = (web: number) => async () => {
        const { status } = await call(`${anyWeb(web)}/api/v1/pastes/${publicId}`, { method: 'DELETE', headers: service.owner });
        return { as: 'deleted', status };
      };
      const cleanUp = async () => {
        // Cleanup needs no HTTP and would always be first, so it begins a varying number of queries later.
        for (let wait = round % 8; wait > 0; wait--) await service.db.ping();
        await expire();
        return { as: 'paste.expired', status: (await cleaner.removeExpired()).removed === 1 ? 200 : 404 };
      };
      const runners = [read(0), remove(1), cleanUp, read(1), remove(0)];
      // Each round starts with another contender, and in each fourth round the others come after its answer.
      const [first, ...others] = [...runners.slice(round % runners.length), ...runners.slice(0, round % runners.length)];
      const pending = [first?.()];
      if (round % 4 === 3) await pending[0];
      const answers = (await Promise.all([...pending, ...others.map((run) => run())])).flatMap((answer) => answer ?? []);

      expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
      const won = answers.filter(({ status }) => status === 200).map(({ as }) => as);
      expect(won).toHaveLength(1);
      const events = await service.db.read("SELECT event, reason FROM webhook_deliveries WHERE paste_id = ? AND event <> 'paste.created'", [
        id,
      ]);
      expect(events.map(({ event, reason }) => reason ?? event)).toEqual(won);
      expect(await rowsOf(publicId)).toBe(0);
      if (round % 4 === 3) expect(answers[0]?.status).toBe(200);
    }
  });

  describe.each(Object.entries(PIECES))('of %s piece(s)', (_, content) => {
    it('a paste gets 503 while its master key is missing, and then one reader gets it', async () => {
      const { publicId } = await createPaste(anyWeb(0), { content, burnAfterRead: true });
      const id = await rowIdOf(service.db, service.environment, publicId);
      const [row] = await service.db.read('SELECT master_key_id FROM pastes WHERE id = ?', [id]);
      const label = (masterKeyId: unknown) =>
        service.db.write([{ sql: 'UPDATE pastes SET master_key_id = ? WHERE id = ?', params: [String(masterKeyId), id] }]);
      const before = await rowsOf(publicId);

      await label('0123456789abcdef');
      for (const [index, path] of ['/api/v1/pastes/', '/raw/', '/api/v1/pastes/', '/raw/'].entries()) {
        const { status, headers, body } = await call(`${anyWeb(index)}${path}${publicId}`);
        expect({ status, body }).toEqual({ status: 503, body: { error: 'Service Unavailable', code: 'unavailable' } });
        expect(headers.get('retry-after')).toMatch(/^\d+$/);
      }
      expect(await rowsOf(publicId)).toBe(before);

      await label(row?.master_key_id);
      const answers = await readAtOnce(publicId, 20);
      expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.content === content)).toEqual([true]);
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    });

    it('survives damage of its last piece: 500 without a word of it, and the rows stay', async () => {
      const { publicId } = await createPaste(anyWeb(0), { content, burnAfterRead: true });
      const before = await rowsOf(publicId);
      const id = await rowIdOf(service.db, service.environment, publicId);
      const [last] = await service.db.read('SELECT seq, object, bytes FROM paste_chunks WHERE paste_id = ? ORDER BY seq DESC LIMIT 1', [
        id,
      ]);
      const store = (bytes: Uint8Array, object: SqlValue = null) =>
        service.db.write([
          {
            sql: 'UPDATE paste_chunks SET bytes = ?, object = ? WHERE paste_id = ? AND seq = ?',
            params: [bytes, object, id, last?.seq ?? null],
          },
        ]);
      const whole = Buffer.from(last?.bytes as Uint8Array);
      // The bytes of a piece in an object store are not in its row.
      const damaged = Buffer.from(whole.length > 0 ? whole : randomBytes(LARGE_BYTES / 3));
      damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] as number) ^ 1;

      await store(damaged);
      for (const path of ['/api/v1/pastes/', '/raw/']) {
        const { status, body } = await call(`${anyWeb(1)}${path}${publicId}`);
        expect({ status, body }).toEqual({ status: 500, body: { error: 'Internal Server Error', code: 'internal_error' } });
      }
      expect(await rowsOf(publicId)).toBe(before);

      await store(whole, last?.object);
      const { status, body } = await call<PasteBody>(`${anyWeb(0)}/api/v1/pastes/${publicId}`);
      expect([status, body.content === content]).toEqual([200, true]);
    });
  });

  it('is gone for everybody after a reader that disconnected in the middle', async () => {
    const content = randomBytes(4_000_000).toString('hex');
    for (const path of ['/api/v1/pastes/', '/raw/']) {
      const { publicId } = await createPaste(anyWeb(0), { content, burnAfterRead: true });
      const received = await readBeginning(`${anyWeb(0)}${path}${publicId}`);
      expect(received).toBeLessThan(content.length);
      expect(await rowsOf(publicId)).toBe(0);
      for (const web of service.webs)
        expect(await readPaste(web.url, publicId)).toMatchObject({ status: 404, body: { error: 'Not Found', code: 'not_found' } });
    }
  });
});

/** Opens the address, takes the first bytes of the response and drops the connection. @returns how many it got */
function readBeginning(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent: false })
      .on('response', (response) => {
        expect(response.statusCode).toBe(200);
        response.once('data', (piece: Buffer) => {
          response.destroy();
          resolve(piece.length);
        });
      })
      .on('error', reject)
      .end();
  });
}

/** Tests that the disk holds nothing in clear, and nothing of pastes that were burned, deleted or have expired. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { firstValue, openFile } from '#lib/db/engines/sqlite-driver';
import { startReceiver, withStatus } from '#lib/testing/receiver';
import { engines } from '#lib/testing/test-database';
import { messageUpdate } from '#lib/testing/updates';
import { call, createPaste, createWebhook, type DeliveryBody, readPaste } from '../support/api';
import { runAdmin, startWorker } from '../support/processes';
import { rowIdOf } from '../support/rows';
import { withService } from '../support/service';
import { dumpOf, filesOf, holds, onDatabase, partFound, postgresFolder } from '../support/stored-bytes';

describe.each(engines)('stored by %s', (engine) => {
  const service = withService({ engine, variables: { LOG_LEVEL: 'debug' } });

  /** All that is stored: the SQLite file with its -wal and -shm; PostgreSQL's tables as text and, where readable, its files. */
  async function stored(): Promise<Buffer[]> {
    if (service.database.folder) return filesOf(service.database.folder);
    await onDatabase(service.database, (client) => client.query('CHECKPOINT'));
    const folder = await postgresFolder(service.database);
    return [...(await dumpOf(service.database)), ...(folder ? await filesOf(folder) : [])];
  }

  it('no secret is in clear, in no encoding, nor in the log', async () => {
    const canary = (name: string) => `canary ${name} ${randomBytes(12).toString('hex')}`;
    const secrets = {
      content: canary('content'),
      'large content': canary('large content'),
      'burn content': canary('burn content'),
      'end-to-end encrypted content': canary('envelope'),
      title: canary('title'),
      "title of another's paste": canary('anonymous title'),
      'name of a key': canary('key name'),
      'title of a chat': canary('chat title'),
      "webhook's address": canary('webhook address').replaceAll(' ', '-'),
      "a receiver's answer": canary('answer'),
    };
    const visible = canary('syntax').slice(0, 60);
    const webhookSecrets = { before: canary('webhook secret before'), now: canary('webhook secret') };
    const receiver = await startReceiver(withStatus(200, {}, secrets["a receiver's answer"]));
    const url = `${receiver.url}/${secrets["webhook's address"]}`;
    const webhook = await createWebhook(service.url, service.owner, { secret: webhookSecrets.before, url });
    const changed = { method: 'PATCH', json: { secret: webhookSecrets.now }, headers: service.owner };
    expect((await call(`${service.url}/api/v1/webhooks/${webhook.id}`, changed)).status).toBe(200);
    expect((await runAdmin(['key', 'create', '--user', 'anna', '--name', secrets['name of a key']], service.environment)).code).toBe(0);
    const chat = messageUpdate('/start', -77, { type: 'group', title: secrets['title of a chat'] });
    expect((await call(`${service.url}/api/v1/messenger/webhook`, { json: chat })).status).toBe(200);
    const content = `before ${secrets.content} after`;
    const paste = await createPaste(service.url, { content, title: `a ${secrets.title} z`, syntax: visible, protect: true }, service.owner);
    await createPaste(service.url, { content: `${randomBytes(400_000).toString('hex')}${secrets['large content']}` });
    await createPaste(service.url, { content: secrets['end-to-end encrypted content'], isE2ee: true }, service.owner);
    const burn = await createPaste(service.url, {
      content: secrets['burn content'],
      title: secrets["title of another's paste"],
      burnAfterRead: true,
    });
    const unread = await createPaste(service.url, { content: secrets['burn content'], burnAfterRead: true, protect: true }, service.owner);
    for (const { publicId } of [paste, burn]) expect((await readPaste(service.url, publicId)).status).toBe(200);
    await call(`${service.url}/api/v1/pastes/${unread.publicId}/extend`, {
      json: { ttlSeconds: 60 },
      headers: { 'X-Service-Manage-Token': String(unread.manageToken) },
    });
    const worker = await startWorker(service.environment);
    const isAnswered = async () => {
      const { body } = await call<{ deliveries: DeliveryBody[] }>(`${service.url}/api/v1/webhooks/${webhook.id}/deliveries`, {
        headers: service.owner,
      });
      expect(new Set(body.deliveries.map(({ responseBody }) => responseBody))).toEqual(new Set([secrets["a receiver's answer"]]));
    };
    await vi.waitFor(isAnswered, 20_000);
    expect(await worker.stop()).toBe(0);
    await receiver.stop();

    const all: Record<string, string | Buffer> = {
      ...secrets,
      'webhook secret': webhookSecrets.now,
      'webhook secret before': webhookSecrets.before,
      'API key': service.owner['X-Api-Key'],
      "API key's secret": service.owner['X-Api-Key'].slice(-38),
      'public id': paste.publicId,
      'public id of a burned paste': burn.publicId,
      'public id of a burn paste with a receipt': unread.publicId,
      'manage token': String(paste.manageToken),
      'master key': Buffer.from(String(service.environment.MASTER_KEY), 'base64'),
      "master key's text": String(service.environment.MASTER_KEY),
    };
    expect((await service.db.read('SELECT id FROM webhook_deliveries WHERE title_sealed IS NOT NULL')).length).toBeGreaterThan(0);
    const found = async () => {
      const bytes = await stored();
      // The search works: it finds the text that is stored in clear.
      expect(holds(bytes, visible)).toBe(true);
      return Object.keys(all).filter((name) => holds(bytes, all[name] as string));
    };
    expect(await found()).toEqual([]);
    if (engine === 'sqlite') {
      const file = openFile(join(service.database.folder as string, 'database.db'));
      file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      file.close();
      expect(await found()).toEqual([]);
    }

    const log = [Buffer.from(await service.web.log()), Buffer.from(worker.output())];
    expect(Object.keys(all).filter((name) => holds(log, all[name] as string))).toEqual([]);
  });

  /**
   * The stored files after each engine has rewritten them: SQLite empties its write-ahead log, PostgreSQL rewrites the tables.
   * Not covered: PostgreSQL's write-ahead log and its backups, which keep the encrypted bytes until the server recycles them,
   * and what a disk keeps of overwritten blocks.
   */
  async function settled(): Promise<Buffer[] | null> {
    if (service.database.folder) {
      const file = openFile(join(service.database.folder, 'database.db'));
      expect(firstValue(file, 'PRAGMA wal_checkpoint(TRUNCATE)')).toBe(0);
      file.close();
      return filesOf(service.database.folder);
    }
    await onDatabase(service.database, async (client) => {
      for (const table of ['paste_chunks', 'pastes', 'webhook_deliveries']) await client.query(`VACUUM FULL ${table}`);
      await client.query('CHECKPOINT');
    });
    const folder = await postgresFolder(service.database);
    return folder ? filesOf(folder) : null;
  }

  describe.each([
    ['of one small piece', randomBytes(300).toString('hex')],
    ['of several pieces', randomBytes(250_000).toString('hex')],
  ])('the ciphertext, key, title and sealed id %s', (_, content) => {
    const removals: Record<string, (publicId: string, id: string) => Promise<unknown>> = {
      burned: async (publicId) => expect((await readPaste(service.url, publicId)).body.content === content).toBe(true),
      deleted: async (publicId) =>
        expect((await call(`${service.url}/api/v1/pastes/${publicId}`, { method: 'DELETE' })).body).toEqual({ deleted: true }),
      'expired and cleaned up': async (_publicId, id) => {
        await service.db.write([{ sql: `UPDATE pastes SET expires_at = ${service.db.dialect.now} WHERE id = ?`, params: [id] }]);
        const worker = await startWorker(service.environment);
        const gone = async () => expect(await service.db.read('SELECT seq FROM paste_chunks WHERE paste_id = ?', [id])).toEqual([]);
        await vi.waitFor(gone);
        await worker.stop();
      },
    };

    it.each(Object.keys(removals))('are in no file of the database any more when the paste has been %s', async (removal) => {
      const { publicId } = await createPaste(service.url, {
        content,
        title: 't'.repeat(200),
        burnAfterRead: removal === 'burned',
        ttlSeconds: 3600,
      });
      const id = await rowIdOf(service.db, service.environment, publicId);
      const [row] = await service.db.read('SELECT data_key, title_sealed, id_sealed FROM pastes WHERE id = ?', [id]);
      const chunks = await service.db.read('SELECT bytes FROM paste_chunks WHERE paste_id = ?', [id]);
      const secrets = [...Object.values(row ?? {}), ...chunks.map(({ bytes }) => bytes as Uint8Array)] as Uint8Array[];
      expect(secrets.length).toBeGreaterThanOrEqual(4);

      const before = await settled();
      for (const bytes of secrets) if (before) expect(partFound(before, bytes)).toBeGreaterThan(0.8);

      await removals[removal]?.(publicId, id);
      expect(await service.db.read('SELECT seq FROM paste_chunks WHERE paste_id = ?', [id])).toEqual([]);
      expect(await service.db.read('SELECT id FROM pastes WHERE id = ?', [id])).toEqual([]);
      // PostgreSQL keeps rows that a transaction may still see, for example that of its statistics.
      const isGone = async () => {
        const after = await settled();
        for (const bytes of secrets) if (after) expect(partFound(after, bytes)).toBe(0);
      };
      await vi.waitFor(isGone, { interval: 500 });
    });
  });
});

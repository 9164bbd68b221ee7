/** Removing a user removes everything they have, and nothing of anybody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuditRecorder } from '../audit/audit-recorder';
import { engines } from '../testing/test-database';
import { openTestPastes, store, type TestPastes, useTestPastes } from '../testing/test-pastes';
import { AccountError } from './accounts.errors';
import { createUsersService } from './users.service';

/** More than one batch. */
const PASTES = 101;

describe.each(engines)('removing a user on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, async (opened) => {
    pastes = opened;
    const { db, service, anna, bert } = pastes;
    for (const owner of [anna, bert]) {
      const of = owner === anna ? 'anna' : 'bert';
      await Promise.all(Array.from({ length: PASTES }, () => store(service, 'text', { owner, title: of })));
      const { publicId } = await store(service, 'text', { owner, burnAfterRead: true });
      await service.read(publicId);
      const { userId } = owner;
      await db.write([
        { sql: 'INSERT INTO api_keys (id, user_id, key_hash, created_at) VALUES (?, ?, ?, 0)', params: [of, userId, Buffer.alloc(1)] },
        {
          sql: 'INSERT INTO identities (id, user_id, label_sealed, created_at) VALUES (?, ?, ?, 0)',
          params: [of, userId, Buffer.alloc(1)],
        },
        {
          sql: 'INSERT INTO sessions (id_hash, user_id, identity_id, created_at, expires_at) VALUES (?, ?, ?, 0, 0)',
          params: [Buffer.from(of), userId, of],
        },
        {
          sql: 'INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed) SELECT ?, id, ? FROM webhook_endpoints WHERE owner_id = ?',
          params: [of, Buffer.alloc(1), userId],
        },
        { sql: 'INSERT INTO messenger_tokens (token_hash, user_id, expires_at) VALUES (?, ?, 0)', params: [Buffer.from(of), userId] },
        {
          sql: "INSERT INTO messenger_chats (chat_id, title_sealed, created_at) VALUES ('shared', '', 0) ON CONFLICT (platform, chat_id) DO NOTHING",
          params: [],
        },
        {
          sql: 'INSERT INTO messenger_destinations (owner_id, chat_ref, created_at) SELECT CAST(? AS INTEGER), id, 0 FROM messenger_chats',
          params: [userId],
        },
        {
          sql: `INSERT INTO notification_queue (id, chat_ref, destination_id, kind, status, created_at)
            SELECT ?, chat_ref, id, 'paste.created', 'pending', 0 FROM messenger_destinations WHERE owner_id = ?`,
          params: [of, userId],
        },
        {
          sql: `INSERT INTO secret_requests (id, lookup, id_sealed, owner_id, details_sealed, burn_after_read, max_answers, ttl_ms, created_at, expires_at, keep_until)
            VALUES (?, ?, ?, ?, ?, TRUE, 1, 1, 0, 0, 0)`,
          params: [of, of, Buffer.alloc(1), userId, Buffer.alloc(1)],
        },
        {
          sql: 'INSERT INTO secret_answers (id, request_id, request_id_sealed, created_at) VALUES (?, ?, ?, 0)',
          params: [of, of, Buffer.alloc(1)],
        },
      ]);
    }
  });

  const users = () => createUsersService(pastes.db, createAuditRecorder(pastes.db, pastes.keyring), () => []);
  /** Numbers of a user's rows, by table. */
  async function holdings({ userId }: { userId: number }): Promise<Record<string, number>> {
    const conditions: Record<string, string> = {
      users: 'id = ?',
      api_keys: 'user_id = ?',
      identities: 'user_id = ?',
      sessions: 'user_id = ?',
      pastes: 'owner_id = ?',
      burn_receipts: 'owner_id = ?',
      secret_requests: 'owner_id = ?',
      webhook_endpoints: 'owner_id = ?',
      messenger_destinations: 'owner_id = ?',
      messenger_tokens: 'user_id = ?',
    };
    const counts: Record<string, number> = {};
    for (const [table, condition] of Object.entries(conditions))
      counts[table] = Number((await pastes.db.read(`SELECT count(*) AS count FROM ${table} WHERE ${condition}`, [userId]))[0]?.count);
    return counts;
  }
  const countAll = async (table: string) => Number((await pastes.db.read(`SELECT count(*) AS count FROM ${table}`))[0]?.count);
  const IN_ALL = ['paste_chunks', 'webhook_secrets', 'webhook_deliveries', 'notification_queue', 'sessions', 'secret_answers'];

  it('removes everything of theirs, in batches, and nothing of others', async () => {
    const { db, anna, bert } = pastes;
    const ofBert = await holdings(bert);
    await db.write([{ sql: 'DELETE FROM webhook_deliveries WHERE endpoint_id NOT IN (SELECT id FROM webhook_endpoints)', params: [] }]);
    const told: number[] = [];
    expect(await users().removeUser('anna', 'operator', (count) => told.push(count))).toEqual({ pastes: PASTES, keys: 1 });
    expect(told).toEqual([100, PASTES]);
    expect(Object.values(await holdings(anna))).toEqual(Object.values(ofBert).map(() => 0));
    expect(await holdings(bert)).toEqual(ofBert);
    // Bert has no webhook.
    const left = { paste_chunks: PASTES, webhook_secrets: 0, webhook_deliveries: 0, notification_queue: 1, sessions: 1, secret_answers: 1 };
    for (const table of IN_ALL) expect({ table, rows: await countAll(table) }).toEqual({ table, rows: left[table as keyof typeof left] });
  });

  it('says when there is none of that name', async () => {
    await expect(users().removeUser('anna', 'operator')).rejects.toThrow(AccountError);
  });
});

describe.each(engines)('deleting many pastes on %s', (engine) => {
  let pastes: TestPastes;

  beforeAll(async () => {
    pastes = await openTestPastes(engine);
  });
  afterAll(() => pastes?.close());

  it('pastes are deleted by owner, by having none or by time; a trial deletes none', async () => {
    const { anna, bert } = pastes;
    const create = (at: number, owner: { userId: number } | null) => store(pastes.at(at).service, 'text', { owner });
    const [early, late, other, nobodys] = [
      await create(1_000, anna),
      await create(2_000, anna),
      await create(2_000, bert),
      await create(1_500, null),
    ];
    const left = async () => (await pastes.db.read('SELECT id, id_sealed FROM pastes')).map(pastes.publicIdOf).sort();
    const { service } = pastes;
    expect(await service.removeMeant({ owner: anna.userId }, true, 'operator')).toBe(2);
    expect(await left()).toHaveLength(4);
    expect(await service.removeMeant({ owner: anna.userId, createdFrom: 1_001 }, false, 'operator')).toBe(1);
    expect(await left()).toEqual([early, other, nobodys].map(({ publicId }) => publicId).sort());
    expect((await pastes.rowsOf(late.publicId)).events).toEqual(['deleted']);
    expect(await service.removeMeant({ owner: null, createdFrom: 1_501 }, false, 'operator')).toBe(0);
    expect(await service.removeMeant({ owner: null }, false, 'operator')).toBe(1);
    expect(await service.removeMeant({ createdFrom: 1_000, createdBefore: 2_000 }, false, 'operator')).toBe(1);
    expect(await left()).toEqual([other.publicId]);
  });
});

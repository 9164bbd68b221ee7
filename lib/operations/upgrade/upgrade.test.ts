/** Rows of the version before: readable before, while and after they are brought into today's form, which leaves nothing in clear. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAccountsRepository } from '../../accounts/accounts.repository';
import { type Database, DatabaseUnavailableError, type Row, type Statement } from '../../db/database';
import { createLease, type Lease } from '../../db/lease';
import { openConnection } from '../../db/sqlite/sqlite.connection';
import { TABLES } from '../../db/tables';
import { engines } from '../../db/testing/test-database';
import { NotFoundError } from '../../http/errors';
import { openChatTitle } from '../../messenger/messenger.sealed';
import { openTold } from '../../outbox/outbox.told';
import { newToken, readProofOf, shows } from '../../pastes/testing/credentials';
import { contentOf, openTestPastes, store, type TestPastes } from '../../pastes/testing/test-pastes';
import { collectingLogger } from '../../testing/loggers';
import { createKeyring } from '../../vault/keyring';
import { SealBrokenError } from '../../vault/vault';
import { openResponse, openSecret, openUrl } from '../../webhooks/webhook.sealed';
import { insert, type LegacyPaste, legacyPaste, legacySecret, legacyTold } from '../testing/legacy-rows';
import { createUpgrade, UPGRADE_LEASE_MS, type Upgrade } from './upgrade';

/** More than two batches. */
const MANY = 250;
const RUNNING = new AbortController().signal;
const ids = Array.from({ length: 20 }, (_, index) => `Legacy${String(index).padStart(18, '0')}`);
const [PLAIN, LARGE, BURN, E2EE, OWNED, CLAIMED, UPLOAD, GONE, BROKEN] = ids as [
  ...[string, string, string, string, string, string, string, string, string],
];

describe.each(engines)('an upgrade on %s', (engine) => {
  let pastes: TestPastes;
  let upgrade: Upgrade;
  let lease: Lease;
  const { log, lines } = collectingLogger();

  beforeAll(async () => {
    pastes = await openTestPastes(engine, (publicIds) => upgrade.upgradeRows(publicIds));
    lease = createLease(pastes.db, 'upgrade', 'me', UPGRADE_LEASE_MS);
  });
  beforeEach(async () => {
    // Views of the test before are written a moment later, and would wait for rows that are being deleted.
    await pastes.service.flush();
    const kept = ['users', 'webhook_endpoints', 'master_keys'];
    const tables = TABLES.toReversed().filter(({ name }) => !kept.includes(name));
    await pastes.db.write([
      ...tables.map(({ name }) => ({ sql: `DELETE FROM ${name}`, params: [] })),
      insert('pending_upgrades', { name: 'sealed-ids' }),
    ]);
    lines.length = 0;
    upgrade = await createUpgrade(pastes.db, pastes.keyring, log);
  });
  afterAll(() => pastes?.close());

  const add = (...those: LegacyPaste[]) => pastes.db.write(those.flatMap((paste) => legacyPaste(pastes.keyring, paste)));
  const run = () => upgrade.run(lease, RUNNING);
  const read = async (publicId: string, access = shows()) => contentOf(await pastes.service.read(publicId, access));
  const count = async (table: string, where = 'TRUE') => (await pastes.db.read(`SELECT 1 AS one FROM ${table} WHERE ${where}`)).length;
  const isPending = async () => (await count('pending_upgrades')) > 0;

  /** Every value of every table, to be searched. */
  async function everything(): Promise<string> {
    const rows: Row[] = [];
    for (const { name } of TABLES) rows.push(...(await pastes.db.read(`SELECT * FROM ${name}`)));
    return rows
      .flatMap((row) => Object.values(row).map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value)))
      .join('\n');
  }

  describe.each([
    ['by who asks for a paste', false],
    ['by the worker', true],
  ])('%s', (_, first) => {
    const beginning = async () => {
      if (first) expect(await run()).toBe(true);
    };

    it('keeps contents, titles and all else that a paste is', async () => {
      const createdAt = 1_760_000_000_123;
      await add({ publicId: PLAIN, content: ['a content'], title: 'a title', syntax: 'css', createdAt });
      await beginning();
      const { paste, viewCount, content } = await pastes.service.read(PLAIN);
      expect(String(content)).toBe('a content');
      const told = { publicId: PLAIN, title: 'a title', syntax: 'css', isE2ee: false, burnAfterRead: false, createdAt, expiresAt: null };
      expect(paste.summary).toMatchObject(told);
      expect(viewCount).toBe(8);
      expect(await pastes.rowsOf(PLAIN)).toEqual({ pastes: 1, chunks: 1, events: [] });
    });

    it('keeps a content of several pieces whole', async () => {
      const pieces = [0, 1, 2].map((index) => `piece ${index} `.repeat(30_000));
      await add({ publicId: LARGE, content: pieces });
      await beginning();
      expect(await read(LARGE)).toBe(pieces.join(''));
    });

    it('keeps it that a burn paste is read once, by who proves its key, and that its receipt says so', async () => {
      const token = newToken();
      const readProof = Buffer.from(readProofOf(token), 'base64url');
      const manageTokenHash = createHash('sha256').update('manage').digest();
      await add({ publicId: BURN, content: ['once'], burnAfterRead: true, isE2ee: true, readProof, manageTokenHash });
      await pastes.db.write([
        insert('burn_receipts', { id: BURN, manage_token_hash: manageTokenHash, read_proof: readProof, created_at: 5 }),
      ]);
      await beginning();
      const asMaker = { principal: null, manageToken: 'manage', readToken: null, clientAddress: null };
      expect(await pastes.receipts.find(BURN, asMaker)).toMatchObject({ publicId: BURN, state: 'created', createdAt: 5 });
      await expect(read(BURN)).rejects.toThrow();
      expect(await read(BURN, shows({ readToken: token }))).toBe('once');
      await expect(read(BURN, shows({ readToken: token }))).rejects.toThrow(NotFoundError);
      expect(await pastes.receipts.find(BURN, asMaker)).toMatchObject({ state: 'opened' });
    });

    it("keeps an owner's list, in its order, and the right to extend and delete", async () => {
      const ownerId = pastes.anna.userId;
      await add(
        { publicId: OWNED, content: ['mine'], title: 'first', ownerId, createdAt: 1 },
        { publicId: E2EE, content: ['mine'], ownerId, isE2ee: true, createdAt: 2 },
      );
      await beginning();
      const list = async () => (await pastes.service.list(pastes.anna, 10, 0)).map(({ publicId, title }) => [publicId, title]);
      const before = [
        [E2EE, ''],
        [OWNED, 'first'],
      ];
      expect(await list()).toEqual(before);
      const newest = await store(pastes.service, 'new', { owner: pastes.anna, title: 'newest' });
      expect(await list()).toEqual([[newest.publicId, 'newest'], ...before]);
      await pastes.service.remove(OWNED, { principal: pastes.anna, manageToken: null });
      expect(await list()).toEqual([[newest.publicId, 'newest'], before[0]]);
      // And who is told of it is told which one it was.
      const [event] = await pastes.db.read("SELECT * FROM webhook_deliveries WHERE event = 'paste.deleted'");
      expect(openTold(pastes.keyring, event as Row)).toEqual({ publicId: OWNED, title: 'first' });
    });

    it('keeps what its one reader has claimed', async () => {
      const claim = newToken();
      const claimHash = createHash('sha256').update(claim).digest();
      await add({ publicId: CLAIMED, content: ['claimed'], burnAfterRead: true, claimHash, expiresAt: Date.now() + 3_600_000 });
      await beginning();
      expect(await read(CLAIMED, shows({ claim }))).toBe('claimed');
      await pastes.service.acknowledge(CLAIMED, claim);
      expect(await pastes.rowsOf(CLAIMED)).toEqual({ pastes: 0, chunks: 0, events: [] });
    });

    it('leaves what is damaged damaged, and holds up nothing else', async () => {
      await add({ publicId: BROKEN, content: ['damaged'] }, { publicId: PLAIN, content: ['sound'] });
      await pastes.db.write([{ sql: 'UPDATE pastes SET data_key = ? WHERE id = ?', params: [Buffer.alloc(60), BROKEN] }]);
      await beginning();
      await expect(read(BROKEN)).rejects.toThrow(SealBrokenError);
      expect(await read(PLAIN)).toBe('sound');
    });
  });

  it('finds no paste by the name of its row', async () => {
    await add({ publicId: PLAIN, content: ['a content'] });
    await read(PLAIN);
    const { id } = await pastes.rowOf(PLAIN);
    await expect(read(String(id))).rejects.toThrow(NotFoundError);
    expect(await count('pastes')).toBe(1);
  });

  it('leaves nothing in clear, nor under a key that was under the one for all', async () => {
    const { keyring, anna, db } = pastes;
    const [endpoint] = await db.read('SELECT id FROM webhook_endpoints');
    const canaries = ['title-canary', 'secret-canary', 'hook-canary.example', 'answer-canary', 'error-canary', 'chat-canary', 'key-canary'];
    await add(
      { publicId: PLAIN, content: ['a content'], title: canaries[0] as string },
      { publicId: UPLOAD, content: ['half a content'], isUnderWay: true, expiresAt: Date.now() + 3_600_000 },
    );
    const delivery = {
      event: 'paste.created',
      status: 'delivered',
      syntax: '',
      is_e2ee: false,
      burn_after_read: false,
      paste_created_at: 0,
    };
    const endpointId = endpoint?.id ?? null;
    await db.write([
      insert('burn_receipts', {
        id: GONE,
        owner_id: anna.userId,
        created_at: 5,
        outcome: 'opened',
        outcome_at: 6,
        keep_until: 9_999_999_999_999,
      }),
      { sql: 'UPDATE webhook_endpoints SET url = ?, url_sealed = NULL', params: ['https://hook-canary.example/'] },
      insert('webhook_secrets', { endpoint_id: endpointId, ...legacySecret(keyring, 'secret', 'secret-canary') }),
      insert('webhook_deliveries', {
        id: 'answered',
        endpoint_id: endpointId,
        ...delivery,
        ...legacyTold(keyring, PLAIN, 'title-canary'),
        response_status: 200,
        response_body: 'answer-canary',
        created_at: 1,
      }),
      insert('webhook_deliveries', {
        id: 'unanswered',
        endpoint_id: endpointId,
        ...delivery,
        paste_id: GONE,
        error: 'error-canary',
        created_at: 2,
      }),
      insert('messenger_chats', { id: 1, chat_id: '77', title: 'chat-canary', created_at: 0 }),
      insert('notification_queue', {
        id: 'message',
        chat_ref: 1,
        kind: 'paste.created',
        status: 'pending',
        ...legacyTold(keyring, PLAIN, 'title-canary'),
        created_at: 3,
      }),
      insert('notification_queue', { id: 'answer', chat_ref: 1, kind: 'welcome', status: 'pending', created_at: 4 }),
      insert('api_keys', { id: 'key', user_id: anna.userId, key_hash: Buffer.alloc(32), name: 'key-canary', created_at: 0 }),
    ]);
    const before = await everything();
    for (const canary of [PLAIN, GONE, UPLOAD, ...canaries.slice(2)]) expect(before).toContain(canary);

    expect(await run()).toBe(true);

    const after = await everything();
    for (const canary of [PLAIN, GONE, UPLOAD, ...canaries]) expect(after).not.toContain(canary);
    expect(await isPending()).toBe(false);
    for (const table of ['webhook_deliveries', 'notification_queue', 'webhook_secrets'])
      expect(await count(table, 'data_key IS NOT NULL OR master_key_id IS NOT NULL')).toBe(0);
    const rows = (table: string) => db.read(`SELECT * FROM ${table} ORDER BY created_at`);
    const [answered, unanswered] = (await rows('webhook_deliveries')) as [Row, Row];
    expect(openTold(keyring, answered)).toEqual({ publicId: PLAIN, title: 'title-canary' });
    expect(openResponse(keyring, answered)).toEqual({ body: 'answer-canary', error: null });
    expect(openTold(keyring, unanswered)).toEqual({ publicId: GONE, title: '' });
    expect(openResponse(keyring, unanswered)).toEqual({ body: null, error: 'error-canary' });
    const [message] = (await rows('notification_queue')) as [Row];
    expect(openTold(keyring, message)).toEqual({ publicId: PLAIN, title: 'title-canary' });
    expect(openUrl(keyring, await db.prisma.webhookEndpoint.findFirstOrThrow())).toBe('https://hook-canary.example/');
    const [secret] = (await db.read('SELECT * FROM webhook_secrets')) as [Row];
    expect(openSecret(keyring, { id: 'secret', secretSealed: secret.secret_sealed as Uint8Array, legacyKey: null })).toBe('secret-canary');
    expect(openChatTitle(keyring, await db.prisma.messengerChat.findFirstOrThrow())).toBe('chat-canary');
    expect((await createAccountsRepository(db, keyring).listOwnKeys(anna.userId)).map(({ name }) => name)).toEqual(['key-canary']);
    expect(await pastes.receipts.listEnded(anna, 10)).toMatchObject([{ publicId: GONE, state: 'opened' }]);
    // The upload goes with the next cleanup after its hour, as it would have.
    await pastes.at(Date.now() + 3_600_001).service.removeExpired();
    expect(await count('paste_chunks')).toBe(1);
    await db.write([{ sql: 'UPDATE webhook_endpoints SET url_sealed = NULL', params: [] }]);
  });

  it.runIf(engine === 'sqlite')('empties its log when no reader needs it any more; VACUUM then leaves no plain id', async () => {
    // As real ones are: in no order, so that pages of an index split and merge.
    const many = Array.from({ length: MANY }, () => ({ publicId: randomBytes(18).toString('base64url'), content: ['text'] }));
    const [row] = await pastes.db.read("SELECT file FROM pragma_database_list WHERE name = 'main'");
    const file = String(row?.file);
    const heldIn = (path: string) => {
      const bytes = readFileSync(path);
      return many.filter(({ publicId }) => bytes.includes(publicId)).length;
    };
    await add(...many);
    expect(heldIn(`${file}-wal`)).toBe(MANY);
    // Some by who asks for them.
    for (const { publicId } of many.slice(0, 20)) await upgrade.upgradeRows([publicId]);
    const reader = openConnection(file, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM pastes').get();
    const emptied: boolean[] = [];
    const emptyLog = async () => {
      const isEmpty = await pastes.db.emptyLog();
      emptied.push(isEmpty);
      if (!isEmpty) expect(await isPending()).toBe(true);
      if (!isEmpty && reader.isOpen) reader.close();
      return isEmpty;
    };
    expect(await (await createUpgrade({ ...pastes.db, emptyLog }, pastes.keyring, log)).run(lease, RUNNING)).toBe(true);
    expect(emptied).toEqual([false, true]);
    expect(heldIn(`${file}-wal`)).toBe(0);
    const connection = openConnection(file, { readonly: false });
    connection.exec('VACUUM');
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    expect(heldIn(file)).toBe(0);
  });

  it('killed between any two batches leaves everything readable, and goes on from there', async () => {
    const many = Array.from({ length: MANY }, (_, index) => ({ publicId: `Many${index}`, content: [`content ${index}`] }));
    await add(...many);
    const killed = new Error('killed');
    let left = 1;
    const dying: Database = {
      ...pastes.db,
      write: (statements: readonly Statement[]) => {
        if (statements.some(({ sql }) => sql.startsWith('DELETE FROM pastes')) && left-- === 0) throw killed;
        return pastes.db.write(statements);
      },
    };
    await expect((await createUpgrade(dying, pastes.keyring, log)).run(lease, RUNNING)).rejects.toBe(killed);
    expect(await count('pastes', 'lookup IS NOT NULL')).toBe(100);
    expect(await isPending()).toBe(true);
    for (const { publicId, content } of many.slice(95, 110)) expect(await read(publicId)).toBe(content[0]);
    expect(await run()).toBe(true);
    for (const { publicId, content } of many) expect(await read(publicId)).toBe(content[0]);
    expect(await count('pastes')).toBe(MANY);
    expect(await count('paste_chunks')).toBe(MANY);
  });

  it('is done once by any number at the same moment, readers among them', async () => {
    const many = Array.from({ length: MANY }, (_, index) => ({ publicId: `Many${index}`, content: [`content ${index}`] }));
    await add(...many);
    const others = await Promise.all([1, 2].map(() => createUpgrade(pastes.db, pastes.keyring, log)));
    const always: Lease = { acquire: async () => true, isHeld: async () => true, release: async () => undefined };
    const reads = Promise.all(many.toReversed().map(({ publicId }) => read(publicId)));
    await Promise.all([...others.map((other) => other.run(always, RUNNING)), run()]);
    expect((await reads).toReversed()).toEqual(many.map(({ content }) => content[0]));
    expect(await count('pastes')).toBe(MANY);
    expect(await count('paste_chunks')).toBe(MANY);
    expect(await count('pastes', 'lookup IS NULL')).toBe(0);
  });

  it('stops between two batches when the lease has gone to somebody else', async () => {
    await add(...Array.from({ length: MANY }, (_, index) => ({ publicId: `Many${index}`, content: [`content ${index}`] })));
    let renewals = 2;
    const losing: Lease = { acquire: async () => renewals-- > 0, isHeld: async () => true, release: async () => undefined };
    expect(await upgrade.run(losing, RUNNING)).toBe(false);
    expect(await count('pastes', 'lookup IS NOT NULL')).toBe(100);
    expect(await isPending()).toBe(true);
  });

  it('lets a reader wait for the lock, and tells it in the end when it is not to be had', async () => {
    await add({ publicId: PLAIN, content: ['a content'] }, { publicId: GONE, content: ['a content'] });
    let refusals = 4;
    const busy: Database = {
      ...pastes.db,
      write: (statements) => {
        if (statements.some(({ sql }) => sql.startsWith('DELETE FROM pastes')) && refusals-- > 0)
          return Promise.reject(new DatabaseUnavailableError('another process holds the database lock'));
        return pastes.db.write(statements);
      },
    };
    const { upgradeRows } = await createUpgrade(busy, pastes.keyring, log);
    expect(await upgradeRows([PLAIN])).toBe(true);
    expect(await read(PLAIN)).toBe('a content');
    refusals = 5;
    await expect(upgradeRows([GONE])).rejects.toThrow(DatabaseUnavailableError);
    expect(await read(GONE)).toBe('a content');
  });

  it('is left to who has the lease, and stops when told to', async () => {
    await add({ publicId: PLAIN, content: ['a content'] });
    const other = createLease(pastes.db, 'upgrade', 'another', UPGRADE_LEASE_MS);
    await other.acquire();
    expect(await run()).toBe(false);
    await other.release();
    expect(await upgrade.run(lease, AbortSignal.abort())).toBe(false);
    expect(await count('pastes', 'lookup IS NULL')).toBe(1);
    expect(await lease.isHeld()).toBe(false);
  });

  it('leaves what is under a master key that is not configured, and says so', async () => {
    const another = createKeyring([randomBytes(32)]);
    await pastes.db.write(legacyPaste(another, { publicId: BROKEN, content: ['elsewhere'] }));
    await add({ publicId: PLAIN, content: ['a content'] });
    expect(await run()).toBe(true);
    expect(await isPending()).toBe(true);
    expect(lines).toMatchObject([{ fields: { moved: 1, left: 1 } }, { level: 'error', fields: { rows: 1 } }]);
    expect(await count('pastes', 'lookup IS NULL')).toBe(1);
    expect(await read(PLAIN)).toBe('a content');
  });

  it('that is not pending costs who looks for a paste that is not there no second look', async () => {
    await run();
    let reads = 0;
    const counting: Database = {
      ...pastes.db,
      read: (...args) => {
        reads += 1;
        return pastes.db.read(...args);
      },
      readEach: (...args) => {
        reads += 1;
        return pastes.db.readEach(...args);
      },
    };
    await expect(pastes.at(pastes.db.dialect.now, counting).service.read(PLAIN)).rejects.toThrow(NotFoundError);
    expect(reads).toBe(1);
  });
});

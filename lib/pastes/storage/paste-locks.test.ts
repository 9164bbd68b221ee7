/** Transactions over several pastes take their rows in the same order, so that no two wait for each other. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createAuditRecorder } from '../../audit/audit-recorder';
import type { Database } from '../../db/database';
import { engines, type TestDatabase } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { createKeyring } from '../../vault/keyring';
import { createPasteRepository, type PasteRepository } from './paste.repository';
import { createPasteLookup } from './paste-lookup';
import type { AnnouncedPaste } from './paste-rows';

const LOCK_NOT_AVAILABLE = '55P03';
const IDS = ['a', 'b', 'c'];
const keyring = createKeyring([randomBytes(32)]);
const lookup = createPasteLookup(keyring);

describe.each(engines)('rows of several pastes on %s', (engine) => {
  let database: TestDatabase;
  let db: Database;

  useDatabase(engine, async (opened, its) => {
    db = opened;
    database = its;
    await db.write(
      IDS.map((id) => ({
        sql: `INSERT INTO pastes (id, lookup, id_sealed, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at, expires_at)
          VALUES (?, ?, '', '', FALSE, FALSE, 1, 1, ?, '', 0, 1)`,
        params: [id, id, Buffer.alloc(1)],
      })),
    );
  });

  /** The repository, and the ids in the order in which its transactions name them. */
  function noting() {
    const named: string[] = [];
    const write: Database['write'] = (statements) => {
      named.push(...statements.map(({ params }) => String(params.at(-1))));
      return db.write(statements);
    };
    return { repository: createPasteRepository({ ...db, write }, lookup, [], createAuditRecorder(db, keyring)), named };
  }

  it('get their views in one order, whatever the order of the readers', async () => {
    for (const order of [IDS, IDS.toReversed()]) {
      const { repository, named } = noting();
      await repository.addViews(new Map(order.map((publicId) => [publicId, 1])));
      expect(named).toEqual(IDS);
    }
  });

  const announced = IDS.toReversed().map((id): AnnouncedPaste => ({ id, endsByReading: false, hasSubscribers: id === 'b' }));
  const acts: Record<string, (repository: PasteRepository) => Promise<unknown>> = {
    flush: ({ addViews }) => addViews(new Map(IDS.toReversed().map((publicId) => [publicId, 1]))),
    cleanup: ({ removeExpired }) => removeExpired(announced),
  };

  it.runIf(engine === 'postgresql').each(Object.entries(acts))('are locked in one order: a %s that waits for b holds a', async (_, act) => {
    const other = await database.open();
    const { pool } = other;
    if (!pool) throw new Error('expected a pool');
    const [holder, onlooker] = [await pool.connect(), await pool.connect()];
    try {
      await holder.query('BEGIN');
      await holder.query("SELECT 1 FROM pastes WHERE id = 'b' FOR UPDATE");
      const acted = act(createPasteRepository(db, lookup, [], createAuditRecorder(db, keyring)));
      await vi.waitFor(async () => {
        const { rows } = await onlooker.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        expect(rows).toHaveLength(1);
      });
      const lock = (publicId: string) => onlooker.query('SELECT 1 FROM pastes WHERE id = $1 FOR UPDATE NOWAIT', [publicId]);
      await expect(lock('a')).rejects.toMatchObject({ code: LOCK_NOT_AVAILABLE });
      expect((await lock('c')).rows).toHaveLength(1);
      await holder.query('ROLLBACK');
      await acted;
    } finally {
      holder.release();
      onlooker.release();
      await other.close();
    }
  });
});

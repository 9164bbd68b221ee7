/** The size of one cleanup transaction: so many pastes or so many bytes that no other writer waits noticeably. */
import { beforeEach, describe, expect, it } from 'vitest';
import { CREATED_AT, EXPIRES_AT, TTL_SECONDS } from '../../testing/credentials';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';
import { MAX_CONTENT_BYTES } from '../paste.rules';

const HALF = MAX_CONTENT_BYTES / 2;

describe.each(engines)('one batch of cleanup on %s', (engine) => {
  let pastes: TestPastes;
  useTestPastes(engine, (opened) => (pastes = opened));
  beforeEach(() => pastes.db.write([{ sql: 'DELETE FROM pastes', params: [] }]));

  /** Stores pastes that expired one after the other, with the given sizes in their rows; 0: an unfinished upload. */
  async function expired(...sizes: number[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [index, bytes] of sizes.entries()) {
      const { publicId } = await store(pastes.at(CREATED_AT + index).service, 'text', { ttlSeconds: TTL_SECONDS });
      const chunks = bytes === 0 ? 0 : 1;
      await pastes.db.write([
        {
          sql: 'UPDATE pastes SET content_bytes = ?, chunk_count = ? WHERE lookup = ?',
          params: [bytes, chunks, pastes.lookupOf(publicId)],
        },
      ]);
      ids.push(publicId);
    }
    return ids;
  }

  const cleanUp = () => pastes.at(EXPIRES_AT + 1_000).service.removeExpired();
  const batches = async () => {
    const removed: number[] = [];
    for (let more = true; more; ) {
      const batch = await cleanUp();
      removed.push(batch.removed);
      more = batch.more;
    }
    return removed;
  };

  it('takes 10 MB of pastes, the longest expired first, and says there are more', async () => {
    const [, , third] = await expired(HALF, HALF, 1);
    expect(await cleanUp()).toEqual({ removed: 2, more: true });
    expect((await pastes.db.read('SELECT id, id_sealed FROM pastes')).map(pastes.publicIdOf)).toEqual([third]);
    expect(await cleanUp()).toEqual({ removed: 1, more: false });
  });

  it('leaves a paste that would be a byte over to the next', async () => {
    await expired(HALF, HALF + 1);
    expect(await batches()).toEqual([1, 1]);
  });

  it('takes a paste of 10 MB alone', async () => {
    await expired(MAX_CONTENT_BYTES, 1);
    expect(await batches()).toEqual([1, 1]);
  });

  it('takes an upload that was cut off as one of 10 MB, whose size nobody knows', async () => {
    await expired(0, 0, 1);
    expect(await batches()).toEqual([1, 1, 1]);
  });

  /** Adds copies of a paste's row. */
  const copy = (publicId: string, copies: number) => {
    const columns = `id_sealed, owner_id, syntax, is_e2ee, burn_after_read, content_bytes, chunk_count, data_key, master_key_id, created_at, expires_at`;
    const sql = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${copies})
      INSERT INTO pastes (id, lookup, ${columns}) SELECT 'paste' || n, 'paste' || n, ${columns} FROM numbers CROSS JOIN pastes WHERE lookup = ?`;
    return pastes.db.write([{ sql, params: [pastes.lookupOf(publicId)] }]);
  };

  it('takes some hundred small pastes of which nobody is told', async () => {
    const most = { sqlite: 100, postgresql: 500 }[engine];
    const [first] = await expired(4);
    await copy(first ?? '', most);
    expect(await batches()).toEqual([most, 1]);
  });

  it('takes a hundred small pastes whose owner is told', async () => {
    const { publicId } = await store(pastes.at(CREATED_AT).service, 'text', { ttlSeconds: TTL_SECONDS, owner: pastes.anna });
    await copy(publicId, 100);
    expect(await batches()).toEqual([100, 1]);
  });
});

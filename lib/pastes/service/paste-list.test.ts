/** An owner's list, page by page. */
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { ValidationError } from '../../http/errors';
import { explain, notingDatabase, wholeTable } from '../../testing/plans';
import { engines } from '../../testing/test-database';
import { store, type TestPastes, useTestPastes } from '../../testing/test-pastes';

const PASTES = 7;

describe.each(engines)('the list of an owner on %s', (engine) => {
  let pastes: TestPastes;
  /** Newest first. */
  let ids: string[];

  useTestPastes(engine, async (opened) => {
    pastes = opened;
    ids = [];
    // Four at a time have the same millisecond on the database's clock.
    for (let index = 0; index < PASTES; index++)
      ids.unshift((await store(pastes.at(1_000 + (index >> 2)).service, 'text', { owner: pastes.anna })).publicId);
    await store(pastes.service, 'text', { owner: pastes.bert });
  });

  it.each([1, 2, 3, PASTES - 1, PASTES])('by cursor in pages of %i has each paste once, and ends', async (limit) => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let from: number | string = 0;
    for (let page = 0; page < PASTES; page++) {
      const { pastes: found, next } = await pastes.service.listPage(pastes.anna, limit, from);
      seen.push(...found.map(({ publicId }) => publicId));
      sizes.push(found.length);
      if (next === null) break;
      expect(found).toHaveLength(limit);
      from = next;
    }
    expect(sizes).not.toContain(0);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(seen).toEqual((await pastes.service.list(pastes.anna, 100, 0)).map(({ publicId }) => publicId));
  });

  it('goes on from a cursor whose paste has gone meanwhile', async () => {
    const { publicId } = await store(pastes.service, 'soon gone', { owner: pastes.bert });
    const { pastes: found, next } = await pastes.service.listPage(pastes.bert, 1, 0);
    expect(found.map((paste) => paste.publicId)).toEqual([publicId]);
    await pastes.service.remove(publicId, { principal: pastes.bert, manageToken: null });
    expect((await pastes.service.listPage(pastes.bert, 5, next ?? '')).pastes).toHaveLength(1);
  });

  it.each(['', 'x', 'A'.repeat(100)])('refuses what is no cursor: %j', async (cursor) => {
    await expect(pastes.service.listPage(pastes.anna, 1, cursor)).rejects.toThrow(ValidationError);
  });

  it("refuses another owner's cursor", async () => {
    const { next } = await pastes.service.listPage(pastes.anna, 1, 0);
    await expect(pastes.service.listPage(pastes.bert, 1, next ?? '')).rejects.toThrow(ValidationError);
  });

  it('a far page of a list is read beside the event loop; a cursor uses the index', async () => {
    const { noting, statements } = notingDatabase(pastes.db);
    const long: string[] = [];
    const readLong: Database['readLong'] = (sql, params) => {
      long.push(sql);
      return noting.readLong(sql, params);
    };
    const { service } = pastes.at(pastes.db.dialect.now, { ...noting, readLong });
    const { next } = await service.listPage(pastes.anna, 2, 0);
    await service.listPage(pastes.anna, 2, next ?? '');
    expect(long).toEqual([]);
    await service.list(pastes.anna, 2, 1_001);
    expect(long).toHaveLength(1);
    const byCursor = statements.find(({ sql }) => sql.includes('created_at <= ?'));
    const plan = await explain(pastes.db, byCursor as never);
    expect(plan).not.toMatch(wholeTable(pastes.db, 'pastes', 'p'));
    if (engine === 'sqlite') expect(plan).toMatch(/owner_id=\? AND created_at<\?/);
  });
});

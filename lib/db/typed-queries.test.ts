/** Guarantees of typed queries beyond those of Prisma itself. */
import { describe, expect, it } from 'vitest';
import { createTestDatabase, engines } from '../testing/test-database';
import { useDatabase } from '../testing/use-database';
import { changeRow, type Database, DatabaseUnavailableError, readClock } from './database';

describe.each(engines)('typed queries on %s', (engine) => {
  let db: Database;
  useDatabase(engine, async (opened) => {
    db = opened;
    await db.prisma.user.create({ data: { name: 'anna', createdAt: 0 } });
  });

  it('refuse a condition that is undefined, which would fit every row', async () => {
    const name = undefined as unknown as string;
    await expect(db.prisma.user.deleteMany({ where: { name } })).rejects.toThrow(/undefined/);
    expect(await db.prisma.user.count()).toBe(1);
  });

  it('show no value in the message of what the database refuses', async () => {
    const doubled = db.prisma.user.create({ data: { name: 'anna', createdAt: 0 } });
    await expect(doubled).rejects.toThrow(/^(?!.*anna)/s);
  });

  it('change a row once of any number at the same moment, and the rest with it', async () => {
    await db.prisma.lease.create({ data: { name: 'one', holder: 'nobody', expiresAt: 0 } });
    const take = (holder: string) =>
      changeRow(
        db,
        db.prisma.lease.update({ where: { name: 'one', holder: 'nobody' }, data: { holder } }),
        db.prisma.lease.create({ data: { name: `of ${holder}`, holder, expiresAt: 0 } }),
      );
    const taken = (await Promise.all(Array.from({ length: 10 }, (_, index) => take(`holder ${index}`)))).filter((row) => row !== null);
    expect(taken).toHaveLength(1);
    const leases = await db.prisma.lease.findMany({ orderBy: { name: 'asc' } });
    const holder = taken[0]?.holder;
    expect(leases.map(({ name }) => name)).toEqual([`of ${holder}`, 'one']);
    await expect(
      changeRow(db, db.prisma.user.update({ where: { name: 'anna' }, data: { name: null as unknown as string } })),
    ).rejects.toThrow();
  });

  it('go by the clock that SQL goes by', async () => {
    expect(await readClock({ ...db, dialect: { ...db.dialect, now: 'CAST(1750000000000 AS BIGINT)' } })).toBe(1_750_000_000_000);
  });
});

it('a full disk makes a typed write fail as unavailable, alone and in a transaction', async () => {
  const database = await createTestDatabase('sqlite');
  const db = await database.open();
  const addUser = () => db.prisma.user.create({ data: { name: 'x'.repeat(500_000), createdAt: 0 } });
  try {
    const [[size]] = (await db.write([{ sql: 'PRAGMA page_count', params: [] }])) as [[{ page_count: number }]];
    await db.prisma.$queryRawUnsafe(`PRAGMA max_page_count = ${size.page_count + 10}`);
    await expect(addUser()).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await expect(
      db.prisma.$transaction([db.prisma.user.create({ data: { name: 'bert', createdAt: 0 } }), addUser()]),
    ).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await db.prisma.user.count()).toBe(0);
  } finally {
    await db.close();
    await database.drop();
  }
});

/** Damage that a process logs is known to the doctor and the metrics of every process, on both engines. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, DatabaseDamagedError, DatabaseUnavailableError } from '../../db/database';
import { collectingLogger } from '../../testing/loggers';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { createOpenEach } from '../../vault/open-each';
import { SealBrokenError } from '../../vault/vault';
import { checkKnownDamage } from '../doctor/doctor-database';
import { forgetDamage, noticeDamage, readVitals } from './vitals';

describe.each(engines)('on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));
  beforeEach(() => forgetDamage(db));

  const known = async () => (await readVitals(db)).damage?.what ?? null;

  it('damage is known to the doctor, who fails, until it is forgotten', async () => {
    const { log, lines } = collectingLogger();
    expect(await checkKnownDamage(db)).toMatch(/^none is known/);
    const error = new Error('a page', { cause: new DatabaseDamagedError({ cause: new Error('disk image is malformed') }) });
    noticeDamage(log, db).error({ err: error }, 'request failed');
    expect(lines).toMatchObject([{ level: 'error', message: 'request failed' }]);
    await vi.waitFor(() => expect(checkKnownDamage(db)).rejects.toThrow(/^disk image is malformed, met \d+ s ago: .*docs\/damaged\.md/));
    await forgetDamage(db);
    expect(await checkKnownDamage(db)).toMatch(/^none is known/);
  });

  it('a row that does not open is damage, and is named', async () => {
    const { log } = collectingLogger();
    await createOpenEach(db, noticeDamage(log, db))('pastes', [{ id: 'one' }], () => {
      throw new SealBrokenError('broken');
    });
    await vi.waitFor(async () => expect(await known()).toBe('row one of pastes'));
  });

  it('an error of another kind is no damage', async () => {
    const { log, lines } = collectingLogger();
    const noticing = noticeDamage(log, db);
    noticing.error('a sentence');
    for (const err of [new Error('else'), new DatabaseUnavailableError('away'), 'text']) noticing.error({ err }, 'failed');
    noticing.warn({ err: new Error('else') }, 'a warning');
    expect(lines).toHaveLength(5);
    expect(await known()).toBeNull();
  });

  it('damage is noted once a minute, and again at once when the note was not written', async () => {
    let now = 0;
    const written: string[] = [];
    const state = { isAway: true };
    const write: Database['write'] = async ([statement]) => {
      written.push(String(statement?.params[1]));
      if (state.isAway) throw new Error('away');
      return [];
    };
    const { log } = collectingLogger();
    const noticing = noticeDamage(log, { ...db, write }, () => now);
    const meet = async (what: string) => {
      noticing.error({ err: new SealBrokenError(what) }, 'failed');
      await new Promise((resolve) => setImmediate(resolve));
    };
    await meet('not written');
    state.isAway = false;
    await meet('first');
    now = 59_999;
    await meet('within a minute');
    now = 60_000;
    await meet('second');
    expect(written).toEqual(['not written', 'first', 'second']);
  });

  it.runIf(engine === 'postgresql')('what PostgreSQL calls damage is damage', async () => {
    const body = "BEGIN RAISE 'broken' USING ERRCODE = code; END";
    await db.write([{ sql: `CREATE FUNCTION fail_with(code TEXT) RETURNS INT LANGUAGE plpgsql AS $$ ${body} $$`, params: [] }]);
    const errorOf = (code: string) => db.read('SELECT fail_with(?)', [code]).catch((error: Error) => error);
    for (const code of ['XX001', 'XX002']) expect(await errorOf(code)).toBeInstanceOf(DatabaseDamagedError);
    expect(await errorOf('XX000')).not.toBeInstanceOf(DatabaseDamagedError);
  });
});

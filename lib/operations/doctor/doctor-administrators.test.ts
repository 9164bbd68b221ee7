/** Administrators whom the provider may know no more. */
import { describe, expect, it } from 'vitest';
import type { Database } from '../../db/database';
import { engines } from '../../testing/test-database';
import { useDatabase } from '../../testing/use-database';
import { checkAdministrators } from './doctor-database';

const NOW = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;

describe.each(engines)('the doctor on %s', (engine) => {
  let db: Database;
  useDatabase(engine, (opened) => (db = opened));

  /** @param days since each identity was used */
  async function user(name: string, { isPromoted = false, isAdmin = false, isDisabled = false, days = [] as number[] }) {
    const since = (is: boolean) => (is ? 1 : null);
    const users = 'INSERT INTO users (name, created_at, promoted_at, disabled_at) VALUES (?, 0, ?, ?)';
    const identities = `INSERT INTO identities (id, user_id, label_sealed, created_at, last_used_at, admin_at)
      SELECT ?, id, ?, 0, ?, CAST(? AS BIGINT) FROM users WHERE name = ?`;
    await db.write([
      { sql: users, params: [name, since(isPromoted), since(isDisabled)] },
      ...days.map((age, index) => ({
        sql: identities,
        params: [`${name}-${index}`, Buffer.alloc(1), NOW - age * DAY_MS, since(isAdmin), name],
      })),
    ]);
  }

  it('names administrators whose identity was not used for 30 days, and nobody else', async () => {
    await user('by-key-alone', { isPromoted: true });
    await user('here', { isPromoted: true, days: [29.9] });
    await user('here-by-another', { isPromoted: true, days: [400, 1] });
    await user('no-administrator', { days: [400] });
    await user('disabled', { isPromoted: true, isDisabled: true, days: [400] });
    const look = () => checkAdministrators({ ...db, dialect: { ...db.dialect, now: String(NOW) } });
    expect(await look()).toMatch(/^every administrator/);
    await user('left-promoted', { isPromoted: true, days: [30, 31] });
    await user('left-by-group', { isAdmin: true, days: [30] });
    expect(await look()).toEqual({ warning: expect.stringContaining('for 30 days: left-by-group, left-promoted;') });
  });
});

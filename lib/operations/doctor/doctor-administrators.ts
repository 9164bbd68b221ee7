import type { Database } from '../../db/database';
import { DAY_MS } from '../../encoding/time.rules';
import type { Finding } from './finding';

const UNSEEN_DAYS = 30;
/** Names in the message; the others are counted. */
const MAX_NAMED = 10;

/**
 * Administrators who sign in at a provider and haven't done so for long: whoever left there may still be one here, by a right
 * of the user, by a key, or until the next sign-in.
 */
export async function checkAdministrators(db: Database): Promise<Finding> {
  const rows = await db.read(
    `SELECT u.name FROM users u JOIN identities i ON i.user_id = u.id WHERE u.disabled_at IS NULL
      GROUP BY u.id, u.name, u.promoted_at
      HAVING (u.promoted_at IS NOT NULL OR MAX(i.admin_at) IS NOT NULL)
        AND MAX(COALESCE(i.last_used_at, i.created_at)) <= ${db.dialect.now} - ${UNSEEN_DAYS * DAY_MS}
      ORDER BY u.name LIMIT ${MAX_NAMED + 1}`,
  );
  if (rows.length === 0) return `every administrator who has a linked account used it within ${UNSEEN_DAYS} days`;
  const names = rows.slice(0, MAX_NAMED).map(({ name }) => String(name));
  const more = rows.length > MAX_NAMED ? ' and more' : '';
  return {
    warning: `administrators who haven't signed in at the provider for ${UNSEEN_DAYS} days: ${names.join(', ')}${more}; demote or disable those who left`,
  };
}

/**
 * SQL condition: a user `u` is an administrator, whom messages about the service are for.
 * @param now the database's clock, in SQL
 * @param maxAgeMs time after a sign-in for which somebody counts as an administrator by the provider's groups
 */
export const isAdministrator = (now: string, maxAgeMs: number): string =>
  `(u.promoted_at IS NOT NULL OR EXISTS (
    SELECT 1 FROM identities i WHERE i.user_id = u.id AND i.admin_at IS NOT NULL AND i.last_used_at > ${now} - ${maxAgeMs}))`;

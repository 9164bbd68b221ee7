/** SQL condition: a key `k` is neither revoked nor expired. @param now the database's clock, in SQL */
export const isActiveKey = (now: string): string => `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`;

import type { OwnKey } from './accounts.repository';

/** A key as its owner's page shows it: nothing of it that opens anything. */
export function presentOwnKey({ id, name, createdAt, lastUsedAt, expiresAt, revokedAt, maySignIn, madeBy, isGood }: OwnKey) {
  return {
    id,
    name,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: presentTime(lastUsedAt),
    expiresAt: presentTime(expiresAt),
    revokedAt: presentTime(revokedAt),
    maySignIn,
    madeBy,
    isGood,
  };
}

function presentTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

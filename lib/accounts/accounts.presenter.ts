import type { OwnKey } from './accounts.repository';
import type { OwnSession } from './sessions.service';

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

/** A signed-in browser as its owner's page shows it. @param keys all of theirs */
export function presentSession({ id, keyId, createdAt, expiresAt, isOwn }: OwnSession, keys: readonly OwnKey[]) {
  return {
    id,
    keyName: keys.find((key) => key.id === keyId)?.name ?? null,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    isOwn,
  };
}

function presentTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

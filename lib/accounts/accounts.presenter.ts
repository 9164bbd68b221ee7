import { isoTime } from '../encoding/time.rules';
import type { OwnKey } from './accounts.repository';
import type { OwnSession } from './sessions.service';

/** A key as its owner's page shows it: nothing of it that opens anything. */
export function presentOwnKey({ id, name, createdAt, lastUsedAt, expiresAt, revokedAt, maySignIn, madeBy, isActive }: OwnKey) {
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    maySignIn,
    madeBy,
    isActive,
  };
}

/** A signed-in browser as its owner's page shows it. @param keys all of theirs */
export function presentSession({ id, keyId, createdAt, expiresAt, isOwn }: OwnSession, keys: readonly OwnKey[]) {
  return {
    id,
    keyName: keys.find((key) => key.id === keyId)?.name ?? null,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    isOwn,
  };
}

import { isoTime } from '../encoding/time.rules';
import type { OwnKey } from './accounts.repository';
import type { OwnIdentity } from './identities.repository';
import type { OwnSession } from './sessions.service';
import type { UserSummary } from './users.repository';

export function presentOwnKey({
  id,
  name,
  createdAt,
  lastUsedAt,
  expiresAt,
  revokedAt,
  maySignIn,
  scopes,
  rules,
  madeBy,
  isActive,
}: OwnKey) {
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
    maySignIn,
    scopes,
    rules,
    madeBy,
    isActive,
  };
}

export type ShownKey = ReturnType<typeof presentOwnKey>;

/** A signed-in browser as its owner's page shows it. @param keys all of the owner's @param identities all of the owner's */
export function presentSession(
  { id, keyId, identityId, createdAt, expiresAt, isOwn }: OwnSession,
  keys: readonly OwnKey[],
  identities: readonly OwnIdentity[],
) {
  return {
    id,
    with: identityId === null ? ('key' as const) : ('identity' as const),
    name: (keyId === null ? identities.find((each) => each.id === identityId) : keys.find((key) => key.id === keyId))?.name ?? null,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    isOwn,
  };
}

export type ShownSession = ReturnType<typeof presentSession>;

export function presentIdentity({ id, issuer, name, createdAt, lastUsedAt }: OwnIdentity) {
  return { id, issuer, name, createdAt: isoTime(createdAt), lastUsedAt: isoTime(lastUsedAt) };
}

export type ShownIdentity = ReturnType<typeof presentIdentity>;

export function presentUser({ createdAt, disabledAt, promotedAt, ...user }: UserSummary) {
  return { ...user, createdAt: isoTime(createdAt), disabledAt: isoTime(disabledAt), promotedAt: isoTime(promotedAt) };
}

export type ShownUser = ReturnType<typeof presentUser>;

import { present } from '../encoding/present';
import type { OwnIdentity } from './identities.service';
import type { OwnKey } from './keys.service';
import type { OwnSession } from './sessions.service';
import type { UserSummary } from './users.service';

export const presentOwnKey = (key: OwnKey) =>
  present(key, 'id', 'name', 'createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt', 'maySignIn', 'scopes', 'rules', 'madeBy', 'isActive');

export type ShownKey = ReturnType<typeof presentOwnKey>;

/** A signed-in browser as its owner's page shows it. @param keys all of the owner's @param identities all of the owner's */
export function presentSession(session: OwnSession, keys: readonly OwnKey[], identities: readonly OwnIdentity[]) {
  const { keyId, identityId } = session;
  return {
    ...present(session, 'id', 'createdAt', 'expiresAt', 'isOwn'),
    with: identityId === null ? ('key' as const) : ('identity' as const),
    name: (keyId === null ? identities.find(({ id }) => id === identityId) : keys.find(({ id }) => id === keyId))?.name ?? null,
  };
}

export type ShownSession = ReturnType<typeof presentSession>;

export const presentIdentity = (identity: OwnIdentity) => present(identity, 'id', 'issuer', 'name', 'createdAt', 'lastUsedAt');

export type ShownIdentity = ReturnType<typeof presentIdentity>;

export const presentUser = (user: UserSummary) => ({ ...user, ...present(user, 'createdAt', 'disabledAt', 'promotedAt') });

export type ShownUser = ReturnType<typeof presentUser>;

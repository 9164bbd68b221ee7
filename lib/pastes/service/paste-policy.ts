import type { Principal } from '../../accounts/principal';
import { DEFAULT_EXPIRY, type Expiry } from '../expiry.rules';
import { KeyRequiredError, ttlTooLong } from '../paste.errors';
import { findRoom, type Room, type StorageLimits, UNLIMITED_STORAGE } from './paste-room';

export interface PastePolicy {
  anonymousCreate: boolean;
  /** The longest time that a paste may live; null: no limit. */
  maxTtlSeconds: number | null;
  /** Expiry of a paste that is created without a key and names none; null: not set. */
  anonymousTtlSeconds: number | null;
  /** Expiry of a paste that asks for the default. */
  defaultTtlSeconds: Expiry;
  storage: StorageLimits;
}

export const OPEN_POLICY: PastePolicy = {
  anonymousCreate: true,
  maxTtlSeconds: null,
  anonymousTtlSeconds: null,
  defaultTtlSeconds: 604_800,
  storage: UNLIMITED_STORAGE,
};

/** Checks the limits before a byte of the content is read. @throws KeyRequiredError, and those of `findRoom` */
export async function admit(policy: PastePolicy, principal: Principal | null): Promise<Room> {
  if (!principal && !policy.anonymousCreate) throw new KeyRequiredError();
  return findRoom(policy.storage, principal);
}

/** The expiry of a new paste. @throws ValidationError when the request asks for more than the maximum */
export function allowedTtl(policy: PastePolicy, principal: Principal | null, wanted: Expiry | typeof DEFAULT_EXPIRY): Expiry {
  const { maxTtlSeconds, anonymousTtlSeconds } = policy;
  const asked = wanted === DEFAULT_EXPIRY ? policy.defaultTtlSeconds : wanted;
  if (asked !== null && maxTtlSeconds !== null && asked > maxTtlSeconds) throw ttlTooLong(maxTtlSeconds);
  if (asked !== null) return asked;
  const ttl = principal ? null : anonymousTtlSeconds;
  if (maxTtlSeconds === null) return ttl;
  return Math.min(ttl ?? maxTtlSeconds, maxTtlSeconds);
}

import type { HouseRule } from '../../accounts/house-rules.rules';
import type { Principal } from '../../accounts/principal';
import { ValidationError } from '../../http/errors';
import { normalAddress } from '../../mail/mail-address';
import { DEFAULT_EXPIRY, type Expiry } from '../expiry.rules';
import { KeyRequiredError, RecipientNeedsAccountError, RecipientUnavailableError, ttlTooLong, ttlTooLongForKey } from '../paste.errors';
import type { HostNetworks } from '../reading/paste-networks';
import { reserveStorage, type StorageLimits, type StorageReservation } from './paste-storage-limits';

export interface PastePolicy {
  anonymousCreate: boolean;
  /** The longest time that a paste may live; null: no limit. */
  maxTtlSeconds: number | null;
  /** Expiry of a paste that is created without a key and names none; null: not set. */
  anonymousTtlSeconds: number | null;
  /** Expiry of a paste that asks for the default. */
  defaultTtlSeconds: Expiry;
  storage: StorageLimits;
  /** Networks from which pastes are read; null: everywhere. */
  readNetworks: HostNetworks;
  /** Whether the host sends mail, so that a paste can have a recipient. */
  sendsMail: boolean;
  /** The host's rules for new pastes. */
  require: readonly HouseRule[];
}

/** Checks the limits before a byte of the content is read. @throws KeyRequiredError, and those of `reserveStorage` */
export async function admit(policy: PastePolicy, principal: Principal | null): Promise<StorageReservation> {
  if (!principal && !policy.anonymousCreate) throw new KeyRequiredError();
  return reserveStorage(policy.storage, principal);
}

/** The expiry of a new paste. @throws ValidationError, RuleError when the request asks for more than the host's or the key's maximum */
export function allowedTtl(policy: PastePolicy, principal: Principal | null, wanted: Expiry | typeof DEFAULT_EXPIRY): Expiry {
  const { maxTtlSeconds, anonymousTtlSeconds } = policy;
  const ofKey = principal?.rules?.maxTtlSeconds ?? null;
  const asked = wanted === DEFAULT_EXPIRY ? policy.defaultTtlSeconds : wanted;
  // The host's default suits the host, and perhaps not the key.
  if (wanted === DEFAULT_EXPIRY && ofKey !== null) return Math.min(asked ?? ofKey, ofKey);
  if (asked !== null && maxTtlSeconds !== null && asked > maxTtlSeconds) throw ttlTooLong(maxTtlSeconds);
  if (asked !== null && ofKey !== null && asked > ofKey) throw ttlTooLongForKey(ofKey);
  if (asked !== null) return asked;
  const ttl = principal ? null : anonymousTtlSeconds;
  const max = maxTtlOf(policy, principal);
  if (max === null) return ttl;
  return Math.min(ttl ?? max, max);
}

/** The longest time that a paste of this user may live; null: no limit. */
export function maxTtlOf({ maxTtlSeconds }: Pick<PastePolicy, 'maxTtlSeconds'>, principal: Principal | null): number | null {
  const limits = [maxTtlSeconds, principal?.rules?.maxTtlSeconds ?? null].filter((limit) => limit !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** The address of a new paste's recipient; null: none. @throws RecipientUnavailableError, RecipientNeedsAccountError, ValidationError */
export function allowedRecipient({ sendsMail }: PastePolicy, principal: Principal | null, typed: string | null): string | null {
  if (typed === null) return null;
  if (!sendsMail) throw new RecipientUnavailableError();
  if (!principal) throw new RecipientNeedsAccountError();
  const address = normalAddress(typed);
  if (address === null) throw new ValidationError([{ path: ['recipient'], message: 'expected an e-mail address' }]);
  return address;
}

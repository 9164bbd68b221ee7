import type { PastePolicy } from '../pastes/service/paste-policy';
import type { StorageLimits } from '../pastes/service/paste-storage-limits';

export const UNLIMITED_STORAGE: StorageLimits = { bytes: null, pastesOf: null, bytesOf: null, disk: null };

/** A host that sets nothing. */
export const OPEN_POLICY: PastePolicy = {
  anonymousCreate: true,
  maxTtlSeconds: null,
  anonymousTtlSeconds: null,
  defaultTtlSeconds: 604_800,
  storage: UNLIMITED_STORAGE,
  readNetworks: null,
  sendsMail: true,
  require: [],
};

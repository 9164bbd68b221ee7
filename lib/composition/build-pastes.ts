import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config';
import type { Database } from '../db/database';
import { sqliteFile } from '../db/open/open-database';
import { createRateLimiter, type RateLimitStore } from '../http/rate-limit';
import { createMessengerRecorder } from '../messenger/messenger.recorder';
import type { Upgrade } from '../operations/upgrade/upgrade';
import { createClaimsRepository } from '../pastes/paste.claims.repository';
import { createDiskFloor, type DiskFloor } from '../pastes/paste.disk';
import { StorageFullError, TooManyBytesError, TooManyPastesError } from '../pastes/paste.errors';
import { createPasteLookup } from '../pastes/paste.lookup';
import type { PastePolicy } from '../pastes/paste.policy';
import { createProofGuard } from '../pastes/paste.proof';
import { createOwnerQuotas, createQuota } from '../pastes/paste.quota';
import { createPasteRepository, type PasteRepository } from '../pastes/paste.repository';
import { createPasteRequests } from '../pastes/paste.requests';
import { createRequestsRepository } from '../pastes/paste.requests.repository';
import type { StorageLimits } from '../pastes/paste.room';
import { createPasteService } from '../pastes/paste.service';
import { createReceiptRecorder } from '../receipts/receipt.recorder';
import { createReceiptRepository } from '../receipts/receipt.repository';
import { createReceiptService } from '../receipts/receipt.service';
import type { Keyring } from '../vault/keyring';
import { createOpenEach } from '../vault/vault.damage';
import { createWebhookRecorder } from '../webhooks/webhook.recorder';
import type { Services } from './services';

/** Tries of all addresses together for one paste, for each that one address has. */
const READ_TOKEN_CROWD = 30;

export function buildPastes({ config, db, keyring, log, store, upgrade, metrics }: PasteParts) {
  const recorders = [
    createWebhookRecorder(db.dialect),
    createMessengerRecorder(db.dialect),
    createReceiptRecorder(db.dialect, config.BURN_RECEIPT_DAYS),
  ];
  const tries = config.RATE_LIMIT_READ_TOKEN;
  const proofs = createProofGuard({
    perReader: createRateLimiter('read-token', tries, store),
    perPaste: createRateLimiter('read-token-paste', tries * READ_TOKEN_CROWD, store),
    log,
  });
  const lookup = createPasteLookup(keyring, upgrade.upgradeRows, createOpenEach(db, log));
  const repository = createPasteRepository(db, lookup, recorders);
  const burning = { claims: createClaimsRepository(db, lookup, recorders), proofs, leaseMs: config.BURN_CLAIM_SECONDS * 1000 };
  const pastes = createPasteService(repository, keyring, log, burning, policyOf(config, repository, metrics));
  return {
    pastes,
    pasteRequests: createPasteRequests(createRequestsRepository(db), pastes, keyring),
    receipts: createReceiptService(createReceiptRepository(db, lookup), proofs),
  };
}

export interface PasteParts {
  config: Config;
  db: Database;
  keyring: Keyring;
  log: Services['log'];
  store: RateLimitStore;
  upgrade: Upgrade;
  metrics: Services['metrics'];
}

function policyOf(config: Config, repository: PasteRepository, metrics: Services['metrics']): PastePolicy {
  return {
    anonymousCreate: config.ANONYMOUS_CREATE === 'on',
    maxTtlSeconds: config.MAX_TTL_SECONDS ?? null,
    anonymousTtlSeconds: config.ANONYMOUS_TTL_SECONDS ?? null,
    storage: storageLimits(config, repository, metrics),
  };
}

function storageLimits(config: Config, repository: PasteRepository, metrics: Services['metrics']): StorageLimits {
  const { MAX_STORED_BYTES: maxBytes, MAX_STORED_BYTES_PER_USER: maxOwnBytes, MAX_PASTES_PER_USER: maxPastes } = config;
  return {
    bytes:
      maxBytes === undefined
        ? null
        : createQuota({
            max: maxBytes,
            measure: () => repository.storedBytes(),
            refusal: () => new StorageFullError(maxBytes),
            onMeasured: storedBytesGauge(metrics),
          }),
    pastesOf: createOwnerQuotas((ownerId) =>
      createQuota({
        max: maxPastes,
        measure: () => repository.countOwned(ownerId, maxPastes),
        refusal: () => new TooManyPastesError(maxPastes),
      }),
    ),
    bytesOf:
      maxOwnBytes === undefined
        ? null
        : createOwnerQuotas((ownerId) =>
            createQuota({
              max: maxOwnBytes,
              measure: () => repository.storedBytesOf(ownerId),
              refusal: () => new TooManyBytesError(maxOwnBytes),
            }),
          ),
    disk: diskFloor(config),
  };
}

function storedBytesGauge(metrics: Services['metrics']): (isKnown: boolean) => void {
  const set = metrics.gauge('sealpaste_stored_bytes_unknown', 'Whether MAX_STORED_BYTES bounds nothing yet, for want of a sum: 1, or 0');
  return (isKnown) => set(new Map([['', isKnown ? 0 : 1]]));
}

/** PostgreSQL's disk is for who runs that to watch: it is another machine's, mostly. */
function diskFloor({ DATABASE_URL, MIN_FREE_DISK_BYTES, rootDir }: Config): DiskFloor | null {
  const file = sqliteFile(DATABASE_URL, rootDir);
  if (file === null || MIN_FREE_DISK_BYTES === 0) return null;
  return createDiskFloor(MIN_FREE_DISK_BYTES, async () => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  });
}

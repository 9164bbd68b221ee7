import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../config/config';
import { sqliteFile } from '../db/engines/open-database';
import { DAY_MS } from '../encoding/time.rules';
import type { PublicError } from '../http/errors';
import { createRateLimiter, type RateLimiter, type RateLimitStore } from '../http/rate-limit';
import { MAILBOXES } from '../mail/mail-receivers';
import { CHATS } from '../messenger/messenger-receivers';
import { createEventRecorder } from '../outbox/event-recorder';
import { createClaimsRepository } from '../pastes/reading/paste-claims.repository';
import { createProofGuard } from '../pastes/reading/paste-proof';
import { createWaitingRoom } from '../pastes/reading/paste-waiting';
import { createWaitingRepository } from '../pastes/reading/paste-waiting.repository';
import { StorageFullError, TooManyBytesError, TooManyPastesError } from '../pastes/service/limits.errors';
import { createPasteService } from '../pastes/service/paste.service';
import { createIdempotency } from '../pastes/service/paste-idempotency';
import { createIdempotencyRepository } from '../pastes/service/paste-idempotency.repository';
import { createModeration } from '../pastes/service/paste-moderation';
import type { PastePolicy } from '../pastes/service/paste-policy';
import { createOwnerQuotas, createQuota } from '../pastes/service/paste-quota';
import { createDiskFloor, type DiskFloor, type StorageLimits } from '../pastes/service/paste-storage-limits';
import { createPasteRepository, type PasteRepository } from '../pastes/storage/paste.repository';
import { createPasteLookup } from '../pastes/storage/paste-lookup';
import { createPasteObjects } from '../pastes/storage/paste-objects';
import { createReceiptRepository } from '../receipts/receipt.repository';
import { createReceiptService } from '../receipts/receipt.service';
import { createReceiptRecorder } from '../receipts/receipt-recorder';
import { createSecretRequestRepository } from '../requests/request.repository';
import { createSecretRequestService } from '../requests/request.service';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import type { Foundation } from './foundation';

/** Read tokens that all addresses together may try for one paste, as a multiple of those of one address. */
const READ_TOKEN_CROWD = 30;

/** @param store counts tries of read tokens @param limits of mails, which readers cause */
export function buildPastes(foundation: Foundation, store: RateLimitStore, limits: { mail: RateLimiter; mailAddress: RateLimiter }) {
  const { config, db, keyring, log, openEach, auditRecorder } = foundation;
  const recorders = [
    createEventRecorder(db.dialect, WEBHOOKS),
    createEventRecorder(db.dialect, CHATS),
    ...(config.SMTP_URL === undefined ? [] : [createEventRecorder(db.dialect, MAILBOXES)]),
    createReceiptRecorder(db.dialect, config.BURN_RECEIPT_DAYS),
  ];
  const tries = config.RATE_LIMIT_READ_TOKEN;
  const ofCrowd = createRateLimiter('read-token-paste', tries * READ_TOKEN_CROWD, store);
  const proofs = createProofGuard(createRateLimiter('read-token', tries, store), ofCrowd, log);
  const lookup = createPasteLookup(keyring, openEach);
  const objects = createPasteObjects(db, foundation.contentStore, config.CONTENT_STORE_MIN_BYTES);
  const repository = createPasteRepository(db, lookup, recorders, auditRecorder, objects);
  const claims = createClaimsRepository(db, lookup, recorders, auditRecorder, objects);
  const waiting = createWaitingRoom(createWaitingRepository(db, lookup, recorders), keyring, {
    address: limits.mailAddress,
    account: limits.mail,
  });
  const policy = policyOf(config, repository);
  const pastes = createPasteService(
    repository,
    keyring,
    log,
    { claims, waiting, proofs, leaseMs: config.BURN_CLAIM_SECONDS * 1000 },
    policy,
  );
  const requests = createSecretRequestRepository(db, keyring, config.BURN_RECEIPT_DAYS * DAY_MS, openEach, recorders);
  return {
    pastes,
    moderation: createModeration(db, lookup, recorders, auditRecorder),
    idempotentCreates: createIdempotency(createIdempotencyRepository(db), pastes, keyring),
    receipts: createReceiptService(createReceiptRepository(db, lookup), proofs),
    secretRequests: createSecretRequestService(requests, pastes, policy),
    parts: { lookup, objects, policy, waiting },
  };
}

export type Pastes = ReturnType<typeof buildPastes>;

function policyOf(config: Config, repository: PasteRepository): PastePolicy {
  return {
    anonymousCreate: config.ANONYMOUS_CREATE === 'on',
    maxTtlSeconds: config.MAX_TTL_SECONDS ?? null,
    anonymousTtlSeconds: config.ANONYMOUS_TTL_SECONDS ?? null,
    defaultTtlSeconds: config.EXPIRY_OPTIONS.preselected,
    storage: storageLimits(config, repository),
    require: config.REQUIRE ?? [],
    readNetworks: config.READ_NETWORKS ?? null,
    sendsMail: config.SMTP_URL !== undefined,
  };
}

function storageLimits(config: Config, repository: PasteRepository): StorageLimits {
  const { MAX_STORED_BYTES: maxBytes, MAX_STORED_BYTES_PER_USER: maxOwnBytes, MAX_PASTES_PER_USER: maxPastes } = config;
  const ofOwner = (max: number, measure: (ownerId: number) => Promise<number>, refusal: () => PublicError) =>
    createOwnerQuotas((ownerId) => createQuota({ max, measure: () => measure(ownerId), refusal }));
  return {
    bytes:
      maxBytes === undefined
        ? null
        : createQuota({ max: maxBytes, measure: () => repository.storedBytes(), refusal: () => new StorageFullError(maxBytes) }),
    pastesOf: ofOwner(
      maxPastes,
      (ownerId) => repository.countOwned(ownerId, maxPastes),
      () => new TooManyPastesError(maxPastes),
    ),
    bytesOf: maxOwnBytes === undefined ? null : ofOwner(maxOwnBytes, repository.storedBytes, () => new TooManyBytesError(maxOwnBytes)),
    disk: diskFloor(config),
  };
}

/** The disk of a PostgreSQL database is not checked: it is mostly another machine's. */
function diskFloor({ DATABASE_URL, MIN_FREE_DISK_BYTES, rootDir }: Config): DiskFloor | null {
  const file = sqliteFile(DATABASE_URL, rootDir);
  if (file === null || MIN_FREE_DISK_BYTES === 0) return null;
  return createDiskFloor(MIN_FREE_DISK_BYTES, async () => {
    const { bavail, bsize } = await statfs(dirname(file));
    return bavail * bsize;
  });
}

/** Pastes on a fresh database, without a process around them, and with a clock that can be set. */

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createAuditRecorder } from '../audit/audit-recorder';
import { type Database, only, type Row } from '../db/database';
import type { EventRecorder } from '../outbox/event-paste';
import { createEventRecorder } from '../outbox/event-recorder';
import type { PasteFields } from '../pastes/paste.schema';
import { NO_OPTIONS } from '../pastes/paste-options.rules';
import { type ClaimsRepository, createClaimsRepository } from '../pastes/reading/paste-claims.repository';
import { createProofGuard, type ProofGuard } from '../pastes/reading/paste-proof';
import { type CodeLimits, createWaitingRoom, type WaitingRoom } from '../pastes/reading/paste-waiting';
import { createWaitingRepository } from '../pastes/reading/paste-waiting.repository';
import { createPasteService, type PasteService } from '../pastes/service/paste.service';
import type { CreatedPaste } from '../pastes/service/paste-creation';
import { createIdempotency, type Idempotency } from '../pastes/service/paste-idempotency';
import { createIdempotencyRepository } from '../pastes/service/paste-idempotency.repository';
import { createModeration } from '../pastes/service/paste-moderation';
import { createPasteRepository, type PasteRepository } from '../pastes/storage/paste.repository';
import type { ReadPaste } from '../pastes/storage/paste-decryption';
import { createPasteLookup } from '../pastes/storage/paste-lookup';
import { createPasteObjects } from '../pastes/storage/paste-objects';
import { createReceiptRepository } from '../receipts/receipt.repository';
import { createReceiptService } from '../receipts/receipt.service';
import { createReceiptRecorder } from '../receipts/receipt-recorder';
import { createKeyring, type Keyring } from '../vault/keyring';
import { currentLookup, openValue, pasteIdPlace, pasteKeysOf } from '../vault/vault';
import { WEBHOOKS } from '../webhooks/webhook-receivers';
import { silentLogger } from './loggers';
import { OPEN_POLICY } from './open-policy';
import { createTestDatabase, type Engine } from './test-database';

interface PastesAt {
  repository: PasteRepository;
  service: PasteService;
  receipts: ReturnType<typeof createReceiptService>;
  claims: ClaimsRepository;
  waiting: WaitingRoom;
  requests: Idempotency;
  moderation: ReturnType<typeof createModeration>;
  recorders: readonly EventRecorder[];
}

export interface TestPastes extends PastesAt {
  db: Database;
  /** An owner of pastes who has a webhook for every event but those that are named. */
  anna: { userId: number };
  /** An owner without webhooks. */
  bert: { userId: number };
  keyring: Keyring;
  /** The same services with the database's clock at `now`, an SQL expression. */
  at(now: string | number, db?: Database, leaseMs?: number): PastesAt;
  /** The keyed hash under which a paste and its receipt are stored. */
  lookupOf(publicId: string): string;
  /** The row of a paste. */
  rowOf(publicId: string): Promise<Row>;
  /** Decrypts the public id of a row with `id` and `id_sealed`. */
  publicIdOf(row: Row): string;
  /** The webhook's deliveries about the paste. */
  eventsOf(publicId: string): Promise<Row[]>;
  /** Counts everything stored of a paste: its row, its pieces and its events other than `paste.created`. */
  rowsOf(publicId: string): Promise<{ pastes: number; chunks: number; events: string[] }>;
  close(): Promise<void>;
}

export const LEASE_MS = 60_000;
export const RECEIPT_DAYS = 30;

const UNLIMITED = { consume: async () => null };
export const UNLIMITED_PROOFS: ProofGuard = createProofGuard(UNLIMITED, UNLIMITED, silentLogger);

/** The services of pastes on a database, whose clock may be set. @param recorders receive the events of pastes */
export function pastesOn(
  db: Database,
  keyring: Keyring,
  recorders: readonly EventRecorder[],
  {
    log = silentLogger,
    leaseMs = LEASE_MS,
    objects = createPasteObjects(db),
    codeLimits = { address: UNLIMITED, account: UNLIMITED } as CodeLimits,
  } = {},
) {
  const lookup = createPasteLookup(keyring);
  const audit = createAuditRecorder(db, keyring);
  const repository = createPasteRepository(db, lookup, recorders, audit, objects);
  const claims = createClaimsRepository(db, lookup, recorders, audit, objects);
  const waiting = createWaitingRoom(createWaitingRepository(db, lookup, recorders), keyring, codeLimits);
  const service = createPasteService(repository, keyring, log, { claims, waiting, proofs: UNLIMITED_PROOFS, leaseMs }, OPEN_POLICY);
  return { lookup, audit, repository, claims, waiting, service };
}

export async function openTestPastes(engine: Engine): Promise<TestPastes> {
  const database = await createTestDatabase(engine);
  const db = await database.open();
  const keyring = createKeyring([randomBytes(32)]);
  const [users] = await db.write([
    {
      sql: `INSERT INTO users (name, created_at) VALUES ('anna', ${db.dialect.now}), ('bert', ${db.dialect.now}) RETURNING id`,
      params: [],
    },
    {
      sql: `INSERT INTO webhook_endpoints (owner_id, on_created, on_deleted, on_expired, created_at, updated_at)
        SELECT id, TRUE, TRUE, TRUE, 0, 0 FROM users WHERE name = 'anna'`,
      params: [],
    },
  ]);
  const [anna, bert] = (users ?? []).map(({ id }) => ({ userId: Number(id) })) as [{ userId: number }, { userId: number }];

  const at: TestPastes['at'] = (now, on = db, leaseMs = LEASE_MS) => {
    const there = { ...on, dialect: { ...on.dialect, now: String(now) } };
    const recorders = [createEventRecorder(there.dialect, WEBHOOKS), createReceiptRecorder(there.dialect, RECEIPT_DAYS)];
    const { lookup, audit, repository, claims, waiting, service } = pastesOn(there, keyring, recorders, { leaseMs });
    return {
      repository,
      claims,
      waiting,
      receipts: createReceiptService(createReceiptRepository(there, lookup), UNLIMITED_PROOFS),
      service,
      requests: createIdempotency(createIdempotencyRepository(there), service, keyring),
      moderation: createModeration(there, lookup, recorders, audit),
      recorders,
    };
  };
  const current = at(db.dialect.now);
  const lookupOf = (publicId: string) => currentLookup(pasteKeysOf(keyring, publicId));
  const publicIdOf = ({ id, id_sealed }: Row) => openValue(keyring, pasteIdPlace(String(id)), id_sealed as Uint8Array);
  const eventsOf = async (publicId: string) =>
    (await db.read('SELECT * FROM webhook_deliveries')).filter((row) => publicIdOf({ ...row, id: row.paste_id ?? null }) === publicId);

  return {
    db,
    anna,
    bert,
    keyring,
    ...current,
    at,
    lookupOf,
    publicIdOf,
    async rowOf(publicId) {
      return only(await db.read('SELECT * FROM pastes WHERE lookup = ?', [lookupOf(publicId)]));
    },
    eventsOf,
    async rowsOf(publicId) {
      const pastes = await db.read('SELECT id FROM pastes WHERE lookup = ?', [lookupOf(publicId)]);
      // Also counts pieces without a paste: there should be none.
      const chunks = await db.read('SELECT seq FROM paste_chunks WHERE paste_id = ? OR paste_id NOT IN (SELECT id FROM pastes)', [
        pastes[0]?.id ?? null,
      ]);
      const events = (await eventsOf(publicId)).filter(({ event }) => event !== 'paste.created');
      return { pastes: pastes.length, chunks: chunks.length, events: events.map(({ event, reason }) => String(reason ?? event)) };
    },
    async close() {
      await db.close();
      await database.drop();
    },
  };
}

/** Opens pastes for all tests of the describe, and closes them afterwards. @param take gets them before the tests run */
export function useTestPastes(engine: Engine, take: (pastes: TestPastes) => unknown): void {
  let pastes: TestPastes | undefined;
  beforeAll(async () => {
    pastes = await openTestPastes(engine);
    await take(pastes);
  });
  afterAll(() => pastes?.close());
}

/** The fields of a create that gives nothing but its content. */
export const NEW_PASTE: PasteFields = { ...NO_OPTIONS, title: '', syntax: 'plaintext', ttlSeconds: null, protect: false, readProof: null };

/** Stores a paste as the API would. */
export function store(
  service: PasteService,
  content: string,
  { owner = null, ...fields }: Partial<PasteFields> & { owner?: { userId: number } | null } = {},
): Promise<CreatedPaste> {
  return service.create(owner, async (sink) => {
    await sink(Buffer.from(content));
    return { ...NEW_PASTE, ...fields };
  });
}

export async function contentOf({ content }: ReadPaste): Promise<string> {
  if (Buffer.isBuffer(content)) return content.toString('utf8');
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

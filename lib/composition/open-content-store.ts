/** Opens the store of large contents, and tells a wrong bucket or key at the start. */
import { type Config, contentStoreOf } from '../config/config';
import type { Database } from '../db/database';
import { OperatorError } from '../errors/operator-error';
import type { Logger } from '../log/logger';
import type { Metrics } from '../operations/metrics/metrics';
import { OBJECT_PREFIX } from '../pastes/storage/paste-objects';
import type { ObjectStore } from '../store/object-store';
import { StoreUnavailableError } from '../store/store.errors';

/**
 * @param isServing whether the store is checked; commands find out when they need it
 * @returns null without CONTENT_STORE
 * @throws OperatorError when the store refuses what the service needs, or has other contents; one that can't be reached is logged
 */
export async function openContentStore(
  config: Config,
  db: Database,
  log: Logger,
  metrics: Metrics,
  isServing: boolean,
): Promise<ObjectStore | null> {
  const settings = contentStoreOf(config);
  if (settings === null) {
    if (isServing && (await findObject(db)) !== null)
      log.warn('contents are in an object store and can not be read: CONTENT_STORE is not set');
    return null;
  }
  // Loaded by those alone who have a store.
  const { createObjectStore, probeStore } = await import('../store/object-store');
  const store = createObjectStore(settings, metrics.storeRequest);
  if (!isServing) return store;
  try {
    await probeStore(store);
    await requireKnown(store, db);
  } catch (error) {
    if (error instanceof OperatorError) throw new OperatorError(`CONTENT_STORE: ${error.message}`);
    if (!(error instanceof StoreUnavailableError)) throw error;
    if (isRefused(error)) throw new OperatorError(`CONTENT_STORE: ${(error.cause as Error).message}. ${adviceOn(error)}`);
    log.warn({ err: error }, 'the object store can not be reached: creates and reads of large contents get 503 until it can');
  }
  return store;
}

/** Looks for an object that the database knows. @throws StoreUnavailableError, OperatorError */
async function requireKnown(store: ObjectStore, db: Database): Promise<void> {
  const known = await findObject(db);
  if (known === null || (await store.has(OBJECT_PREFIX + known)) || (await findObject(db)) !== known) return;
  throw new OperatorError('the bucket lacks a content of this database. Is it another bucket, or was it emptied?');
}

/** The store responded, and will respond in the same way to everything else. */
const isRefused = ({ refusal }: StoreUnavailableError): boolean => /^[34]/.test(refusal ?? '');

function adviceOn({ refusal }: StoreUnavailableError): string {
  if (/^3/.test(refusal ?? '')) return 'Are endpoint, region and path-style right?';
  return /^404/.test(refusal ?? '')
    ? 'Is there such a bucket?'
    : 'May CONTENT_STORE_KEY_ID put, get and delete objects, and is its secret right?';
}

/** The latest object that is part of a paste, by its index. */
async function findObject(db: Database): Promise<string | null> {
  const [row] = await db.read(
    'SELECT id FROM content_objects WHERE paste_id IS NOT NULL ORDER BY paste_id DESC, remove_after DESC LIMIT 1',
  );
  return row ? String(row.id) : null;
}

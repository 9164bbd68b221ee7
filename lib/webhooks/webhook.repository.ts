/**
 * Webhook endpoints, their secrets and their delivery log in the database. Who may see or change a
 * row is a condition of each statement, not of an earlier read.
 *
 * SQL (decision 0041): making and changing endpoints is a race; targets are hot; the log's newest row of each endpoint and a page
 * far down the log need their index; cleanup is idle.
 */
import { type Database, type Row, type SqlValue, type Statement, tookPlace } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import type { ClaimedJob, JobResult, OutboxQueue } from '../outbox/outbox.queue';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/vault.damage';
import {
  type DeliveryRow,
  type EndpointChanges,
  EVENT_COLUMNS,
  eventFlags,
  type NewEndpoint,
  type StoredEndpoint,
  toDelivery,
  toLatest,
  toSecret,
  toWebhook,
  type WebhookOverview,
  type WebhookRow,
  type WebhookTarget,
} from './webhook.rows';
import { SECRET_OVERLAP_MS } from './webhook.rules';
import { openResponse, openUrl, type SealedSecret, sealUrl } from './webhook.sealed';

const LOG_COLUMNS = `id, event, status, attempts, next_retry_at, response_status, response_sealed, created_at, last_attempt_at,
  claim_token IS NOT NULL AS is_under_way`;
const DELETED_ENDPOINTS = 'SELECT id FROM webhook_endpoints WHERE deleted_at IS NOT NULL';

/** So many rows are passed over in a moment. */
const NEAR_OFFSET = 1_000;

export type WebhookRepository = ReturnType<typeof createWebhookRepository>;

/**
 * @param keepMs how long deliveries stay in the log after they are done
 * @param openEach for rows that may be damaged
 */
export function createWebhookRepository(
  db: Database,
  keyring: Keyring,
  queue: OutboxQueue,
  keepMs: number,
  openEach: OpenEach = createOpenEach(db),
) {
  const { prisma } = db;
  const { now, forUpdate, isIn } = db.dialect;
  const mine = 'id = ? AND owner_id = ? AND deleted_at IS NULL';

  const insertEndpoint = `INSERT INTO webhook_endpoints (owner_id, url_sealed, on_created, on_deleted, on_expired, is_active, created_at, updated_at)
    SELECT id, ?, ?, ?, ?, TRUE, ${now}, ${now} FROM users
    WHERE id = ? AND (SELECT count(*) FROM webhook_endpoints WHERE owner_id = users.id AND deleted_at IS NULL) < ?
    RETURNING id`;
  const switchOffGone = `UPDATE webhook_endpoints SET is_active = FALSE, gone_at = ${now}, updated_at = ${now} WHERE id = ? AND url_sealed = ?`;
  const cancelIfInactive = (id: number) => {
    const cancel = queue.cancelStatement(id);
    return {
      sql: `${cancel.sql} AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ? AND NOT is_active)`,
      params: [...cancel.params, id],
    };
  };
  const insertSecret = 'INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed) SELECT ?, e.id, ? FROM webhook_endpoints e';
  const selectTargets = `SELECT e.id AS endpoint_id, e.owner_id, e.url_sealed, e.is_active AND u.disabled_at IS NULL AS is_active, s.id, s.secret_sealed
    FROM webhook_endpoints e JOIN users u ON u.id = e.owner_id
    LEFT JOIN webhook_secrets s ON s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > ${now})
    WHERE ${isIn('CAST(e.id AS TEXT)')} ORDER BY e.id, CASE WHEN s.expires_at IS NULL THEN 0 ELSE 1 END`;
  const selectLog = `SELECT ${LOG_COLUMNS} FROM webhook_deliveries WHERE endpoint_id = ?
    ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`;
  // A subquery in the select list, as in lib/outbox: one look into the index of the log for each endpoint.
  const selectLatest = `WITH mine AS MATERIALIZED (SELECT
      (SELECT x.id FROM webhook_deliveries x WHERE x.endpoint_id = e.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1) AS latest_id
      FROM webhook_endpoints e WHERE owner_id = ? AND deleted_at IS NULL)
    SELECT d.endpoint_id, d.event, d.status, d.created_at FROM mine JOIN webhook_deliveries d ON d.id = mine.latest_id`;
  // An attempt under way is let be; what is done begins again.
  const redeliver = `UPDATE webhook_deliveries SET next_retry_at = ${now}, finished_at = NULL,
      status = CASE WHEN next_retry_at IS NULL THEN 'pending' ELSE status END,
      attempts = CASE WHEN next_retry_at IS NULL THEN 0 ELSE attempts END
    WHERE id = ? AND endpoint_id = ? AND claim_token IS NULL`;

  /** Of a secret as parameters of `insertSecret`. */
  const secretParams = ({ id, secretSealed }: SealedSecret): SqlValue[] => [id, secretSealed];

  /** The current secret becomes the one before; the one before that goes. */
  const changeSecret = (id: number, secret: SealedSecret): Statement[] => [
    { sql: 'DELETE FROM webhook_secrets WHERE endpoint_id = ? AND expires_at IS NOT NULL', params: [id] },
    { sql: `UPDATE webhook_secrets SET expires_at = ${now} + ${SECRET_OVERLAP_MS} WHERE endpoint_id = ?`, params: [id] },
    { sql: `${insertSecret} WHERE e.id = ?`, params: [...secretParams(secret), id] },
  ];

  const findStored = (where: { id?: number; ownerId: number }): Promise<StoredEndpoint[]> =>
    prisma.webhookEndpoint.findMany({ where: { ...where, deletedAt: null }, orderBy: { id: 'asc' } });

  const opened = (endpoint: StoredEndpoint): WebhookRow => toWebhook(endpoint, openUrl(keyring, endpoint.ownerId, endpoint.urlSealed));

  const list = async (where: { id?: number; ownerId: number }): Promise<WebhookRow[]> =>
    openEach('webhook_endpoints', await findStored(where), opened, (endpoint) => toWebhook(endpoint, UNREADABLE));

  async function overview(where: { id?: number; ownerId: number }): Promise<WebhookOverview[]> {
    const latest = new Map((await db.read(selectLatest, [where.ownerId])).map((row) => [Number(row.endpoint_id), toLatest(row)]));
    const endpoints = await findStored(where);
    const gone = new Set(endpoints.filter(({ goneAt }) => goneAt !== null).map(({ id }) => id));
    const webhooks = await openEach('webhook_endpoints', endpoints, opened, (endpoint) => toWebhook(endpoint, UNREADABLE));
    return webhooks.map((webhook) => ({ ...webhook, latest: latest.get(webhook.id) ?? null, isGone: gone.has(webhook.id) }));
  }

  /** A row that a statement has just written. */
  const written = async (row: Row | undefined): Promise<WebhookRow | null> =>
    row ? opened(await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: Number(row.id) } })) : null;

  return {
    /** @returns null when the owner has `maxPerUser` of them already */
    async insert(ownerId: number, { url, events, secret }: NewEndpoint, maxPerUser: number): Promise<WebhookRow | null> {
      const [, rows] = await db.write([
        // Of two at once the second counts the first one's.
        { sql: `SELECT id FROM users WHERE id = ? ${forUpdate}`, params: [ownerId] },
        { sql: insertEndpoint, params: [sealUrl(keyring, ownerId, url), ...eventFlags(events), ownerId, maxPerUser] },
        {
          // The one just inserted, if it was: the owner's only one without a secret.
          sql: `${insertSecret} WHERE e.owner_id = ? AND e.deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM webhook_secrets s WHERE s.endpoint_id = e.id)`,
          params: [...secretParams(secret), ownerId],
        },
      ]);
      return written(rows?.[0]);
    },

    list: (ownerId: number): Promise<WebhookRow[]> => list({ ownerId }),

    overview: (ownerId: number): Promise<WebhookOverview[]> => overview({ ownerId }),

    findOverview: async (ownerId: number, id: number): Promise<WebhookOverview | null> => (await overview({ id, ownerId }))[0] ?? null,

    find: async (ownerId: number, id: number): Promise<WebhookRow | null> => (await list({ id, ownerId }))[0] ?? null,

    /** Changes what is given; switched off, what is still open for it is cancelled. @returns null when there is no such endpoint of the owner's */
    async update(ownerId: number, id: number, { url, events, isActive, secret, isElsewhere }: EndpointChanges): Promise<WebhookRow | null> {
      const assignments: [sql: string, value: SqlValue][] = [];
      if (url !== undefined) assignments.push(['paused_until = NULL, url_sealed = ?', sealUrl(keyring, ownerId, url)]);
      if (events !== undefined) for (const [event, column] of EVENT_COLUMNS) assignments.push([`${column} = ?`, events.includes(event)]);
      if (isActive !== undefined) assignments.push(['gone_at = NULL, is_active = ?', isActive]);
      // A 410 of another address says nothing about this one.
      const forgetGone = isElsewhere && isActive === undefined ? ['gone_at = NULL'] : [];
      const set = [...assignments.map(([sql]) => sql), ...forgetGone, `updated_at = ${now}`].join(', ');
      const params = [...assignments.map(([, value]) => value), id, ownerId];
      const onlyMine = `AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${mine})`;
      const [rows] = await db.write([
        { sql: `UPDATE webhook_endpoints SET ${set} WHERE ${mine} RETURNING id`, params },
        ...[...(secret ? changeSecret(id, secret) : []), ...(isActive === false ? [queue.cancelStatement(id)] : [])].map((statement) => ({
          sql: `${statement.sql} ${onlyMine}`,
          params: [...statement.params, id, ownerId],
        })),
      ]);
      return written(rows?.[0]);
    },

    /** From here on it is gone for everybody; its rows go with the next cleanups. @returns whether this call removed it */
    async remove(ownerId: number, id: number): Promise<boolean> {
      const gone = 'EXISTS (SELECT 1 FROM webhook_endpoints WHERE id = ? AND deleted_at IS NOT NULL)';
      const cancel = queue.cancelStatement(id);
      return tookPlace(db, 0, [
        {
          sql: `UPDATE webhook_endpoints SET deleted_at = ${now}, is_active = FALSE, url_sealed = NULL WHERE ${mine} RETURNING id`,
          params: [id, ownerId],
        },
        { sql: `DELETE FROM webhook_secrets WHERE endpoint_id = ? AND ${gone}`, params: [id, id] },
        { sql: `${cancel.sql} AND ${gone}`, params: [...cancel.params, id] },
      ]);
    },

    /** The endpoints' addresses and secrets, by id. */
    async findTargets(ids: readonly number[]): Promise<Map<number, WebhookTarget>> {
      const targets = new Map<number, WebhookTarget>();
      const rows = await db.read(selectTargets, [JSON.stringify(ids.map(String))]);
      // Of one row for each secret; no secret has to open for that.
      const open = (row: Row) => openUrl(keyring, Number(row.owner_id), row.url_sealed as Uint8Array | null);
      const urls = await openEach('webhook_endpoints', rows, open, () => '');
      for (const [index, row] of rows.entries()) {
        const id = Number(row.endpoint_id);
        const target = targets.get(id) ?? {
          url: urls[index] ?? '',
          urlSealed: row.url_sealed as Uint8Array | null,
          isActive: Boolean(row.is_active),
          secrets: [],
        };
        if (row.id !== null) target.secrets.push(toSecret(row));
        targets.set(id, target);
      }
      return targets;
    },

    /** The receiver of a test wants no more: the same, if the endpoint still has the address that was asked. */
    async deactivateGone(id: number, { urlSealed }: Pick<WebhookTarget, 'urlSealed'>): Promise<void> {
      await db.write([{ sql: switchOffGone, params: [id, urlSealed] }, cancelIfInactive(id)]);
    },

    /**
     * Records an attempt's result and, in the same transaction, that the receiver wants no more: if the
     * endpoint still has this address it is switched off, and what is open for it cancelled.
     */
    async finishAndDeactivate(job: ClaimedJob, result: JobResult, { urlSealed }: Pick<WebhookTarget, 'urlSealed'>): Promise<void> {
      const held = queue.isHeld(job);
      await db.write([
        {
          sql: `${switchOffGone} AND EXISTS (SELECT 1 FROM webhook_deliveries WHERE ${held.sql})`,
          params: [job.receiverId, urlSealed, ...held.params],
        },
        queue.finishStatement(job, result),
        cancelIfInactive(job.receiverId),
      ]);
    },

    async listDeliveries(id: number, limit: number, offset: number): Promise<DeliveryRow[]> {
      const rows = await (offset > NEAR_OFFSET ? db.readLong : db.read)(selectLog, [id, limit, offset]);
      const open = (row: Row) => toDelivery(row, openResponse(keyring, String(row.id), row.response_sealed as Uint8Array | null));
      return openEach('webhook_deliveries', rows, open, (row) => toDelivery(row, { body: null, error: UNREADABLE }));
    },

    async hasDelivery(id: number, deliveryId: string): Promise<boolean> {
      return (await prisma.webhookDelivery.count({ where: { id: deliveryId, endpointId: id } })) === 1;
    },

    /** Makes a delivery due now, from the first attempt on if it was done. */
    async redeliver(id: number, deliveryId: string): Promise<void> {
      await db.write([{ sql: redeliver, params: [deliveryId, id] }]);
    },

    /** Removes a batch of what is no longer needed: old deliveries, ended secrets, deleted endpoints. @returns how many rows */
    prune: createPrune(
      db,
      pruneStatement('webhook_deliveries', `finished_at <= ${now} - ${keepMs}`),
      pruneStatement('webhook_deliveries', `endpoint_id IN (${DELETED_ENDPOINTS})`),
      { sql: `DELETE FROM webhook_secrets WHERE expires_at <= ${now} RETURNING id`, params: [] },
      {
        sql: `DELETE FROM webhook_endpoints WHERE id IN (${DELETED_ENDPOINTS})
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = webhook_endpoints.id) RETURNING id`,
        params: [],
      },
    ),
  };
}

/**
 * Webhook endpoints, their secrets and their delivery log in the database. Each statement has the condition for who may see
 * or change a row; no earlier read decides it.
 *
 * SQL (decision 0041): making and changing endpoints, and sending a delivery again, is a race; targets are hot; the log's
 * newest row of each endpoint and a page far down the log need their index; cleanup is idle.
 */
import { lockUser, selectMaker } from '../accounts/makers';
import type { Principal } from '../accounts/principal';
import { changeRow, type Database, type Row, readClock, type SqlValue, type Statement } from '../db/database';
import { createPrune, pruneStatement } from '../db/prune';
import { flagColumn } from '../outbox/event-recorder';
import { cancelled, type OutboxQueue } from '../outbox/outbox-queue';
import type { Keyring } from '../vault/keyring';
import { createOpenEach, type OpenEach, UNREADABLE } from '../vault/open-each';
import type { WebhookFormat } from './formats/format.rules';
import { SECRET_OVERLAP_MS, WEBHOOK_EVENTS } from './webhook.rules';
import {
  type DeliveryRow,
  type EndpointChanges,
  type NewEndpoint,
  openResponse,
  openUrl,
  type SealedSecret,
  type StoredEndpoint,
  sealUrl,
  toDelivery,
  toLatest,
  toWebhook,
  type WebhookOverview,
  type WebhookRow,
} from './webhook-rows';

const LOG_COLUMNS = `id, event, status, attempts, next_retry_at, response_status, response_sealed, created_at, last_attempt_at,
  claim_token IS NOT NULL AS is_under_way`;
const DELETED_ENDPOINTS = 'SELECT id FROM webhook_endpoints WHERE deleted_at IS NOT NULL';

/** Skipping so many rows takes only a moment. */
const NEAR_OFFSET = 1_000;

export type WebhookRepository = ReturnType<typeof createWebhookRepository>;
export type WebhookTarget = NonNullable<Awaited<ReturnType<WebhookRepository['findTarget']>>>;

/** The address of an endpoint as it is stored, which shows whether it is still the same. */
interface StoredAddress {
  urlSealed: Uint8Array | null;
}

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
  const { now } = db.dialect;
  const mine = 'id = ? AND owner_id = ? AND deleted_at IS NULL';

  const insertEndpoint = (
    maker: string,
  ) => `INSERT INTO webhook_endpoints (owner_id, url_sealed, format, ${WEBHOOK_EVENTS.map(flagColumn).join(', ')}, is_active, created_at, updated_at, made_by)
    SELECT users.id, ?, ?, ${WEBHOOK_EVENTS.map(() => '?').join(', ')}, TRUE, ${now}, ${now}, maker.made_by FROM users, (${maker}) AS maker
    WHERE users.id = ? AND (SELECT count(*) FROM webhook_endpoints WHERE owner_id = users.id AND deleted_at IS NULL) < ?
    RETURNING id`;
  /** Switches off an endpoint whose receiver responded 410, if it still has the address that did. */
  const switchOffGone = (id: number, { urlSealed }: StoredAddress): Statement => ({
    sql: `UPDATE webhook_endpoints SET is_active = FALSE, gone_at = ${now}, updated_at = ${now} WHERE id = ? AND url_sealed = ?`,
    params: [id, urlSealed],
  });
  /** Sends nothing to an endpoint for a time, as its receiver asked. */
  const pause = (id: number, delayMs: number): Statement => ({
    sql: `UPDATE webhook_endpoints SET paused_until = ${now} + CAST(? AS BIGINT)
      WHERE id = ? AND (paused_until IS NULL OR paused_until < ${now} + CAST(? AS BIGINT))`,
    params: [delayMs, id, delayMs],
  });
  const insertSecret = 'INSERT INTO webhook_secrets (id, endpoint_id, secret_sealed) SELECT ?, e.id, ? FROM webhook_endpoints e';
  const selectTarget = `SELECT e.id, e.owner_id, e.url_sealed, e.format, e.is_active AND u.disabled_at IS NULL AS is_active, s.id AS secret_id, s.secret_sealed
    FROM webhook_endpoints e JOIN users u ON u.id = e.owner_id
    LEFT JOIN webhook_secrets s ON s.endpoint_id = e.id AND (s.expires_at IS NULL OR s.expires_at > ${now})
    WHERE e.id = ? ORDER BY CASE WHEN s.expires_at IS NULL THEN 0 ELSE 1 END`;
  const selectLog = `SELECT ${LOG_COLUMNS} FROM webhook_deliveries WHERE endpoint_id = ?
    ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`;
  // A subquery in the select list, as in lib/outbox: one lookup in the log's index for each endpoint.
  const selectLatest = `WITH mine AS MATERIALIZED (SELECT
      (SELECT x.id FROM webhook_deliveries x WHERE x.endpoint_id = e.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1) AS latest_id
      FROM webhook_endpoints e WHERE owner_id = ? AND deleted_at IS NULL)
    SELECT d.endpoint_id, d.event, d.status, d.created_at FROM mine JOIN webhook_deliveries d ON d.id = mine.latest_id`;
  // An attempt under way continues; a finished delivery begins again.
  const redeliver = `UPDATE webhook_deliveries SET next_retry_at = ${now}, finished_at = NULL,
      status = CASE WHEN next_retry_at IS NULL THEN 'pending' ELSE status END,
      attempts = CASE WHEN next_retry_at IS NULL THEN 0 ELSE attempts END
    WHERE id = ? AND endpoint_id = ? AND claim_token IS NULL`;

  const secretParams = ({ id, secretSealed }: SealedSecret): SqlValue[] => [id, secretSealed];

  /** The current secret becomes the previous one, whose predecessor is deleted. */
  const changeSecret = (id: number, secret: SealedSecret): Statement[] => [
    { sql: 'DELETE FROM webhook_secrets WHERE endpoint_id = ? AND expires_at IS NOT NULL', params: [id] },
    { sql: `UPDATE webhook_secrets SET expires_at = ${now} + ${SECRET_OVERLAP_MS} WHERE endpoint_id = ?`, params: [id] },
    { sql: `${insertSecret} WHERE e.id = ?`, params: [...secretParams(secret), id] },
  ];

  const opened = (endpoint: StoredEndpoint): WebhookRow => toWebhook(endpoint, openUrl(keyring, endpoint.ownerId, endpoint.urlSealed));

  async function list(where: { id?: number; ownerId: number }): Promise<WebhookRow[]> {
    const endpoints = await prisma.webhookEndpoint.findMany({ where: { ...where, deletedAt: null }, orderBy: { id: 'asc' } });
    return openEach('webhook_endpoints', endpoints, opened, (endpoint) => toWebhook(endpoint, UNREADABLE));
  }

  /** Reads the row that a statement has just written. */
  const written = async (row: Row | undefined): Promise<WebhookRow | null> =>
    row ? opened(await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: Number(row.id) } })) : null;

  return {
    /** @returns null when the owner has `maxPerUser` webhooks already, or the key, identity or session is no longer valid */
    async insert(owner: Principal, { url, format, events, secret }: NewEndpoint, maxPerUser: number): Promise<WebhookRow | null> {
      const ownerId = owner.userId;
      const maker = selectMaker(db.dialect, owner);
      const [, rows] = await db.write([
        // Locked, so that the second of two simultaneous creates counts the first one's row.
        lockUser(db.dialect, ownerId),
        {
          sql: insertEndpoint(maker.sql),
          params: [
            sealUrl(keyring, ownerId, url),
            format,
            ...WEBHOOK_EVENTS.map((event) => events.includes(event)),
            ...maker.params,
            ownerId,
            maxPerUser,
          ],
        },
        {
          // The row just inserted, if it was: the owner's only endpoint without a secret.
          sql: `${insertSecret} WHERE e.owner_id = ? AND e.deleted_at IS NULL
            AND NOT EXISTS (SELECT 1 FROM webhook_secrets s WHERE s.endpoint_id = e.id)`,
          params: [...secretParams(secret), ownerId],
        },
      ]);
      return written(rows?.[0]);
    },

    list: (ownerId: number): Promise<WebhookRow[]> => list({ ownerId }),

    /** The owner's webhooks with the state of the newest delivery of each. */
    async overview(ownerId: number): Promise<WebhookOverview[]> {
      const latest = new Map((await db.read(selectLatest, [ownerId])).map((row) => [Number(row.endpoint_id), toLatest(row)]));
      return (await list({ ownerId })).map((webhook) => ({ ...webhook, latest: latest.get(webhook.id) ?? null }));
    },

    find: async (ownerId: number, id: number): Promise<WebhookRow | null> => (await list({ id, ownerId }))[0] ?? null,

    /**
     * Changes the given fields. Switching off cancels open deliveries. Another URL or format makes the caller the endpoint's maker.
     * @returns null when the owner has no such endpoint
     */
    async update(owner: Principal, id: number, changes: EndpointChanges): Promise<WebhookRow | null> {
      const { url, format, events, isActive, secret, isElsewhere } = changes;
      const ownerId = owner.userId;
      const maker = selectMaker(db.dialect, owner);
      const assignments: [sql: string, ...values: SqlValue[]][] = [[`updated_at = ${now}`]];
      if (url !== undefined) assignments.push(['paused_until = NULL, url_sealed = ?', sealUrl(keyring, ownerId, url)]);
      if (format !== undefined) assignments.push(['format = ?', format]);
      if (events !== undefined) for (const event of WEBHOOK_EVENTS) assignments.push([`${flagColumn(event)} = ?`, events.includes(event)]);
      if (isActive !== undefined) assignments.push(['gone_at = NULL, is_active = ?', isActive]);
      // A 410 from the old address says nothing about the new one.
      else if (isElsewhere) assignments.push(['gone_at = NULL']);
      if (isElsewhere) assignments.push([`made_by = (${maker.sql})`, ...maker.params]);
      const [set, values] = [assignments.map(([sql]) => sql).join(', '), assignments.flatMap(([, ...params]) => params)];
      const [, rows] = await db.write([
        lockUser(db.dialect, ownerId),
        {
          sql: `UPDATE webhook_endpoints SET ${set} WHERE ${mine} ${isElsewhere ? `AND EXISTS (${maker.sql})` : ''} RETURNING id`,
          params: [...values, id, ownerId, ...(isElsewhere ? maker.params : [])],
        },
        ...[...(secret ? changeSecret(id, secret) : []), ...(isActive === false ? [queue.cancelStatement(id)] : [])].map((statement) => ({
          ...statement,
          onlyAfter: 1,
        })),
      ]);
      return written(rows?.[0]);
    },

    /** Deletes the endpoint for everybody; later cleanups remove its rows. @returns whether this call removed it */
    async remove(ownerId: number, id: number): Promise<boolean> {
      const nowMs = await readClock(db);
      const remove = prisma.webhookEndpoint.update({
        where: { id, ownerId, deletedAt: null },
        data: { deletedAt: nowMs, isActive: false, urlSealed: null },
        select: { id: true },
      });
      const secrets = prisma.webhookSecret.deleteMany({ where: { endpointId: id } });
      const open = { endpointId: id, nextRetryAt: { not: null } };
      const deliveries = prisma.webhookDelivery.updateMany({ where: open, data: cancelled(nowMs) });
      return (await changeRow(db, remove, secrets, deliveries)) !== null;
    },

    /** Finds the fields of an endpoint that an attempt needs. */
    async findTarget(id: number) {
      // One row for each secret; reading the address decrypts no secret.
      const rows = await db.read(selectTarget, [id]);
      const [first] = rows;
      if (!first) return null;
      const urlSealed = first.url_sealed as Uint8Array | null;
      const [url = ''] = await openEach('webhook_endpoints', [first], () => openUrl(keyring, Number(first.owner_id), urlSealed));
      const secrets = rows.filter((row) => row.secret_id !== null);
      return {
        /** '' when the address can't be decrypted. */
        url,
        format: first.format as WebhookFormat,
        urlSealed,
        /** Whether it is switched on and its owner is not disabled. */
        isActive: Boolean(first.is_active),
        /** The valid secrets, the current one first, as `storedSecret` made them. */
        secrets: secrets.map((row) => ({ id: String(row.secret_id), secretSealed: row.secret_sealed as Uint8Array })),
      };
    },

    switchOffGone,
    pause,

    /** Does the same after a test, and cancels open deliveries. */
    async deactivateGone(id: number, tested: StoredAddress): Promise<void> {
      await db.write([switchOffGone(id, tested), queue.cancelIfInactive(id)]);
    },

    async listDeliveries(id: number, limit: number, offset: number): Promise<DeliveryRow[]> {
      const rows = await (offset > NEAR_OFFSET ? db.readLong : db.read)(selectLog, [id, limit, offset]);
      const open = (row: Row) => toDelivery(row, openResponse(keyring, String(row.id), row.response_sealed as Uint8Array | null));
      return openEach('webhook_deliveries', rows, open, (row) => toDelivery(row, { body: null, error: UNREADABLE }));
    },

    async hasDelivery(id: number, deliveryId: string): Promise<boolean> {
      return (await prisma.webhookDelivery.count({ where: { id: deliveryId, endpointId: id } })) === 1;
    },

    /** Makes a delivery due now; a finished one begins again with the first attempt. */
    async redeliver(id: number, deliveryId: string): Promise<void> {
      await db.write([{ sql: redeliver, params: [deliveryId, id] }]);
    },

    /** Removes a batch of old deliveries, ended secrets and deleted endpoints. @returns how many rows */
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

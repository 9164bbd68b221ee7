/**
 * Writes the audit.
 *
 * Guarantees: the row of an action is written in the transaction of that action, and only if the action took place.
 * Names, addresses and the public ids of pastes are sealed.
 * Not protected: anyone who can write to the database can delete rows of the audit.
 * SQL (decision 0041): the row races with the recorded action.
 */
import type { Database, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { HOUR_MS } from '../encoding/time.rules';
import type { Keyring } from '../vault/keyring';
import { sealValue, type ValuePlace } from '../vault/vault';
import type { Actor, AuditAction, AuditDetails } from './audit.rules';

/** Refused sign-ins that the audit records in an hour, of all addresses together, so that strangers can't fill the table. */
export const MAX_REFUSED_PER_HOUR = 1_000;

export interface AuditEvent<Name = string | number> {
  by: Actor;
  action: AuditAction;
  object: Name;
  details?: AuditDetails;
}

/** An event whose object only the database knows, as SQL of one column and at most one row. */
type EventWithQueries = AuditEvent<string | number | Statement>;

export type AuditRecorder = ReturnType<typeof createAuditRecorder>;

export const auditPlace = (id: string): ValuePlace => ({ row: `audit/${id}`, column: 'audit' });

const newAuditId = base62Generator(16);

/** A row for a command on all of the data, which doesn't start the services. Its time is this machine's. */
export const operatorEntry = (action: AuditAction, object: string): Statement => ({
  sql: "INSERT INTO audit (id, at, actor, action, object_id) VALUES (?, ?, 'operator', ?, ?)",
  params: [newAuditId(), Date.now(), action, object],
});

export function createAuditRecorder({ dialect, prisma }: Pick<Database, 'dialect' | 'prisma'>, keyring: Keyring) {
  const { now, bytes } = dialect;
  const recent = `SELECT 1 FROM audit WHERE action = 'session.refused' AND at > ${now} - ${HOUR_MS} LIMIT ${MAX_REFUSED_PER_HOUR}`;

  const sealDetails = (id: string, details: AuditDetails) =>
    Object.keys(details).length === 0 ? null : sealValue(keyring, auditPlace(id), JSON.stringify(details));

  function statement({ by, action, object, details = {} }: EventWithQueries, condition: string): Statement {
    const id = newAuditId();
    const query = typeof object === 'object' ? object : { sql: 'CAST(? AS TEXT)', params: [String(object)] };
    const actor = typeof by === 'string' ? [by, null] : ['user', by.userId];
    const sealed = sealDetails(id, details);
    return {
      sql: `INSERT INTO audit (id, at, actor, actor_id, action, object_id, details_sealed)
        SELECT CAST(? AS TEXT), ${now}, CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS TEXT), (${query.sql}), CAST(? AS ${bytes}) ${condition}`,
      params: [id, ...actor, action, ...query.params, sealed],
    };
  }

  return {
    /** @param onlyAfter index of the statement in its transaction that returns a row when the event has taken place */
    record: (event: EventWithQueries, onlyAfter: number): Statement => ({ ...statement(event, ''), onlyAfter }),

    /** The typed query of an entry, for `changeRow`. @param nowMs by the database's clock */
    entry({ by, action, object, details = {} }: AuditEvent, nowMs: number) {
      const id = newAuditId();
      const actor = typeof by === 'string' ? { actor: by } : { actor: 'user', actorId: by.userId };
      const data = { id, at: nowMs, ...actor, action, objectId: String(object), detailsSealed: sealDetails(id, details) };
      return prisma.auditEntry.create({ data, select: { id: true } });
    },

    /** Records a refused sign-in, at most MAX_REFUSED_PER_HOUR of them. */
    recordRefused: (event: AuditEvent): Statement =>
      statement(event, `WHERE (SELECT count(*) FROM (${recent}) AS refused) < ${MAX_REFUSED_PER_HOUR}`),
  };
}

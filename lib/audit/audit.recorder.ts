/**
 * Writes the trail.
 *
 * Guarantees: a row is a statement of the transaction of what it tells of, and stays only when that has taken place:
 * both are there, or neither. Names, addresses and the public ids of pastes are sealed.
 * Not protected: whoever can write to the database can delete rows of the trail.
 * SQL (decision 0041): a race, with what is recorded.
 */
import type { Database, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { HOUR_MS } from '../encoding/time.rules';
import type { Keyring } from '../vault/keyring';
import { sealValue, type ValuePlace } from '../vault/vault';
import type { Actor, AuditAction, AuditDetails } from './audit.rules';

/** Sign-ins that are refused within an hour, of all addresses together, of which the trail tells: strangers must not fill it. */
export const MAX_REFUSED_PER_HOUR = 1_000;

export interface AuditEvent<Name = string | number> {
  by: Actor;
  action: AuditAction;
  /** What it is done to, as its own table names it. */
  object: Name;
  details?: AuditDetails;
}

/** An event whose object only the database knows, as SQL of one column and at most one row. */
type AskedEvent = AuditEvent<string | number | Statement>;

export type AuditRecorder = ReturnType<typeof createAuditRecorder>;

export const auditPlace = (id: string): ValuePlace => ({ row: `audit/${id}`, column: 'audit' });

const newAuditId = base62Generator(16);

/** What an operator does to all of the data, by a command that doesn't start the services: the time is this machine's. */
export const operatorEntry = (action: AuditAction, object: string): Statement => ({
  sql: "INSERT INTO audit (id, at, actor, action, object_id) VALUES (?, ?, 'operator', ?, ?)",
  params: [newAuditId(), Date.now(), action, object],
});

export function createAuditRecorder({ dialect, prisma }: Pick<Database, 'dialect' | 'prisma'>, keyring: Keyring) {
  const { now, bytes } = dialect;
  const recent = `SELECT 1 FROM audit WHERE action = 'session.refused' AND at > ${now} - ${HOUR_MS} LIMIT ${MAX_REFUSED_PER_HOUR}`;

  const sealDetails = (id: string, details: AuditDetails) =>
    Object.keys(details).length === 0 ? null : sealValue(keyring, auditPlace(id), JSON.stringify(details));

  function statement({ by, action, object, details = {} }: AskedEvent, condition: string): Statement {
    const id = newAuditId();
    const looked = typeof object === 'object' ? object : { sql: 'CAST(? AS TEXT)', params: [String(object)] };
    const actor = typeof by === 'string' ? [by, null] : ['user', by.userId];
    const sealed = sealDetails(id, details);
    return {
      sql: `INSERT INTO audit (id, at, actor, actor_id, action, object_id, details_sealed)
        SELECT CAST(? AS TEXT), ${now}, CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS TEXT), (${looked.sql}), CAST(? AS ${bytes}) ${condition}`,
      params: [id, ...actor, action, ...looked.params, sealed],
    };
  }

  return {
    /** @param onlyAfter index of the statement in its transaction that returns a row when the event has taken place */
    record: (event: AskedEvent, onlyAfter: number): Statement => ({ ...statement(event, ''), onlyAfter }),

    /** The typed query of an entry, for `changeRow`. @param nowMs by the database's clock */
    entry({ by, action, object, details = {} }: AuditEvent, nowMs: number) {
      const id = newAuditId();
      const actor = typeof by === 'string' ? { actor: by } : { actor: 'user', actorId: by.userId };
      const data = { id, at: nowMs, ...actor, action, objectId: String(object), detailsSealed: sealDetails(id, details) };
      return prisma.auditEntry.create({ data, select: { id: true } });
    },

    /** That a sign-in was refused; nothing beyond MAX_REFUSED_PER_HOUR. */
    recordRefused: (event: AuditEvent): Statement =>
      statement(event, `WHERE (SELECT count(*) FROM (${recent}) AS refused) < ${MAX_REFUSED_PER_HOUR}`),
  };
}

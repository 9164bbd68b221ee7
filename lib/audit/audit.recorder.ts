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

export interface AuditEvent {
  by: Actor;
  action: AuditAction;
  /** The id of the object in its own table, or SQL of one column and at most one row that selects the id. */
  object: string | number | Statement;
  details?: AuditDetails;
}

export type AuditRecorder = ReturnType<typeof createAuditRecorder>;

export const auditPlace = (id: string): ValuePlace => ({ row: `audit/${id}`, column: 'audit' });

const newAuditId = base62Generator(16);

/** A row for a command on all of the data, which doesn't start the services. Its time is this machine's. */
export const operatorEntry = (action: AuditAction, object: string): Statement => ({
  sql: "INSERT INTO audit (id, at, actor, action, object_id) VALUES (?, ?, 'operator', ?, ?)",
  params: [newAuditId(), Date.now(), action, object],
});

export function createAuditRecorder({ dialect }: Pick<Database, 'dialect'>, keyring: Keyring) {
  const { now, bytes } = dialect;
  const recent = `SELECT 1 FROM audit WHERE action = 'session.refused' AND at > ${now} - ${HOUR_MS} LIMIT ${MAX_REFUSED_PER_HOUR}`;

  function statement({ by, action, object, details = {} }: AuditEvent, condition: string): Statement {
    const id = newAuditId();
    const looked = typeof object === 'object' ? object : { sql: 'CAST(? AS TEXT)', params: [String(object)] };
    const actor = typeof by === 'string' ? [by, null] : ['user', by.userId];
    const sealed = Object.keys(details).length === 0 ? null : sealValue(keyring, auditPlace(id), JSON.stringify(details));
    return {
      sql: `INSERT INTO audit (id, at, actor, actor_id, action, object_id, details_sealed)
        SELECT CAST(? AS TEXT), ${now}, CAST(? AS TEXT), CAST(? AS INTEGER), CAST(? AS TEXT), (${looked.sql}), CAST(? AS ${bytes}) ${condition}`,
      params: [id, ...actor, action, ...looked.params, sealed],
    };
  }

  return {
    /** @param onlyAfter index of the statement in its transaction that returns a row when the event has taken place */
    record: (event: AuditEvent, onlyAfter: number): Statement => ({ ...statement(event, ''), onlyAfter }),

    /** Records a refused sign-in, at most MAX_REFUSED_PER_HOUR of them. */
    recordRefused: (event: AuditEvent): Statement =>
      statement(event, `WHERE (SELECT count(*) FROM (${recent}) AS refused) < ${MAX_REFUSED_PER_HOUR}`),
  };
}

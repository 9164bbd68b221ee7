/** Whether a process can use its database, as `/readyz` says it. */
import { type Database, SchemaUnusableError } from '../db/database';
import type { Logger } from '../log/logger';
import { within } from './within';

/** Milliseconds after which the process counts as not ready: a load balancer waits no longer. */
const RESPONSE_MS = 2_000;

export interface Readiness {
  status: 'ok' | 'error';
  db: 'connected' | 'disconnected';
  /** Why the schema isn't one that this version can use. */
  reason?: string;
}

export const unusable = (reason: string): Readiness => ({ status: 'error', db: 'connected', reason });

export async function readinessOf(db: Pick<Database, 'ping'>, log: Pick<Logger, 'warn'>): Promise<Readiness> {
  try {
    await within(RESPONSE_MS, db.ping());
    return { status: 'ok', db: 'connected' };
  } catch (err) {
    log.warn({ err }, 'not ready');
    return err instanceof SchemaUnusableError ? unusable(err.message) : { status: 'error', db: 'disconnected' };
  }
}

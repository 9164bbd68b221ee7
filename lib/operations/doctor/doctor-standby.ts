/** Tells whether a commit waits for one of PostgreSQL's standbys. */
import type { Database } from '../../db/database';
import type { Finding } from './finding';

/** Receivers of PostgreSQL's log, and the settings that make commits wait for them. Every role may read both. */
export interface Standbys {
  receivers: number;
  /** `synchronous_standby_names`: empty when no commit waits for a standby. */
  synchronousNames: string;
  /** `synchronous_commit` as this service's connections have it. */
  synchronousCommit: string;
}

/** Values of `synchronous_commit` with which a commit is acknowledged before a standby has it on disk. */
const NOT_WAITING: ReadonlySet<string> = new Set(['off', 'local', 'remote_write']);

/** @returns null without PostgreSQL or without a standby */
export async function readStandbys(db: Database): Promise<Standbys | null> {
  if (db.engine !== 'postgresql') return null;
  const [row] = await db.read(
    "SELECT (SELECT count(*) FROM pg_stat_replication) AS receivers, current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS waits",
  );
  const receivers = Number(row?.receivers ?? 0);
  return receivers === 0 ? null : { receivers, synchronousNames: String(row?.names), synchronousCommit: String(row?.waits) };
}

export function checkStandbys({ receivers, synchronousNames, synchronousCommit }: Standbys): Finding {
  const count = `${receivers} standby${receivers === 1 ? '' : 's'}`;
  const consequence =
    'after a failover acknowledged pastes may be missing, and burned ones may be readable again; docs/failover.md says how commits wait for a standby';
  if (synchronousNames === '')
    return { warning: `${count}, none of which a commit waits for (synchronous_standby_names is empty): ${consequence}` };
  if (NOT_WAITING.has(synchronousCommit))
    return { warning: `${count}, which a commit does not wait for (synchronous_commit is ${synchronousCommit}): ${consequence}` };
  return `${count}; each commit waits for ${synchronousNames}`;
}

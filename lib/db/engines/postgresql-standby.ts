/**
 * A standby of the database (DATABASE_READ_URL), for reads whose answer may be half a second old.
 *
 * Guarantees: a read returns a state that the primary had MAX_AGE_MS ago or later; while that can't be shown, it returns
 * nothing. Once `settle` resolves after a commit, no read of any process returns a state from before that commit: the standby
 * has replayed it, or MAX_AGE_MS have passed, after which nobody takes an older state for fresh. No two clocks are compared.
 * A server that follows another primary, or another history of it after a failover, is never read.
 * Not covered: an address that leads to several standbys, of which one may be behind the one that was asked.
 */
import type { Row, SqlValue } from '../database';
import { connectPostgresql } from './postgresql-connection';

const MAX_AGE_MS = 500;
/** Timers may be this early. */
const TIMER_MARGIN_MS = 5;
/** Time between two comparisons of the standby with the primary. */
const LOOK_INTERVAL_MS = 100;
/** Longest pause between two looks at the standby while a commit waits for it. */
const MAX_PAUSE_MS = 20;

/** Where a server is in the log: the bytes before it, of which cluster and of which history. */
interface Place {
  position: number;
  history: string;
}

type Query = (sql: string, params?: readonly SqlValue[]) => Promise<Row[]>;

/** What a commit wrote is before this place once it is acknowledged. Fails on a server that is no primary. */
const PRIMARY = `SELECT pg_wal_lsn_diff(lsn, '0/0') AS position, (SELECT system_identifier FROM pg_control_system()) AS system,
  ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int AS timeline FROM pg_current_wal_flush_lsn() AS lsn`;
/** The place is null on a server that is no standby. */
const STANDBY = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') AS position, system_identifier AS system, timeline_id AS timeline
  FROM pg_control_system(), pg_control_checkpoint()`;

/** @throws Error when the row has no place */
function placeOf([row]: readonly Row[]): Place {
  if (!row || row.position === null) throw new Error('the server is no standby');
  return { position: Number(row.position), history: `${row.system}/${row.timeline}` };
}

const hasReplayed = (standby: Place, commit: Place) => standby.history === commit.history && standby.position >= commit.position;

/**
 * How far a standby is behind, in bytes of the log; null: it follows another server, another history, or none.
 * @throws OperatorError when one of them can't be reached
 */
export async function bytesBehind(url: string, readUrl: string): Promise<number | null> {
  const placeOn = async (address: string, sql: string, variable?: string) => {
    const client = await connectPostgresql(address, variable);
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const there = await placeOn(readUrl, STANDBY, 'DATABASE_READ_URL');
  const ahead = placeOf(await placeOn(url, PRIMARY));
  if (there[0]?.position === null) return null;
  const place = placeOf(there);
  return place.history === ahead.history ? Math.max(0, ahead.position - place.position) : null;
}

export function createStandby(primary: Query, standby: Query, clock = () => performance.now()) {
  /** Places of the primary, and since when it has been there at least. */
  let marks: { at: number; place: Place }[] = [];
  let freshUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const at = clock();
    try {
      const [place, there] = await Promise.all([primary(PRIMARY).then(placeOf), standby(STANDBY).then(placeOf)]);
      marks = [...marks.filter((mark) => mark.at > at - MAX_AGE_MS), { at, place }];
      const replayed = marks.findLast((mark) => hasReplayed(there, mark.place));
      if (replayed) freshUntil = replayed.at + MAX_AGE_MS;
    } catch {
      // Without a new proof the last one soon expires.
    }
    if (!isClosed) timer = setTimeout(look, LOOK_INTERVAL_MS).unref();
  }

  /** Resolves once the standby has replayed the primary's log up to now. */
  async function untilReplayed(isOver: () => boolean): Promise<void> {
    const commit = await primary(PRIMARY).then(placeOf);
    for (let pause = 1; !isOver(); pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      if (hasReplayed(await standby(STANDBY).then(placeOf), commit)) return;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  return {
    /** @returns whether a read would be taken from the standby */
    isFresh: () => clock() < freshUntil,

    /** @returns the standby's rows; none when it isn't fresh or fails */
    async read(sql: string, params: readonly SqlValue[]): Promise<Row[]> {
      timer ??= setTimeout(look).unref();
      if (clock() >= freshUntil) return [];
      try {
        return await standby(sql, params);
      } catch {
        freshUntil = Number.NEGATIVE_INFINITY;
        return [];
      }
    },

    /** Waits until no process reads a state from before this moment; at most MAX_AGE_MS. */
    async settle(): Promise<void> {
      let isOver = false;
      let timer: NodeJS.Timeout | undefined;
      const end = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, MAX_AGE_MS + TIMER_MARGIN_MS);
      });
      await Promise.race([end, untilReplayed(() => isOver).catch(() => end)]);
      isOver = true;
      clearTimeout(timer);
    },

    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

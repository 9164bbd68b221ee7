/** Statements that queue events and other messages. SQL (decision 0041): each is part of the transaction of what it tells of. */
import type { Dialect, SqlValue, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { currentTraceparent } from '../tracing/trace-context';
import { type EventRecorder, PASTE_COLUMNS, type RecordedEvent } from './event-paste';
import type { QueueTable } from './outbox-queue';

/** SQL of the values of a new job, by column. */
type Columns = Readonly<Record<string, string>>;

export const newJobId = base62Generator(22);

/** The column of a receiver that says whether it gets an event, such as `on_created` for `paste.created`. */
export const flagColumn = (event: string): string => `on_${event.split('.').at(-1)}`;

/** The same column in the typed client, such as `onCreated`. */
const flagField = (event: string): string => flagColumn(event).replace(/_./, ([, letter = '']) => letter.toUpperCase());

export const flagged = <Event extends string>(events: readonly Event[], row: object): Event[] =>
  events.filter((event) => (row as Record<string, unknown>)[flagField(event)] === true);

/** A receiver's columns for the events that it is to get. */
export const flags = (events: readonly string[], chosen: readonly string[]): Record<string, boolean> =>
  Object.fromEntries(events.map((event) => [flagField(event), chosen.includes(event)]));

/** A kind of receivers: its queue, and the events that it gets. */
export interface Receivers extends QueueTable {
  /** The table whose rows `r` are notified of an owner's events, with `owner_id` and `is_active`; absent: the receivers' own. */
  notified?: string;
  /** Begins the ids of their jobs. */
  idPrefix?: string;
  /** Values of every job, with its receiver. */
  columns: Columns;
  /** Values of jobs about a paste, besides PASTE_COLUMNS; also over the paste's row `p`. */
  pasteColumns?: Columns;
  /** How they get an event; null: never. */
  subscription(event: RecordedEvent): Subscription | null;
}

interface Subscription {
  wanted: string;
  /** Further condition, also over the paste's row `p`. */
  condition?: string;
  /** Values of its jobs, also over `p`. */
  columns: Columns;
}

/**
 * Makes the statement that queues a job for each receiver that a query finds.
 * @param columns further values of the job @param from the query from FROM on @param params of `columns`, then of `from`
 */
export function queueJobs(
  { now }: Dialect,
  { table, idPrefix = '', columns: common }: Pick<Receivers, 'table' | 'idPrefix' | 'columns'>,
  columns: Columns,
  from: string,
  params: readonly SqlValue[],
): Statement {
  const values: Columns = {
    id: "CAST(? AS TEXT) || '_' || CAST(r.id AS TEXT)",
    trace_parent: 'CAST(? AS TEXT)',
    status: "'pending'",
    attempts: '0',
    next_retry_at: now,
    created_at: now,
    ...common,
    ...columns,
  };
  return {
    sql: `INSERT INTO ${table} (${Object.keys(values).join(', ')}) SELECT ${Object.values(values).join(', ')} ${from}`,
    params: [idPrefix + newJobId(), currentTraceparent(), ...params],
  };
}

/** SQL condition: a job of this kind waits for the receiver `r`. */
export const isWaiting = ({ table, receiver, columns }: Receivers, { kind }: Columns): string =>
  `EXISTS (SELECT 1 FROM ${table} w WHERE w.${receiver} = ${columns[receiver]} AND w.kind = ${kind} AND w.next_retry_at IS NOT NULL)`;

/**
 * Records an event as one job for each of the owner's active receivers that want it, in one statement. Without such receivers,
 * or for a disabled owner, it records nothing.
 */
export function createEventRecorder(dialect: Dialect, receivers: Receivers): EventRecorder {
  const { receivers: own, notified = own, pasteColumns, subscription } = receivers;
  const from = `FROM pastes p JOIN ${notified} r ON r.owner_id = p.owner_id JOIN users u ON u.id = r.owner_id AND u.disabled_at IS NULL
    WHERE p.id = ? AND r.is_active`;

  const record: EventRecorder = (event, { id }, changed) => {
    const found = subscription(event);
    if (found === null) return [];
    const { wanted, condition = 'TRUE', columns } = found;
    const reader = 'reader' in event ? { waiting_code: 'CAST(? AS TEXT)', waiting_client: 'CAST(? AS TEXT)' } : {};
    const readerParams = 'reader' in event ? [event.reader.code, event.reader.client] : [];
    return [
      queueJobs(
        dialect,
        receivers,
        { ...reader, ...PASTE_COLUMNS, ...pasteColumns, ...columns },
        `${from} AND ${changed} AND ${wanted} AND ${condition}`,
        [...readerParams, id],
      ),
    ];
  };
  const owners: EventRecorder['owners'] = (type) => {
    const found = subscription({ type });
    return found && `SELECT r.owner_id FROM ${notified} r WHERE r.is_active AND ${found.wanted}`;
  };
  return Object.assign(record, { owners });
}

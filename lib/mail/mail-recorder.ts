/** Statements that queue mails. SQL (decision 0041): each is part of the transaction of what it tells of. */
import { isAdministrator } from '../accounts/administrators';
import type { Dialect, Statement } from '../db/database';
import { base62Generator } from '../encoding/base62';
import { type EventRecorder, isLastRead, type NamedEvent } from '../outbox/outbox-events';
import { TOLD_OF_PASTE } from '../outbox/told-paste';
import { currentTraceparent } from '../tracing/trace-context';
import { type ChosenMailKind, MAX_WAITING_MAILS, type MailKind } from './mail.rules';

const newMailId = base62Generator(22);

/** The column of a mailbox that says whether it gets a kind of mail. */
export const KIND_COLUMNS = {
  opened: 'on_opened',
  answered: 'on_answered',
  expiring: 'on_expiring',
  reports: 'on_reports',
  worker: 'on_worker',
} as const satisfies Record<ChosenMailKind, string>;

/** `paste.read` is not mailed: one link that many read would fill the mailbox. */
const NAMED_KINDS: Partial<Record<NamedEvent, ChosenMailKind>> = { 'request.answered': 'answered', 'paste.expiring': 'expiring' };

const hasOpen = (kind: MailKind) =>
  `EXISTS (SELECT 1 FROM mails w WHERE w.mailbox_id = m.id AND w.kind = '${kind}' AND w.next_retry_at IS NOT NULL)`;
const HAS_ROOM = `(SELECT count(*) FROM mails w WHERE w.mailbox_id = m.id AND w.next_retry_at IS NOT NULL) < ${MAX_WAITING_MAILS}`;

/** SQL condition: a mailbox `m` gets a kind of mail. */
const isWanted = (kind: ChosenMailKind) => `m.confirmed_at IS NOT NULL AND m.${KIND_COLUMNS[kind]}`;

const head = (now: string, kind: MailKind) =>
  `CAST(? AS TEXT) || '_' || CAST(m.id AS TEXT), m.id, '${kind}', 'pending', 0, ${now}, ${now}, CAST(? AS TEXT)`;
const COLUMNS = 'id, mailbox_id, kind, status, attempts, next_retry_at, created_at, trace_parent';

/** Records events as one mail for the owner's confirmed mailbox, if it wants the kind and has room. */
export function createMailRecorder({ now }: Dialect): EventRecorder {
  const insert = (
    kind: ChosenMailKind,
    condition: string,
  ) => `INSERT INTO mails (${COLUMNS}, paste_id, id_sealed, title_sealed, paste_expires_at)
    SELECT ${head(now, kind)}, ${TOLD_OF_PASTE}, p.expires_at
    FROM pastes p JOIN mailboxes m ON m.owner_id = p.owner_id JOIN users u ON u.id = m.owner_id AND u.disabled_at IS NULL
    WHERE p.id = ? AND ${condition} AND ${isWanted(kind)} AND ${HAS_ROOM}`;
  const statement = (sql: string, id: string): Statement => ({ sql, params: [newMailId(), currentTraceparent(), id] });

  const record: EventRecorder = (event, { id }, condition) =>
    event.type === 'paste.deleted' && isLastRead(event.reason) ? [statement(insert('opened', condition), id)] : [];
  const named: EventRecorder['named'] = {
    owners(event) {
      const kind = NAMED_KINDS[event];
      return `SELECT m.owner_id FROM mailboxes m WHERE ${kind === undefined ? 'FALSE' : isWanted(kind)}`;
    },
    record(event, id) {
      const kind = NAMED_KINDS[event];
      return kind === undefined ? [] : [statement(insert(kind, 'TRUE'), id)];
    },
  };
  return Object.assign(record, { named });
}

/**
 * Tells administrators, each by at most one waiting mail of a kind. The mail has nothing of a report.
 * @param maxAgeMs as in `isAdministrator` @param condition SQL under which they are told
 */
const tellAdministrators = (now: string, kind: 'reports' | 'worker', maxAgeMs: number, condition: string) => `INSERT INTO mails (${COLUMNS})
  SELECT ${head(now, kind)} FROM mailboxes m JOIN users u ON u.id = m.owner_id AND u.disabled_at IS NULL AND ${isAdministrator(now, maxAgeMs)}
  WHERE ${condition} AND ${isWanted(kind)} AND NOT ${hasOpen(kind)}`;

/** Tells administrators that there are reports. @param maxAgeMs as in `isAdministrator` */
export function createReportMailRecorder({ now }: Dialect, maxAgeMs: number): (reportId: string) => Statement[] {
  const sql = tellAdministrators(now, 'reports', maxAgeMs, 'EXISTS (SELECT 1 FROM reports r WHERE r.id = ?)');
  return (reportId) => [{ sql, params: [newMailId(), currentTraceparent(), reportId] }];
}

/** The statement that tells administrators that no worker is running. @param maxAgeMs as in `isAdministrator` */
export const workerMail = ({ now }: Dialect, maxAgeMs: number): Statement => ({
  sql: tellAdministrators(now, 'worker', maxAgeMs, 'TRUE'),
  params: [newMailId(), currentTraceparent()],
});

/** The statement that queues a mail for its owner's mailbox, unless one of the kind is waiting. @param condition SQL over the mailbox `m` */
export const askedMail = ({ now }: Dialect, kind: 'confirm' | 'test', ownerId: number, condition: string): Statement => ({
  sql: `INSERT INTO mails (${COLUMNS}) SELECT ${head(now, kind)} FROM mailboxes m
    WHERE m.owner_id = ? AND ${condition} AND NOT ${hasOpen(kind)} RETURNING id`,
  params: [newMailId(), currentTraceparent(), ownerId],
});

/** Which mails mailboxes get, for the recorder of events and besides it. */
import { isAdministrator } from '../accounts/administrators';
import type { Dialect, Statement } from '../db/database';
import { flagColumn, queueJobs, type Receivers } from '../outbox/event-recorder';
import { isLastRead, type RecordedEvent } from '../outbox/outbox-events';
import { type ChosenMailKind, MAX_WAITING_MAILS, type MailKind } from './mail.rules';

/** `paste.read` is not mailed: one link that many read would fill the mailbox. */
function kindOf(event: RecordedEvent): ChosenMailKind | null {
  if (event.type === 'paste.deleted') return isLastRead(event.reason) ? 'opened' : null;
  if (event.type === 'request.answered') return 'answered';
  return event.type === 'paste.expiring' ? 'expiring' : null;
}

const hasOpen = (kind: MailKind) =>
  `EXISTS (SELECT 1 FROM mails w WHERE w.mailbox_id = r.id AND w.kind = '${kind}' AND w.next_retry_at IS NOT NULL)`;
const HAS_ROOM = `(SELECT count(*) FROM mails w WHERE w.mailbox_id = r.id AND w.next_retry_at IS NOT NULL) < ${MAX_WAITING_MAILS}`;

/** SQL condition: a mailbox `r` gets a kind of mail. */
const isWanted = (kind: ChosenMailKind) => `r.confirmed_at IS NOT NULL AND r.${flagColumn(kind)}`;

/** Confirmed mailboxes for the recorder of events. */
export const MAILBOXES: Receivers = {
  queue: 'mails',
  table: 'mailboxes',
  columns: { mailbox_id: 'r.id' },
  subscription(event) {
    const kind = kindOf(event);
    return kind && { wanted: isWanted(kind), condition: HAS_ROOM, columns: { kind: `'${kind}'` } };
  },
};

const queueMail = (dialect: Dialect, kind: MailKind, from: string, params: readonly (string | number)[]): Statement =>
  queueJobs(dialect, MAILBOXES, { kind: `'${kind}'` }, `FROM mailboxes r ${from} AND NOT ${hasOpen(kind)}`, params);

/** Administrators' mailboxes that want the kind. @param maxAgeMs as in `isAdministrator` */
const ofAdministrators = ({ now }: Dialect, kind: 'reports' | 'worker', maxAgeMs: number) =>
  `JOIN users u ON u.id = r.owner_id AND u.disabled_at IS NULL AND ${isAdministrator(now, maxAgeMs)} WHERE ${isWanted(kind)}`;

/** Tells administrators that there are reports. The mail has nothing of a report. @param maxAgeMs as in `isAdministrator` */
export function createReportMailRecorder(dialect: Dialect, maxAgeMs: number): (reportId: string) => Statement[] {
  const from = `${ofAdministrators(dialect, 'reports', maxAgeMs)} AND EXISTS (SELECT 1 FROM reports report WHERE report.id = ?)`;
  return (reportId) => [queueMail(dialect, 'reports', from, [reportId])];
}

/** The statement that tells administrators that no worker is running. @param maxAgeMs as in `isAdministrator` */
export const workerMail = (dialect: Dialect, maxAgeMs: number): Statement =>
  queueMail(dialect, 'worker', ofAdministrators(dialect, 'worker', maxAgeMs), []);

/** The statement that queues a mail for its owner's mailbox, unless one of the kind is waiting. @param condition SQL over the mailbox `r` */
export const askedMail = (dialect: Dialect, kind: 'confirm' | 'test', ownerId: number, condition: string): Statement =>
  queueMail(dialect, kind, `WHERE r.owner_id = ? AND ${condition}`, [ownerId]);

/** Mailboxes as receivers, and the mails that somebody asks for. */
import type { Dialect, Statement } from '../db/database';
import { isLastRead, type RecordedEvent } from '../outbox/event-paste';
import { flagColumn, isWaiting, queueJobs, type Receivers } from '../outbox/event-recorder';
import { type ChosenMailKind, MAX_WAITING_MAILS } from './mail.rules';

/** `paste.read` is not mailed: one link that many read would fill the mailbox. */
const KINDS: Partial<Record<RecordedEvent['type'], ChosenMailKind>> = {
  'request.answered': 'answered',
  'paste.expiring': 'expiring',
  'report.created': 'reports',
  'worker.silent': 'worker',
};

function kindOf(event: RecordedEvent): ChosenMailKind | 'refused' | undefined {
  if ('by' in event) return 'refused';
  return event.type === 'paste.deleted' && isLastRead(event.reason) ? 'opened' : KINDS[event.type];
}

export const MAILBOXES: Receivers = {
  table: 'mails',
  receiver: 'mailbox_id',
  receivers: 'mailboxes',
  owner: 'r.owner_id',
  // All mailboxes are behind one server, so pausing one would not help.
  isPausable: false,
  columns: { mailbox_id: 'r.id' },
  subscription(event) {
    const kind = kindOf(event);
    if (kind === undefined) return null;
    const hasRoom = `(SELECT count(*) FROM mails w WHERE w.mailbox_id = r.id AND w.next_retry_at IS NOT NULL) < ${MAX_WAITING_MAILS}`;
    return {
      wanted: `r.confirmed_at IS NOT NULL AND r.${flagColumn(kind === 'refused' ? 'opened' : kind)}`,
      condition: hasRoom,
      columns: { kind: `'${kind}'` },
    };
  },
};

/** The statement that queues a mail for its owner's mailbox, unless one of the kind is waiting. @param condition SQL over the mailbox `r` */
export function askedMail(dialect: Dialect, kind: 'confirm' | 'test', ownerId: number, condition: string): Statement {
  const columns = { kind: `'${kind}'` };
  const from = `FROM mailboxes r WHERE r.owner_id = ? AND ${condition} AND NOT ${isWaiting(MAILBOXES, columns)}`;
  return queueJobs(dialect, MAILBOXES, columns, from, [ownerId]);
}

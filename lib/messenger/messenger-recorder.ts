/** Which messages chats get, for the recorder of events and besides it. */
import type { TellAccount } from '../accounts/accounts-audit';
import { isAdministrator } from '../accounts/administrators';
import type { Dialect, Statement } from '../db/database';
import { flagColumn, queueJobs, type Receivers } from '../outbox/event-recorder';
import { isLastRead, type RecordedEvent } from '../outbox/outbox-events';
import { type MessengerEvent, type PasteMessage, REPORT_MESSAGE } from './messenger.rules';

/** A message belongs to its chat, and to the link for which it is sent: it ends with either. */
const OF_LINK = { chat_ref: 'r.chat_ref', destination_id: 'r.id' };

/** SQL of the kind over the paste's row `p`: an answer to a secret request has its own. */
const CREATED_KIND = `CASE WHEN EXISTS (SELECT 1 FROM secret_answers a WHERE a.id = p.id) THEN '${'request.answered' satisfies PasteMessage}'
  ELSE 'paste.created' END`;

/** Null for events that chats don't get: owners know which pastes they have deleted. */
function kindOf(event: RecordedEvent): MessengerEvent | null {
  if (event.type === 'paste.deleted') return isLastRead(event.reason) ? 'paste.burned' : null;
  return event.type === 'paste.created' || event.type === 'paste.expired' || event.type === 'paste.waiting' ? event.type : null;
}

/** Linked chats for the recorder of events. */
export const CHATS: Receivers = {
  queue: 'notification_queue',
  table: 'messenger_destinations',
  columns: OF_LINK,
  pasteColumns: { is_e2ee: 'p.is_e2ee', burn_after_read: 'p.burn_after_read' },
  subscription(event) {
    const kind = kindOf(event);
    return (
      kind && {
        wanted: `r.${flagColumn(kind)}`,
        // Chats get this event only for pastes that nobody has read.
        ...(kind === 'paste.expired' && { condition: 'p.view_count = 0' }),
        columns: { kind: kind === 'paste.created' ? CREATED_KIND : `'${kind}'` },
      }
    );
  },
};

/**
 * Tells the active chats of administrators that there are reports: one waiting message for each chat, however many
 * reports come. The message has nothing of the report.
 * @param maxAgeMs time after a sign-in for which somebody counts as an administrator by the provider's groups
 */
export function createReportMessageRecorder(dialect: Dialect, maxAgeMs: number): (reportId: string) => Statement[] {
  const from = `FROM messenger_destinations r JOIN users u ON u.id = r.owner_id AND u.disabled_at IS NULL AND ${isAdministrator(dialect.now, maxAgeMs)}
    WHERE r.is_active AND EXISTS (SELECT 1 FROM reports report WHERE report.id = ?) AND NOT EXISTS (
      SELECT 1 FROM notification_queue q WHERE q.chat_ref = r.chat_ref AND q.kind = '${REPORT_MESSAGE}' AND q.next_retry_at IS NOT NULL)`;
  return (reportId) => [queueJobs(dialect, CHATS, { kind: `'${REPORT_MESSAGE}'` }, from, [reportId])];
}

/**
 * Tells all active chats of a user about an event that may mean that somebody else has got into the account. The
 * message belongs to the chat and not to its link, because the link may go with the account.
 */
export function createAccountMessageRecorder(dialect: Dialect): TellAccount {
  const ofChat = { queue: CHATS.queue, columns: { chat_ref: 'r.chat_ref' } };
  return (event, user) => {
    const [owner, param] = 'userId' in user ? ['?', user.userId] : ['(SELECT id FROM users WHERE name = ?)', user.userName];
    const from = `FROM messenger_destinations r WHERE r.owner_id = ${owner} AND r.is_active`;
    return [queueJobs(dialect, ofChat, { kind: 'CAST(? AS TEXT)' }, from, [event, param])];
  };
}

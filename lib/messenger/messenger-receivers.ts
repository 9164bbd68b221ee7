/** Chats as receivers, and the messages about accounts. */
import type { NotifyAccount } from '../accounts/users.service';
import type { Dialect } from '../db/database';
import { IS_ANSWER, isLastRead, type RecordedEvent } from '../outbox/event-paste';
import { flagColumn, queueJobs, type Receivers } from '../outbox/event-recorder';
import { type MessengerEvent, type PasteMessage, REPORT_MESSAGE } from './messenger.rules';

/** SQL of the kind over the paste's row `p`: an answer to a secret request has its own. */
const CREATED_KIND = `CASE WHEN ${IS_ANSWER} THEN '${'request.answered' satisfies PasteMessage}' ELSE 'paste.created' END`;

/** Null for events that chats don't get: owners know which pastes they have deleted. */
function kindOf(event: RecordedEvent): MessengerEvent | typeof REPORT_MESSAGE | null {
  if (event.type === 'paste.deleted') return isLastRead(event.reason) ? 'paste.burned' : null;
  const { type } = event;
  return type === 'paste.created' || type === 'paste.expired' || type === 'paste.waiting' || type === REPORT_MESSAGE ? type : null;
}

export const CHATS: Receivers = {
  table: 'notification_queue',
  receiver: 'chat_ref',
  receivers: 'messenger_chats',
  notified: 'messenger_destinations',
  // Each linked chat counts as an owner; all chats that nobody has linked count as one, however many they are.
  owner: 'CASE WHEN EXISTS (SELECT 1 FROM messenger_destinations d WHERE d.chat_ref = r.id) THEN r.id ELSE 0 END',
  // All chats are on the one platform, so pausing one would not help.
  isPausable: false,
  // A message belongs to its chat, and to the link for which it is sent: it ends with either.
  columns: { chat_ref: 'r.chat_ref', destination_id: 'r.id' },
  pasteColumns: { is_e2ee: 'p.is_e2ee', burn_after_read: 'p.burn_after_read' },
  subscription(event) {
    const kind = kindOf(event);
    return (
      kind && {
        wanted: kind === REPORT_MESSAGE ? 'TRUE' : `r.${flagColumn(kind)}`,
        // Chats get this event only for pastes that nobody has read.
        ...(kind === 'paste.expired' && { condition: 'p.view_count = 0' }),
        columns: { kind: kind === 'paste.created' ? CREATED_KIND : `'${kind}'` },
      }
    );
  },
};

/**
 * Tells all active chats of a user about an event that may mean that somebody else has got into the account. The
 * message belongs to the chat and not to its link, because the link may go with the account.
 */
export function createAccountMessageRecorder(dialect: Dialect): NotifyAccount {
  const ofChat = { table: CHATS.table, columns: { chat_ref: 'r.chat_ref' } };
  return (event, user) => {
    const [owner, param] = 'userId' in user ? ['?', user.userId] : ['(SELECT id FROM users WHERE name = ?)', user.userName];
    const from = `FROM messenger_destinations r WHERE r.owner_id = ${owner} AND r.is_active`;
    return [queueJobs(dialect, ofChat, { kind: 'CAST(? AS TEXT)' }, from, [event, param])];
  };
}

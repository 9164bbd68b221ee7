import { IS_ANSWER } from '../outbox/event-paste';
import { flagColumn, type Receivers } from '../outbox/event-recorder';
import { isChatFormat, WEBHOOK_FORMATS } from './formats/format.rules';
import { WEBHOOK_EVENTS } from './webhook.rules';

const chatFormats = WEBHOOK_FORMATS.filter(isChatFormat).map((format) => `'${format}'`);

const isNamed = (event: string): boolean => (WEBHOOK_EVENTS as readonly string[]).includes(event);

export const WEBHOOKS: Receivers = {
  table: 'webhook_deliveries',
  receiver: 'endpoint_id',
  receivers: 'webhook_endpoints',
  owner: 'r.owner_id',
  isPausable: true,
  idPrefix: 'msg_',
  columns: { endpoint_id: 'r.id' },
  pasteColumns: {
    // The sealed id of the secret request that the paste answers; null for any other paste.
    request_id_sealed: '(SELECT a.request_id_sealed FROM secret_answers a WHERE a.id = p.id)',
    syntax: 'p.syntax',
    is_e2ee: 'p.is_e2ee',
    burn_after_read: 'p.burn_after_read',
    paste_created_at: 'p.created_at',
  },
  subscription: (event) =>
    isNamed(event.type)
      ? {
          wanted: `r.${flagColumn(event.type)}`,
          // A chat that names both events gets one message about an answer, `request.answered`.
          ...(event.type === 'paste.created' && {
            condition: `NOT (r.on_answered AND r.format IN (${chatFormats.join(', ')}) AND ${IS_ANSWER})`,
          }),
          columns: { event: `'${event.type}'`, reason: 'reason' in event ? `'${event.reason}'` : 'NULL' },
        }
      : null,
};

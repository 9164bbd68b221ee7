/** Decides by a receiver's response what becomes of the delivery. */
import { isSuccess, limitedDelayMs } from '../outbox/outbox.rules';
import type { Sent } from '../outbox/outbox-attempt';
import { CHAT_FORMATS } from './formats/chat-formats';
import { isChatFormat, type WebhookFormat } from './formats/format.rules';
import { GONE } from './webhook.rules';
import type { SendResult } from './webhook-sender';

const TOO_MANY_REQUESTS = 429;

type Response = Pick<SendResult, 'status' | 'body' | 'retryAfterMs'>;

export function verdictOf(format: WebhookFormat, { status, body, retryAfterMs }: Response): Pick<Sent, 'kind' | 'waitMs'> {
  if (isSuccess(status)) return { kind: 'sent' };
  if (!isChatFormat(format)) return { kind: status === GONE ? 'gone' : 'failed', waitMs: retryAfterMs };
  const chat = CHAT_FORMATS[format];
  if (status !== null && chat.isGone(status, body ?? '')) return { kind: 'gone' };
  const waitMs = chat.waitMs?.(body ?? '') ?? retryAfterMs;
  return status === TOO_MANY_REQUESTS ? { kind: 'limited', waitMs: limitedDelayMs(waitMs) } : { kind: 'failed', waitMs };
}

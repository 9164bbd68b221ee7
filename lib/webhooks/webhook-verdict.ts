/** Decides by a receiver's response what becomes of the delivery. */
import { isSuccess } from '../outbox/outbox.rules';
import { CHAT_FORMATS } from './formats/chat-formats';
import { isChatFormat, type WebhookFormat } from './formats/format.rules';
import { GONE } from './webhook.rules';
import type { SendResult } from './webhook-sender';

/** `limited`: a chat platform takes no more just now, which is not the message's fault. */
export type Verdict = 'delivered' | 'gone' | 'limited' | 'failed';

const TOO_MANY_REQUESTS = 429;

/** @returns the verdict, and the delay in ms that the receiver asks for; null: none */
export function verdictOf(
  format: WebhookFormat,
  { status, body, retryAfterMs }: Pick<SendResult, 'status' | 'body' | 'retryAfterMs'>,
): { verdict: Verdict; waitMs: number | null } {
  if (isSuccess(status)) return { verdict: 'delivered', waitMs: null };
  if (!isChatFormat(format)) return { verdict: status === GONE ? 'gone' : 'failed', waitMs: retryAfterMs };
  const chat = CHAT_FORMATS[format];
  if (status !== null && chat.isGone(status, body ?? '')) return { verdict: 'gone', waitMs: null };
  const waitMs = chat.waitMs?.(body ?? '') ?? retryAfterMs;
  return { verdict: status === TOO_MANY_REQUESTS ? 'limited' : 'failed', waitMs };
}

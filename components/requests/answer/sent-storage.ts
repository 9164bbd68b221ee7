/**
 * Keeps the receipt tokens of the answers sent from this tab, in sessionStorage. A token tells when its answer was opened,
 * and nothing else. The answers themselves are not kept.
 */
import { keepJson, readJson, tabStorage } from '#components/ui/storage';
import type { SentAnswer } from './answer-state';

const nameOf = (requestId: string) => `sealpaste.answered.${requestId}`;

export function keepSent(requestId: string, answers: readonly SentAnswer[], storage = tabStorage()): void {
  // If the storage is full or forbidden, a reload forgets the receipts.
  keepJson(storage, nameOf(requestId), answers);
}

/** @returns the newest first; empty when nothing valid is stored */
export function restoreSent(requestId: string, storage = tabStorage()): readonly SentAnswer[] {
  const kept = readJson(storage, nameOf(requestId));
  return Array.isArray(kept) ? kept.filter(isSent) : [];
}

function isSent(value: unknown): value is SentAnswer {
  const { receiptToken, createdAt, expiresAt } = (value ?? {}) as Record<string, unknown>;
  const isToken = receiptToken === null || (typeof receiptToken === 'string' && /^[\w-]{1,200}$/.test(receiptToken));
  return isToken && [createdAt, expiresAt].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)));
}

import type { ErrorCode } from '#lib/api/errors.rules';
import type { CreatedAnswerJson } from '#lib/requests/request.schema';
import { addressOf } from '#lib/site/address.rules';
import type { SendProblem, SentAnswer } from './answer.state';

const DEFAULT_WAIT_SECONDS = 60;

export type SendResult = { kind: 'sent'; answer: SentAnswer; answersLeft: number } | { kind: 'failed'; problem: SendProblem };

/** @param content a compact JWE for the key of the request */
export async function sendAnswer(requestId: string, content: string, idempotencyKey: string): Promise<SendResult> {
  try {
    const response = await fetch(addressOf(`/api/v1/requests/${requestId}/answers`), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify({ content }),
    });
    // Read to its end in any case: the connection of an unread response stays open.
    const body = await response.text();
    if (!response.ok) return { kind: 'failed', problem: problemOf(response, body) };
    const { createdAt, expiresAt, answersLeft, receiptToken } = JSON.parse(body) as CreatedAnswerJson;
    return { kind: 'sent', answer: { receiptToken, createdAt, expiresAt }, answersLeft };
  } catch {
    return { kind: 'failed', problem: { code: navigator.onLine ? 'unreachable' : 'offline' } };
  }
}

function problemOf({ status, headers }: Response, body: string): SendProblem {
  switch (status) {
    case 404:
      return { code: 'gone' };
    case 409:
      return { code: codeIn(body) === 'no_room' ? 'no-room' : 'full' };
    case 413:
      return { code: 'too-large' };
    case 429:
      return { code: 'too-many', waitSeconds: Number(headers.get('Retry-After')) || DEFAULT_WAIT_SECONDS };
    case 507:
      return { code: 'no-room' };
    default:
      return { code: status < 500 ? 'refused' : 'server-error' };
  }
}

/** @returns the code of an error; undefined for the page of a proxy */
function codeIn(body: string): ErrorCode | undefined {
  try {
    return (JSON.parse(body) as { code?: ErrorCode }).code;
  } catch {
    return undefined;
  }
}

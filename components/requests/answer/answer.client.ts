import { pageClient, problemIn } from '#components/client/page.client';
import type { ApiProblem } from '#lib/client/api-problem';
import { createAnswer } from '#lib/client/operations.generated';
import type { SendProblem, SentAnswer } from './answer-state';

export type SendResult = { kind: 'sent'; answer: SentAnswer; answersLeft: number } | { kind: 'failed'; problem: SendProblem };

/** @param content a compact JWE for the key of the request */
export async function sendAnswer(requestId: string, content: string, idempotencyKey: string): Promise<SendResult> {
  const input = { params: { requestId }, headers: { 'Idempotency-Key': idempotencyKey }, body: { content } };
  return pageClient.call(createAnswer, input).then(
    ({ createdAt, expiresAt, answersLeft, receiptToken }) => ({
      kind: 'sent',
      answer: { receiptToken, createdAt, expiresAt },
      answersLeft,
    }),
    (error: unknown) => ({ kind: 'failed', problem: sendProblem(problemIn(error)) }),
  );
}

function sendProblem({ code, status, waitSeconds }: ApiProblem): SendProblem {
  if (code === 'offline' || code === 'unreachable') return { code };
  switch (status) {
    case 404:
      return { code: 'gone' };
    case 409:
      return { code: code === 'no_room' ? 'no-room' : 'full' };
    case 413:
      return { code: 'too-large' };
    case 429:
      return { code: 'too-many', waitSeconds };
    case 507:
      return { code: 'no-room' };
    default:
      return { code: status >= 400 && status < 500 ? 'refused' : 'server-error' };
  }
}
